package org.espalier.fst.language;

/** A place in a program: line and column, both counted from 1, the column in code points. */
record SourcePosition(int line, int column) {
    @Override
    public String toString() {
        return "line " + line + ", column " + column;
    }
}

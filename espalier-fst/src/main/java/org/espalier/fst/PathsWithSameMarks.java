package org.espalier.fst;

import java.util.Arrays;

/** Two different accepting paths of a machine that have the same marks. */
public record PathsWithSameMarks(MachinePath first, MachinePath second) {
    /** Returns whether both paths also generate the same pair, so that marks do not name a path. */
    public boolean samePair() {
        return Arrays.equals(first.string(Tape.INPUT), second.string(Tape.INPUT))
                && Arrays.equals(first.string(Tape.OUTPUT), second.string(Tape.OUTPUT));
    }

    /** Returns one line that shows both paths. */
    public String describe() {
        return "two paths have the same marks, " + first.text(Tape.MARKS) + ": " + first + " generates " + first.pair()
                + ", and " + second + " generates " + (samePair() ? "it too" : second.pair());
    }
}

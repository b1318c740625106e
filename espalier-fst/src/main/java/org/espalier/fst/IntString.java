package org.espalier.fst;

import java.util.Arrays;

/** An immutable string of symbol numbers, compared by content. */
final class IntString implements Comparable<IntString> {
    static final IntString EMPTY = new IntString(new int[0]);

    private final int[] symbols;
    private final int hash;

    private IntString(int[] symbols) {
        this.symbols = symbols;
        hash = hash(symbols);
    }

    /** Hashes strings of small numbers, most of which would collide under {@link Arrays#hashCode(int[])}. */
    private static int hash(int[] symbols) {
        int code = symbols.length;
        for (int symbol : symbols) {
            code = (code ^ symbol) * 0x9E3779B1;
            code ^= code >>> 15;
        }
        return code;
    }

    /** Returns the string of these symbols. The array is not copied: callers must not change it. */
    static IntString of(int... symbols) {
        return symbols.length == 0 ? EMPTY : new IntString(symbols);
    }

    int length() {
        return symbols.length;
    }

    int at(int k) {
        return symbols[k];
    }

    int[] toArray() {
        return symbols.clone();
    }

    /** Returns whether a string continues with this one at an index. */
    boolean isAt(int[] string, int place) {
        int end = place + symbols.length;
        return end <= string.length && Arrays.equals(symbols, 0, symbols.length, string, place, end);
    }

    IntString concat(IntString suffix) {
        if (suffix.length() == 0) {
            return this;
        }
        return length() == 0 ? suffix : of(concat(symbols, suffix.symbols));
    }

    static int[] concat(int[] left, int[] right) {
        int[] both = Arrays.copyOf(left, left.length + right.length);
        System.arraycopy(right, 0, both, left.length, right.length);
        return both;
    }

    IntString prefix(int length) {
        return length == length() ? this : of(Arrays.copyOf(symbols, length));
    }

    IntString drop(int length) {
        return length == 0 ? this : of(Arrays.copyOfRange(symbols, length, symbols.length));
    }

    int commonPrefixLength(IntString other) {
        int at = Arrays.mismatch(symbols, other.symbols);
        return at < 0 ? length() : at;
    }

    /** Compares lexicographically. */
    @Override
    public int compareTo(IntString other) {
        return Arrays.compare(symbols, other.symbols);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof IntString that && hash == that.hash && Arrays.equals(symbols, that.symbols);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return Arrays.toString(symbols);
    }
}

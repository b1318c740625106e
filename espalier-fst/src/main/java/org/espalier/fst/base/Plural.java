package org.espalier.fst.base;

/** Counts in words: 1 state, 2 states. */
public final class Plural {
    private Plural() {}

    /** Returns a count with a noun, which forms its plural with an s. */
    public static String of(long count, String noun) {
        return count + " " + form(count, noun, noun + "s");
    }

    /** Returns the first word if the count is one, else the second. */
    public static String form(long count, String one, String more) {
        return count == 1 ? one : more;
    }
}

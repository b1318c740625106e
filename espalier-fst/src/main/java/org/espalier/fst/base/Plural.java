package org.espalier.fst.base;

/** Numbers of things, as sentences for people have them: 1 state, 2 states. */
public final class Plural {
    private Plural() {}

    /** So many of what a noun names, which forms its plural with an s. */
    public static String of(long count, String noun) {
        return count + " " + form(count, noun, noun + "s");
    }

    /** Returns the first word where there is one of something, else the other. */
    public static String form(long count, String one, String more) {
        return count == 1 ? one : more;
    }
}

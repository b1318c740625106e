package org.espalier.fst;

/**
 * Why a machine lacks the twins property: after some marks two paths can both repeat the same further marks, and each
 * time what they have emitted differs more. The marks cannot say which path it is until the repetition ends, so no
 * finite machine can emit symbols by marks alone.
 *
 * @param marks the marks before the repetition
 * @param repeated the marks that repeat
 * @param before what each path had emitted beyond the other before the repetition
 * @param after the same after one repetition
 */
record TwinsViolation(String marks, String repeated, String before, String after) {
    /** One line for a person. */
    String describe() {
        return "the twins property fails: after marks " + marks + " two paths can both repeat " + repeated
                + " while what only one of them has emitted goes from " + before + " to " + after;
    }
}

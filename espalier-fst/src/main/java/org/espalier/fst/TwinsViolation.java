package org.espalier.fst;

/**
 * A proof that a machine lacks the twins property: after some marks two paths can both repeat the same further marks,
 * and their outputs differ more with each repetition. The marks do not tell the paths apart until the repetition ends,
 * so no finite machine can emit symbols by marks alone.
 *
 * @param marks the marks before the repetition
 * @param repeated the marks that repeat
 * @param before the symbols that each path has emitted beyond the other before the repetition
 * @param after the symbols that each path has emitted beyond the other after one repetition
 */
record TwinsViolation(String marks, String repeated, String before, String after) {
    /** Returns one line for a person. */
    String describe() {
        return "the twins property fails: after marks " + marks + " two paths can both repeat " + repeated
                + " while what only one of them has emitted goes from " + before + " to " + after;
    }
}

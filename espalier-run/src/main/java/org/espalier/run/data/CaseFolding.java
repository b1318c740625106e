package org.espalier.run.data;

/** Whether capital letters count as small ones. */
public enum CaseFolding {
    /** Letters stay as they are. */
    NONE {
        @Override
        String of(String text) {
            return text;
        }
    },
    /** Capital letters become small ones, character by character. */
    CASE {
        @Override
        String of(String text) {
            StringBuilder folded = new StringBuilder(text.length());
            text.codePoints()
                    .map(c -> Character.toLowerCase(Character.toUpperCase(c)))
                    .forEach(folded::appendCodePoint);
            return folded.toString();
        }
    };

    abstract String of(String text);
}

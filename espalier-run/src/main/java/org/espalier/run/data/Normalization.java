package org.espalier.run.data;

import java.text.Normalizer;

/** Which of the ways in which Unicode can write the same text is read. */
public enum Normalization {
    /** Composed where that is possible, so that é is one symbol however it was typed. */
    NFC {
        @Override
        String of(String text) {
            return Normalizer.normalize(text, Normalizer.Form.NFC);
        }
    },
    /** As it stands. */
    NONE {
        @Override
        String of(String text) {
            return text;
        }
    };

    abstract String of(String text);
}

package org.espalier.run.data;

import java.text.Normalizer;

/** The Unicode normalization that is applied to text when it is read. */
public enum Normalization {
    /** Composed form, so that é is one symbol however it was typed. */
    NFC {
        @Override
        String of(String text) {
            return Normalizer.normalize(text, Normalizer.Form.NFC);
        }
    },
    /** Decomposed form, so that é is two symbols, e and an accent, each of which is more frequent. */
    NFD {
        @Override
        String of(String text) {
            return Normalizer.normalize(text, Normalizer.Form.NFD);
        }
    },
    /** Composed form without typographic differences, so that ﬁ is f and i. */
    NFKC {
        @Override
        String of(String text) {
            return Normalizer.normalize(text, Normalizer.Form.NFKC);
        }
    },
    /** No change. */
    NONE {
        @Override
        String of(String text) {
            return text;
        }
    };

    abstract String of(String text);
}

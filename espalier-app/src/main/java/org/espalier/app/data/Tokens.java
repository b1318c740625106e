package org.espalier.app.data;

import java.util.List;
import org.espalier.fst.Alphabet;

/** How a string of text becomes symbols. */
public enum Tokens {
    /** Symbols are separated by white space; {@code <eps>} is the empty string. */
    WORDS {
        @Override
        public List<String> split(String text) {
            return Alphabet.split(text);
        }
    },
    /** Every Unicode code point is a symbol; a space becomes {@code <space>}. */
    CHARS {
        @Override
        public List<String> split(String text) {
            return text.codePoints()
                    .mapToObj(c -> Character.isWhitespace(c) ? "<space>" : Character.toString(c))
                    .toList();
        }
    };

    public abstract List<String> split(String text);
}

package org.espalier.run.data;

import java.util.List;
import org.espalier.fst.Alphabet;

/** How a string of text becomes symbols. */
public enum TokenUnit {
    /** Symbols are separated by white space; {@code <eps>} is the empty string. */
    WORDS {
        @Override
        public List<String> split(String text) {
            return Alphabet.split(text);
        }

        @Override
        public String join(List<String> symbols) {
            return String.join(" ", symbols);
        }
    },
    /** Every Unicode code point is a symbol; a space becomes {@code <space>}. */
    CHARS {
        @Override
        public List<String> split(String text) {
            return text.codePoints()
                    .mapToObj(c -> Character.isWhitespace(c) ? SPACE : Character.toString(c))
                    .toList();
        }

        @Override
        public String join(List<String> symbols) {
            return String.join("", symbols).replace(SPACE, " ");
        }
    };

    private static final String SPACE = "<space>";

    public abstract List<String> split(String text);

    /** The text that symbols are split from. */
    public abstract String join(List<String> symbols);
}

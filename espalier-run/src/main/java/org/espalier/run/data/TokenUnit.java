package org.espalier.run.data;

import java.util.List;
import org.espalier.fst.Alphabet;

/** The unit into which text is split: words or characters. */
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

    /** Splits text into symbols. */
    public abstract List<String> split(String text);

    /** Joins symbols into text; the inverse of {@link #split}. */
    public abstract String join(List<String> symbols);
}

package org.espalier.run.alignment;

import java.util.List;
import java.util.stream.Collectors;
import org.espalier.fst.base.Escapes;

/**
 * The notations in which tools that align letters with phonemes write an alignment on one line. Operations that neither read
 * nor write are omitted.
 *
 * <p>Those tools cannot write a symbol that contains one of their separators. Here such characters, and all spaces, are
 * {@linkplain Escapes escaped}.
 */
public enum AlignmentNotation {
    /** All parts of x, a tab, all parts of y: {@code a:b|c|<TAB>X|_|}. A bar ends each part, a colon joins its symbols. */
    M2M(":", "|:_") {
        @Override
        public String line(Alignment alignment) {
            return parts(alignment.columns().stream()
                            .map(AlignmentOperation::read)
                            .toList()) + "\t"
                    + parts(alignment.columns().stream()
                            .map(AlignmentOperation::written)
                            .toList());
        }

        private String parts(List<List<String>> sides) {
            return sides.stream().map(side -> part(side) + "|").collect(Collectors.joining());
        }
    },
    /** Operations with spaces between them: in each its part of x, a closing brace, its part of y. A bar joins symbols. */
    PHONETISAURUS("|", "|}_") {
        @Override
        public String line(Alignment alignment) {
            return alignment.columns().stream()
                    .map(operation -> part(operation.read()) + "}" + part(operation.written()))
                    .collect(Collectors.joining(" "));
        }
    };

    private static final String NOTHING = "_";

    private final String joiner;
    private final String reserved;

    AlignmentNotation(String joiner, String reserved) {
        this.joiner = joiner;
        this.reserved = reserved;
    }

    /** Returns an alignment in this notation. */
    public abstract String line(Alignment alignment);

    /** Returns the symbols of one side of an operation in this notation. */
    public String part(List<String> symbols) {
        return symbols.isEmpty() ? NOTHING : symbols.stream().map(this::escaped).collect(Collectors.joining(joiner));
    }

    private String escaped(String symbol) {
        return Escapes.of(
                symbol, c -> reserved.indexOf(c) >= 0 || Character.isWhitespace(c) || Character.isSpaceChar(c));
    }
}

package org.espalier.fst.language;

import java.util.ArrayList;
import java.util.List;

/** Symbols as they stand in a text: separated by white space, or one for each code point. */
final class Symbols {
    private Symbols() {}

    static List<String> split(String text) {
        List<String> symbols = new ArrayList<>();
        StringBuilder symbol = new StringBuilder();
        text.codePoints().forEach(c -> {
            if (!Character.isWhitespace(c)) {
                symbol.appendCodePoint(c);
            } else if (!symbol.isEmpty()) {
                symbols.add(symbol.toString());
                symbol.setLength(0);
            }
        });
        if (!symbol.isEmpty()) {
            symbols.add(symbol.toString());
        }
        return symbols;
    }

    static List<String> characters(String text) {
        return text.codePoints().mapToObj(Character::toString).toList();
    }
}

package org.espalier.run.data;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.espalier.fst.Alphabet;
import org.espalier.fst.base.EspalierException;

/**
 * Makes equal symbols of a file one object. There are few different ones in a million strings, and a string then holds a
 * reference for each, of four bytes, instead of a text of its own, of fifty.
 */
final class SymbolInterner {
    private final Map<String, String> met = new HashMap<>();

    /**
     * The same string, of the symbols met before where they are equal.
     *
     * @throws EspalierException if one is none that a machine can have
     */
    List<String> of(List<String> symbols) {
        return symbols.stream().map(this::of).toList();
    }

    private String of(String symbol) {
        return met.computeIfAbsent(symbol, added -> {
            Alphabet.requireSymbol(added);
            return added;
        });
    }
}

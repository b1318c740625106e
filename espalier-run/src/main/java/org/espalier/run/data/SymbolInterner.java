package org.espalier.run.data;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.espalier.fst.Alphabet;
import org.espalier.fst.base.EspalierException;

/**
 * Replaces equal symbols of a file by one object. A million strings have few distinct symbols; a reference takes four bytes,
 * a separate text about fifty.
 */
final class SymbolInterner {
    private final Map<String, String> interned = new HashMap<>();

    /**
     * Returns the string with each symbol replaced by its interned object.
     *
     * @throws EspalierException if a symbol is invalid in a machine
     */
    List<String> of(List<String> symbols) {
        return symbols.stream().map(this::of).toList();
    }

    private String of(String symbol) {
        return interned.computeIfAbsent(symbol, added -> {
            Alphabet.requireSymbol(added);
            return added;
        });
    }
}

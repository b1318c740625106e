package org.espalier.fst.io;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.espalier.fst.Alphabet;
import org.espalier.fst.base.EspalierException;

/**
 * OpenFst's numbering of symbols: each symbol has one key, 0 or more, and each key one symbol. By convention, key 0 is
 * the empty string, whatever its name.
 */
public final class SymbolTable {
    private final String name;
    private final Map<String, Long> keys;
    private final SortedMap<Long, String> symbols;

    private SymbolTable(Builder builder) {
        name = builder.name;
        keys = Map.copyOf(builder.keys);
        symbols = Collections.unmodifiableSortedMap(new TreeMap<>(builder.symbols));
    }

    public static Builder builder(String name) {
        return new Builder(name);
    }

    /** Returns the table that gives {@code <eps>} the key 0 and each symbol its number in the alphabet plus 1. */
    public static SymbolTable of(String name, Alphabet alphabet) {
        Builder table = builder(name).add(Alphabet.EPSILON, 0);
        for (int id = 0; id < alphabet.size(); id++) {
            table.add(alphabet.symbol(id), id + 1L);
        }
        return table.build();
    }

    /** Returns the origin of the table, such as a file, for people. */
    public String name() {
        return name;
    }

    public int size() {
        return keys.size();
    }

    public Optional<String> symbol(long key) {
        return Optional.ofNullable(symbols.get(key));
    }

    /** Returns the symbol of an arc's label. */
    String require(int label) {
        String symbol = symbols.get((long) label);
        if (symbol == null) {
            throw new EspalierException("label " + label + " has no symbol in the table "
                    + EspalierException.quote(name) + "; add it there, or use the labels as numbers, without a table");
        }
        return symbol;
    }

    /** Returns the key of a symbol, or -1 if this table does not contain it. */
    public long key(String symbol) {
        return keys.getOrDefault(symbol, -1L);
    }

    /** Returns the symbol of each key, in the order of the keys. */
    public SortedMap<Long, String> symbols() {
        return symbols;
    }

    @Override
    public String toString() {
        return "SymbolTable[" + name + ", " + size() + " symbols]";
    }

    /** Collects symbols and refuses a second key for a symbol, or a second symbol for a key. */
    public static final class Builder {
        private final String name;
        private final Map<String, Long> keys = new HashMap<>();
        private final Map<Long, String> symbols = new HashMap<>();

        private Builder(String name) {
            this.name = name;
        }

        /** Adds a symbol under a key. Repeating a pair changes nothing. */
        public Builder add(String symbol, long key) {
            if (symbol.isEmpty() || key < 0) {
                throw new EspalierException("found symbol " + EspalierException.quote(symbol) + " with key " + key
                        + ", expected a symbol that is not empty and a key that is not negative");
            }
            Long otherKey = keys.putIfAbsent(symbol, key);
            if (otherKey != null && otherKey != key) {
                throw new EspalierException("found keys " + otherKey + " and " + key + " for the symbol "
                        + EspalierException.quote(symbol) + ", expected one; remove one of them");
            }
            String otherSymbol = symbols.putIfAbsent(key, symbol);
            if (otherSymbol != null && !otherSymbol.equals(symbol)) {
                throw new EspalierException("found symbols " + EspalierException.quote(otherSymbol) + " and "
                        + EspalierException.quote(symbol) + " for the key " + key
                        + ", expected one; remove one of them");
            }
            return this;
        }

        public SymbolTable build() {
            return new SymbolTable(this);
        }
    }
}

package org.espalier.fst;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.espalier.fst.base.EspalierException;

/**
 * An immutable set of symbols, numbered from 0 in the order in which they were added.
 *
 * <p>A symbol is a whole token such as {@code a}, {@code I_LOOK} or {@code <delete>}. It has at least one character and
 * no white space, because all text formats separate symbols by white space. {@value #EPSILON} is reserved for the empty
 * string, which is never a symbol.
 */
public final class Alphabet {
    /** The empty string in text formats. */
    public static final String EPSILON = "<eps>";

    private static final Pattern WHITE_SPACE = Pattern.compile("\\p{javaWhitespace}+");
    private static final Alphabet EMPTY = new Alphabet(List.of(), Map.of());

    private final List<String> symbols;
    private final Map<String, Integer> ids;

    private Alphabet(List<String> symbols, Map<String, Integer> ids) {
        this.symbols = symbols;
        this.ids = ids;
    }

    public static Alphabet empty() {
        return EMPTY;
    }

    /** Returns the alphabet of these symbols. Repetitions are ignored. */
    public static Alphabet of(String... symbols) {
        return of(List.of(symbols));
    }

    /** Returns the alphabet of these symbols in iteration order. Repetitions are ignored. */
    public static Alphabet of(Collection<String> symbols) {
        Builder builder = new Builder();
        symbols.forEach(builder::add);
        return builder.build();
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder that starts with the symbols of this alphabet, numbered as here. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        symbols.forEach(builder::add);
        return builder;
    }

    public int size() {
        return symbols.size();
    }

    public String symbol(int id) {
        return symbols.get(id);
    }

    /** Returns the number of a symbol, or -1 if this alphabet does not contain it. */
    public int id(String symbol) {
        return ids.getOrDefault(symbol, -1);
    }

    public boolean contains(String symbol) {
        return ids.containsKey(symbol);
    }

    public List<String> symbols() {
        return symbols;
    }

    /** Returns the numbers of a string of symbols, with -1 for a symbol that this alphabet does not contain. */
    public int[] ids(List<String> string) {
        return string.stream().mapToInt(this::id).toArray();
    }

    /** Returns the symbols for a string of numbers. */
    public List<String> symbolsOf(int... string) {
        return Arrays.stream(string).mapToObj(symbols::get).toList();
    }

    /** Returns the symbols of these numbers, joined by single spaces, or {@value #EPSILON} for the empty string. */
    public String format(int... string) {
        if (string.length == 0) {
            return EPSILON;
        }
        StringBuilder text = new StringBuilder();
        for (int id : string) {
            text.append(text.isEmpty() ? "" : " ").append(symbol(id));
        }
        return text.toString();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Alphabet that && symbols.equals(that.symbols);
    }

    @Override
    public int hashCode() {
        return symbols.hashCode();
    }

    @Override
    public String toString() {
        return symbols.toString();
    }

    /** Splits a text at white space into symbols. {@code "a b"} has two; {@code ""} and {@value #EPSILON} have none. */
    public static List<String> split(String text) {
        List<String> words = words(text);
        return words.equals(List.of(EPSILON)) ? List.of() : words;
    }

    /** Splits a text at white space into words, without checking that they can be symbols. */
    public static List<String> words(String text) {
        String trimmed = text.strip();
        return trimmed.isEmpty() ? List.of() : List.of(WHITE_SPACE.split(trimmed));
    }

    /** Collects symbols. Adding a symbol again returns its first number. */
    public static final class Builder {
        private final List<String> symbols = new ArrayList<>();
        private final Map<String, Integer> ids = new HashMap<>();

        private Builder() {}

        /** Adds a symbol if it is new and returns its number. */
        public int add(String symbol) {
            Integer known = ids.get(symbol);
            if (known != null) {
                return known;
            }
            requireSymbol(symbol);
            ids.put(symbol, symbols.size());
            symbols.add(symbol);
            return symbols.size() - 1;
        }

        /** Adds the symbols that are new and returns the numbers of all. */
        public int[] addAll(List<String> string) {
            return string.stream().mapToInt(this::add).toArray();
        }

        public int size() {
            return symbols.size();
        }

        public Alphabet build() {
            return new Alphabet(List.copyOf(symbols), Map.copyOf(ids));
        }
    }

    /**
     * Checks that a string can be a symbol.
     *
     * @throws EspalierException if it is empty or {@value #EPSILON}, or contains white space or control characters
     */
    public static void requireSymbol(String symbol) {
        if (symbol.isEmpty() || symbol.equals(EPSILON)) {
            throw new EspalierException(EspalierException.quote(symbol)
                    + " cannot be a symbol: it stands for the empty string; leave the label empty instead");
        }
        if (symbol.codePoints().anyMatch(c -> Character.isWhitespace(c) || Character.isISOControl(c))) {
            throw new EspalierException(
                    EspalierException.quote(symbol)
                            + " cannot be a symbol: symbols have no white space or control characters; write <space> for a space");
        }
    }
}

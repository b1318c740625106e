package org.espalier.run.data;

import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.espalier.fst.Alphabet;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.NearestWord;

/**
 * Symbols that an alphabet does not contain: those that it contains in another case or normalization are replaced, and messages
 * about the others name the nearest symbol that it does contain.
 */
public final class UnknownSymbols {
    private static final Pattern DIACRITICS = Pattern.compile("\\p{M}+");

    private UnknownSymbols() {}

    /** Returns a string with each unknown symbol replaced by the known one that differs in case or normalization only, if any. */
    public static List<String> matched(List<String> string, Alphabet symbols) {
        return string.stream().allMatch(symbols::contains)
                ? string
                : string.stream().map(symbol -> matched(symbol, symbols)).toList();
    }

    private static String matched(String symbol, Alphabet symbols) {
        return symbols.contains(symbol)
                ? symbol
                : Stream.of(
                                symbol.toLowerCase(Locale.ROOT),
                                symbol.toUpperCase(Locale.ROOT),
                                Normalizer.normalize(symbol, Normalizer.Form.NFC),
                                Normalizer.normalize(symbol, Normalizer.Form.NFKC))
                        .filter(symbols::contains)
                        .findFirst()
                        .orElse(symbol);
    }

    /**
     * Returns a message about the first symbol of a string that the machine does not know, or empty if it knows all.
     *
     * @param symbols the machine's alphabet
     * @param verb what the machine does with these symbols: {@code reads} or {@code writes}
     */
    public static Optional<String> problem(List<String> string, Alphabet symbols, String verb) {
        return matched(string, symbols).stream()
                .filter(symbol -> !symbols.contains(symbol))
                .findFirst()
                .map(symbol -> "the machine " + verb + " no " + EspalierException.quote(symbol)
                        + hint(List.of(symbol), symbols).orElse(""));
    }

    /** Returns the end of a message that names the symbol nearest to the first unknown symbol that has one. */
    static Optional<String> hint(List<String> unknown, Alphabet symbols) {
        if (unknown.contains(TokenUnit.SPACE)) {
            return Optional.of("; write the text without spaces, since every character is a symbol");
        }
        return unknown.stream()
                .filter(symbol -> isUncut(symbol, symbols))
                .findFirst()
                .map(symbol -> ", but all its characters: it looks as if it was not cut into symbols; separate them by"
                        + " spaces, or read texts as chars (tokens)")
                .or(() -> unknown.stream()
                        .flatMap(symbol -> nearest(symbol, symbols).stream())
                        .findFirst()
                        .map(near -> "; the nearest symbol is " + EspalierException.quote(near)));
    }

    /** Returns whether a symbol has several characters, each of which is a known symbol. */
    private static boolean isUncut(String symbol, Alphabet symbols) {
        return symbol.codePointCount(0, symbol.length()) > 1
                && symbol.codePoints().mapToObj(Character::toString).allMatch(symbols::contains);
    }

    /** Returns the nearest symbol by spelling, or one that differs only in its diacritics. */
    private static Optional<String> nearest(String symbol, Alphabet symbols) {
        String plain = withoutDiacritics(symbol);
        return NearestWord.to(symbol, symbols.symbols().stream())
                .or(() -> symbols.symbols().stream()
                        .filter(each -> withoutDiacritics(each).equalsIgnoreCase(plain))
                        .findFirst());
    }

    private static String withoutDiacritics(String symbol) {
        return DIACRITICS
                .matcher(Normalizer.normalize(symbol, Normalizer.Form.NFD))
                .replaceAll("");
    }
}

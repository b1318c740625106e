package org.espalier.run.data;

import java.text.Normalizer;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.espalier.fst.Alphabet;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.NearestWord;

/** Messages about symbols that an alphabet does not contain, with the nearest symbol that it does contain. */
public final class UnknownSymbols {
    private static final Pattern DIACRITICS = Pattern.compile("\\p{M}+");

    private UnknownSymbols() {}

    /**
     * Returns a message about the first symbol of a string that the machine does not know, or empty if it knows all.
     *
     * @param symbols the machine's alphabet
     * @param verb what the machine does with these symbols: {@code reads} or {@code writes}
     */
    public static Optional<String> problem(List<String> string, Alphabet symbols, String verb) {
        return string.stream()
                .filter(symbol -> !symbols.contains(symbol))
                .findFirst()
                .map(symbol -> "the machine " + verb + " no " + EspalierException.quote(symbol)
                        + hint(List.of(symbol), symbols).orElse(""));
    }

    /** Returns the end of a message that names the symbol nearest to the first unknown symbol that has one. */
    static Optional<String> hint(List<String> unknown, Alphabet symbols) {
        return unknown.stream()
                .flatMap(symbol -> nearest(symbol, symbols).stream())
                .findFirst()
                .map(near -> "; the nearest symbol is " + EspalierException.quote(near));
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

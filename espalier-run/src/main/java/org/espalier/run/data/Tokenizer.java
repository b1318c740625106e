package org.espalier.run.data;

import java.util.List;
import org.espalier.fst.Alphabet;
import org.espalier.fst.base.EspalierException;

/**
 * Splits the text of one tape into symbols.
 *
 * @param tokens the unit of symbols
 * @param normalization the normalization that is applied before
 * @param folding whether capital letters count as small ones
 */
public record Tokenizer(TokenUnit tokens, Normalization normalization, CaseFolding folding) {
    /** Returns a tokenizer with the default normalization, NFC. */
    public static Tokenizer of(TokenUnit tokens) {
        return new Tokenizer(tokens, Normalization.NFC, CaseFolding.NONE);
    }

    Tokenizer with(Normalization other) {
        return new Tokenizer(tokens, other, folding);
    }

    /** Returns the text of which the symbols are parts. */
    String normalized(String text) {
        return folding.of(normalization.of(text));
    }

    /** Normalizes text and splits it into symbols. */
    public List<String> split(String text) {
        return tokens.split(normalized(text));
    }

    /**
     * Normalizes text and splits it into symbols that are valid in a machine.
     *
     * @throws EspalierException if a symbol is not valid
     */
    public List<String> symbols(String text) {
        List<String> symbols = split(text);
        symbols.forEach(Alphabet::requireSymbol);
        return symbols;
    }

    /** Joins symbols into text, in the composed form that people type. */
    public String join(List<String> symbols) {
        String text = tokens.join(symbols);
        return normalization == Normalization.NFD ? Normalization.NFC.of(text) : text;
    }
}

package org.espalier.run.data;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.LineReader;

/**
 * The words of a language, by which outputs that are words can be told from others. Immutable.
 *
 * <p>A file has one word per line, written as an output of the run's files; what follows a tab, such as a frequency, is ignored, and so
 * are blank lines. Words are normalized as the run's outputs are.
 */
public final class WordList {
    /** The largest number of words: all inflected forms of a language, and a bound on memory. */
    public static final int MAX_WORDS = 10_000_000;

    private final Tokenizer tokens;
    private final Set<String> words;

    private WordList(Tokenizer tokens, Set<String> words) {
        this.tokens = tokens;
        this.words = words;
    }

    /**
     * Creates a list of words.
     *
     * @param tokens how outputs are split into symbols
     */
    public static WordList of(Collection<String> words, Tokenizer tokens) {
        Set<String> joined = new HashSet<>();
        for (String word : words) {
            addWords(word, tokens, joined);
        }
        return new WordList(tokens, joined);
    }

    /**
     * Reads a file, or standard input for {@code -}.
     *
     * @throws EspalierException if the file has no word, or more than {@value #MAX_WORDS}
     */
    public static WordList read(String file, Tokenizer tokens, InputStream standardInput) {
        boolean standard = file.equals("-");
        Set<String> words = new HashSet<>();
        try (LineReader lines = standard
                ? new LineReader("standard input", LineReader.utf8(standardInput))
                : LineReader.open(Path.of(file))) {
            while (lines.next()) {
                Reading.requireWholeLine(lines);
                LineReader.Field word = lines.fields('\t', 1).get(0);
                Reading.requireText(lines, word);
                addWords(word.text().strip(), tokens, words);
                if (words.size() > MAX_WORDS) {
                    throw lines.error(0, "found more than " + MAX_WORDS + " words; give a shorter list");
                }
            }
        }
        if (words.isEmpty()) {
            throw new EspalierException((standard ? "standard input" : file) + " has no words; a line has one word");
        }
        return new WordList(tokens, words);
    }

    private static void addWords(String text, Tokenizer tokens, Set<String> words) {
        for (List<String> word : words(tokens.split(text))) {
            words.add(tokens.join(word));
        }
    }

    /** Splits an output whose symbols are characters at its spaces. */
    private static List<List<String>> words(List<String> symbols) {
        List<List<String>> words = new ArrayList<>();
        int from = 0;
        for (int at = 0; at <= symbols.size(); at++) {
            if (at == symbols.size() || symbols.get(at).equals(TokenUnit.SPACE)) {
                if (at > from) {
                    words.add(symbols.subList(from, at));
                }
                from = at + 1;
            }
        }
        return words;
    }

    /** Returns whether an output has words, and all of them are in the list. Complexity: O(symbols). */
    public boolean contains(List<String> output) {
        List<List<String>> words = words(output);
        return !words.isEmpty() && words.stream().allMatch(word -> this.words.contains(tokens.join(word)));
    }

    /** Returns the words as text, in order. */
    public SortedSet<String> words() {
        return Collections.unmodifiableSortedSet(new TreeSet<>(words));
    }

    public int size() {
        return words.size();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof WordList that && tokens.equals(that.tokens) && words.equals(that.words);
    }

    @Override
    public int hashCode() {
        return words.hashCode();
    }

    @Override
    public String toString() {
        return "WordList[" + words.size() + " words]";
    }
}

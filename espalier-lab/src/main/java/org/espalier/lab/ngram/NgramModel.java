package org.espalier.lab.ngram;

import it.unimi.dsi.fastutil.longs.Long2IntMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.fst.base.EspalierException;

/**
 * An n-gram model with interpolated modified Kneser–Ney smoothing (Chen and Goodman). Symbols are numbered
 * from 0, and the end of a string is an event like any symbol. A state holds all that the model knows of the past, so that a
 * search can merge prefixes.
 */
public final class NgramModel {
    private final int order;
    private final int symbols;
    private final int start;
    private final Long2IntOpenHashMap children;
    private final int[] suffixes;

    /** For each n-gram, the log-probability of its last symbol after the others. */
    private final double[] logProbabilities;

    /** For each n-gram as a context, the logarithm of the probability that it leaves to its suffix. */
    private final double[] logBackoffs;

    /** For each n-gram, its longest suffix after which something was seen. */
    private final int[] contexts;

    /**
     * An n-gram.
     *
     * @param context the number of the n-gram without its last symbol
     * @param last its last symbol; {@link #end} or {@link #begin} at an end of a string
     * @param logProbability the log-probability of the last symbol after the context
     * @param next the number of the state after the n-gram
     */
    record Ngram(int context, int last, double logProbability, int next) {}

    private NgramModel(NgramCounts counts, int symbols, int order) {
        this.order = order;
        this.symbols = symbols;
        int size = counts.size();
        children = counts.children();
        suffixes = IntStream.range(0, size).map(counts::suffix).toArray();
        int[] adjusted = counts.adjusted();
        KneserNeyDiscounts[] discounts = discounts(counts, adjusted, order);
        double[] totals = new double[size];
        double[] discounted = new double[size];
        for (int node = 1; node < size; node++) {
            totals[counts.parent(node)] += adjusted[node];
            discounted[counts.parent(node)] += discounts[counts.length(node)].of(adjusted[node]);
        }
        double[] probabilities = new double[size];
        contexts = new int[size];
        // A suffix has a smaller number than its n-gram, so its probability is known.
        for (int node = 1; node < size; node++) {
            int parent = counts.parent(node);
            double shorter = counts.length(node) == 1 ? 1.0 / events() : probabilities[suffixes[node]];
            double own = adjusted[node] - discounts[counts.length(node)].of(adjusted[node]);
            probabilities[node] = (own + discounted[parent] * shorter) / totals[parent];
            contexts[node] = totals[node] > 0 ? node : contexts[suffixes[node]];
        }
        logProbabilities = Arrays.stream(probabilities).map(Math::log).toArray();
        logBackoffs = IntStream.range(0, size)
                .mapToDouble(node -> totals[node] > 0 ? Math.log(discounted[node] / totals[node]) : 0)
                .toArray();
        start = contexts[counts.child(NgramCounts.ROOT, begin())];
    }

    /** Returns the discounts for each length of n-grams. */
    private static KneserNeyDiscounts[] discounts(NgramCounts counts, int[] adjusted, int order) {
        long[][] withCount = new long[order + 1][5];
        for (int node = 1; node < adjusted.length; node++) {
            if (adjusted[node] <= 4) {
                withCount[counts.length(node)][adjusted[node]]++;
            }
        }
        KneserNeyDiscounts[] discounts = new KneserNeyDiscounts[order + 1];
        for (int length = 0; length <= order; length++) {
            long[] n = withCount[length];
            discounts[length] = KneserNeyDiscounts.of(n[1], n[2], n[3], n[4]);
        }
        return discounts;
    }

    /**
     * Trains a model.
     *
     * <p>Complexity: O(symbols · order) time, and about 60 bytes per distinct n-gram.
     *
     * @param strings the strings, of symbols from 0 to {@code symbols} − 1
     * @param symbols the number of symbols
     * @param order the length of the longest n-grams
     */
    public static NgramModel train(List<int[]> strings, int symbols, int order) {
        if (order < 1) {
            throw new EspalierException("the order of an n-gram model must be at least 1; found " + order);
        }
        if (strings.isEmpty()) {
            throw new EspalierException("an n-gram model cannot be learned from nothing; give at least one string");
        }
        NgramCounts counts = new NgramCounts(order, symbols + 1);
        for (int[] string : strings) {
            int[] framed = new int[string.length + 2];
            framed[0] = symbols + 1;
            System.arraycopy(string, 0, framed, 1, string.length);
            framed[framed.length - 1] = symbols;
            counts.add(framed);
        }
        return new NgramModel(counts, symbols, order);
    }

    public int order() {
        return order;
    }

    /** Returns the number of n-grams of all lengths. */
    public int size() {
        return suffixes.length - 1;
    }

    /** Returns the number of events: all symbols, and the end. */
    public int events() {
        return symbols + 1;
    }

    /** Returns the event that ends a string. */
    public int end() {
        return symbols;
    }

    /** Returns the symbol before each string, which is not an event. */
    int begin() {
        return symbols + 1;
    }

    /** Returns the state before the first symbol. */
    public int start() {
        return start;
    }

    /** Returns the state after one more symbol. */
    public int next(int state, int symbol) {
        for (int context = state; context != NgramCounts.NONE; context = suffixes[context]) {
            int child = children.get(NgramCounts.key(context, symbol));
            if (child != NgramCounts.NONE) {
                return contexts[child];
            }
        }
        return NgramCounts.ROOT;
    }

    /** Returns the log-probability of an event in a state. */
    public double logProbability(int state, int event) {
        double logProbability = 0;
        for (int context = state; context != NgramCounts.NONE; context = suffixes[context]) {
            int child = children.get(NgramCounts.key(context, event));
            if (child != NgramCounts.NONE) {
                return logProbability + logProbabilities[child];
            }
            logProbability += logBackoffs[context];
        }
        return logProbability - Math.log(events());
    }

    /** Returns the log-probability of a string and its end. */
    public double logProbability(int[] string) {
        int state = start;
        double logProbability = 0;
        for (int symbol : string) {
            logProbability += logProbability(state, symbol);
            state = next(state, symbol);
        }
        return logProbability + logProbability(state, end());
    }

    /**
     * Returns all n-grams by their numbers, which count from 1; 0 is the empty one, which is not listed. The number of a
     * context is also that of the state in which the model remembers it, and larger than that of its suffix.
     *
     * <p>Complexity: linear in the number of n-grams.
     */
    List<Ngram> ngrams() {
        Ngram[] ngrams = new Ngram[size()];
        for (Long2IntMap.Entry child : children.long2IntEntrySet()) {
            int ngram = child.getIntValue();
            ngrams[ngram - 1] = new Ngram(
                    (int) (child.getLongKey() >>> Integer.SIZE),
                    (int) child.getLongKey(),
                    logProbabilities[ngram],
                    contexts[ngram]);
        }
        return List.of(ngrams);
    }

    /** Returns the state that an unknown event is looked up in after this one. */
    int backoffState(int state) {
        return suffixes[state];
    }

    /** Returns the logarithm of the probability that a state leaves to its backoff state. */
    double logBackoff(int state) {
        return logBackoffs[state];
    }
}

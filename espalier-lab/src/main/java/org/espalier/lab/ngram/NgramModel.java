package org.espalier.lab.ngram;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.fst.base.EspalierException;

/**
 * An n-gram model with interpolated modified Kneser–Ney smoothing (Chen and Goodman). Strings are of symbols from 0 and get an
 * end, which is an event like any symbol. What the model knows of the past is a state, so that a search can merge prefixes.
 */
public final class NgramModel {
    private final int order;
    private final int symbols;
    private final int start;
    private final Long2IntOpenHashMap children;
    private final int[] suffixes;

    /** Of each n-gram, the logarithm of the probability of its last symbol after the others. */
    private final double[] logProbabilities;

    /** Of each n-gram as a context, the logarithm of what it leaves to its suffix. */
    private final double[] logBackoffs;

    /** Of each n-gram its longest suffix after which something was seen. */
    private final int[] contexts;

    private NgramModel(NgramCounts counts, int symbols, int order) {
        this.order = order;
        this.symbols = symbols;
        int size = counts.size();
        children = counts.children();
        suffixes = IntStream.range(0, size).map(counts::suffix).toArray();
        int[] adjusted = counts.adjusted();
        KneserNeyDiscounts[] discounts = discounts(counts, adjusted, order);
        double[] totals = new double[size];
        double[] left = new double[size];
        for (int node = 1; node < size; node++) {
            totals[counts.parent(node)] += adjusted[node];
            left[counts.parent(node)] += discounts[counts.length(node)].of(adjusted[node]);
        }
        double[] probabilities = new double[size];
        contexts = new int[size];
        // A suffix has a smaller number than the n-gram, so it is done before.
        for (int node = 1; node < size; node++) {
            int parent = counts.parent(node);
            double shorter = counts.length(node) == 1 ? 1.0 / events() : probabilities[suffixes[node]];
            double own = adjusted[node] - discounts[counts.length(node)].of(adjusted[node]);
            probabilities[node] = (own + left[parent] * shorter) / totals[parent];
            contexts[node] = totals[node] > 0 ? node : contexts[suffixes[node]];
        }
        logProbabilities = Arrays.stream(probabilities).map(Math::log).toArray();
        logBackoffs = IntStream.range(0, size)
                .mapToDouble(node -> totals[node] > 0 ? Math.log(left[node] / totals[node]) : 0)
                .toArray();
        start = contexts[counts.child(NgramCounts.ROOT, symbols + 1)];
    }

    /** Of each length. */
    private static KneserNeyDiscounts[] discounts(NgramCounts counts, int[] adjusted, int order) {
        long[][] having = new long[order + 1][5];
        for (int node = 1; node < adjusted.length; node++) {
            if (adjusted[node] <= 4) {
                having[counts.length(node)][adjusted[node]]++;
            }
        }
        KneserNeyDiscounts[] discounts = new KneserNeyDiscounts[order + 1];
        for (int length = 0; length <= order; length++) {
            long[] of = having[length];
            discounts[length] = KneserNeyDiscounts.of(of[1], of[2], of[3], of[4]);
        }
        return discounts;
    }

    /**
     * Complexity: time and memory are of the order of all symbols times the order of the model, about 60 bytes for each
     * distinct n-gram.
     *
     * @param strings of symbols from 0 up to below {@code symbols}
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
            int[] whole = new int[string.length + 2];
            whole[0] = symbols + 1;
            System.arraycopy(string, 0, whole, 1, string.length);
            whole[whole.length - 1] = symbols;
            counts.add(whole);
        }
        return new NgramModel(counts, symbols, order);
    }

    public int order() {
        return order;
    }

    /** How many n-grams of all lengths it holds. */
    public int size() {
        return suffixes.length - 1;
    }

    /** How many things can come next: all symbols, and the end. */
    public int events() {
        return symbols + 1;
    }

    /** The event that ends a string. */
    public int end() {
        return symbols;
    }

    /** The state before the first symbol. */
    public int start() {
        return start;
    }

    /** The state after one more symbol. */
    public int next(int state, int symbol) {
        for (int context = state; context != NgramCounts.NONE; context = suffixes[context]) {
            int child = children.get(NgramCounts.key(context, symbol));
            if (child != NgramCounts.NONE) {
                return contexts[child];
            }
        }
        return NgramCounts.ROOT;
    }

    /** Of an event in a state. */
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

    /** Of a whole string with its end. */
    public double logProbability(int[] string) {
        int state = start;
        double logProbability = 0;
        for (int symbol : string) {
            logProbability += logProbability(state, symbol);
            state = next(state, symbol);
        }
        return logProbability + logProbability(state, end());
    }

    /** For an event, ends among them. */
    public double perplexity(List<int[]> strings) {
        double logProbability =
                strings.stream().mapToDouble(this::logProbability).sum();
        long events = strings.stream().mapToLong(string -> string.length + 1).sum();
        return Math.exp(-logProbability / events);
    }
}

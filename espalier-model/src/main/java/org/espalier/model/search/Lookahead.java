package org.espalier.model.search;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An estimate of what is still to come after each arc of x ∘ T under a joint scorer: log Σ over the strings of marks that lead
 * from the arc to the end, each with its probability under {@link MarkBigrams}. With it, prefixes that have read or written
 * different amounts can be compared: one that has not yet paid for a symbol is charged for it in advance.
 */
final class Lookahead {
    /** The number of marks that are considered at one input position; more are rare. */
    private static final int MARKS_PER_POSITION = 4;

    /** The largest number of pairs of consecutive arcs; estimates for larger graphs would take longer than they save. */
    private static final long MAX_BIGRAMS = 1 << 20;

    /** The least estimate: a table of bigrams is no proof that something is impossible. */
    private static final double LEAST = 1e-5;

    /** The largest logarithm of a ratio of scales, so that the ratio is finite. */
    private static final double MAX_LOG = 700;

    private Lookahead() {}

    /** Returns the estimate of each arc; null if the graph is too large, or has arcs without marks. */
    static double @Nullable [] of(InputGraph graph, MarkBigrams bigrams) {
        if (graph.hasUnmarkedArcs()) {
            return null;
        }
        List<List<Integer>> intoPosition = new ArrayList<>();
        for (int i = 0; i <= graph.inputLength(); i++) {
            intoPosition.add(new ArrayList<>());
        }
        long work = 0;
        for (int a = 0; a < graph.arcs(); a++) {
            int target = graph.target(a);
            if (graph.isLive(target)) {
                intoPosition.get(graph.inputPosition(target)).add(a);
                work += graph.endArc(target) - graph.firstArc(target);
            }
        }
        if (work > MAX_BIGRAMS) {
            return null;
        }
        double[] future = new double[graph.arcs()];
        double[] logs = new double[graph.arcs()];
        // Numbers of arcs into a position are relative to a scale of their own, so that long inputs do not underflow.
        double[] logScale = new double[graph.inputLength() + 2];
        for (int i = graph.inputLength(); i >= 0; i--) {
            for (int sweep = 0; sweep < MARKS_PER_POSITION; sweep++) {
                for (int a : intoPosition.get(i)) {
                    future[a] = future(graph, bigrams, a, future, logScale);
                }
            }
            double best = 0;
            for (int a : intoPosition.get(i)) {
                best = Math.max(best, future[a]);
            }
            for (int a : intoPosition.get(i)) {
                future[a] = best == 0 ? 1 : Math.max(future[a] / best, LEAST);
                logs[a] = logScale[i + 1] + Math.log(best == 0 ? 1 : best) + Math.log(future[a]);
            }
            logScale[i] = logScale[i + 1] + (best == 0 ? 0 : Math.log(best));
        }
        return logs;
    }

    /** Returns the number of an arc relative to the scale of the position after its own. */
    private static double future(InputGraph graph, MarkBigrams bigrams, int arc, double[] future, double[] logScale) {
        int mark = graph.mark(arc);
        int node = graph.target(arc);
        int next = graph.inputPosition(node) + 1;
        double sum = graph.isFinal(node) ? bigrams.after(mark, bigrams.symbols() - 1) : 0;
        for (int a = graph.firstArc(node); a < graph.endArc(node); a++) {
            // An arc that reads several symbols skips positions, and has the scale of a later one.
            int reached = graph.inputPosition(graph.target(a));
            double scale = reached <= next ? 1 : Math.exp(Math.min(MAX_LOG, logScale[reached] - logScale[next]));
            sum += bigrams.after(mark, graph.mark(a)) * future[a] * scale;
        }
        return sum;
    }
}

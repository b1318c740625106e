package org.espalier.model.estimate;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A tree of the marks of all particles, past and present: a node is a prefix, or a complete string if its symbol is EOS. The
 * first nodes are the empty prefixes of the pairs.
 */
final class ParticleTree {
    private final IntArrayList parent = new IntArrayList();
    private final IntArrayList symbol = new IntArrayList();
    private final DoubleArrayList logQ = new DoubleArrayList();
    private final DoubleArrayList logP = new DoubleArrayList();

    ParticleTree(int pairs) {
        for (int p = 0; p < pairs; p++) {
            parent.add(-1);
            symbol.add(-1);
            logQ.add(0);
            logP.add(0);
        }
    }

    /**
     * Adds a node and returns its number.
     *
     * @param stepLogQ log q of the symbol after the parent's prefix
     * @param stepLogP log p̃ of the symbol after the parent's prefix
     */
    int add(int parentNode, int nextSymbol, double stepLogQ, double stepLogP) {
        parent.add(parentNode);
        symbol.add(nextSymbol);
        logQ.add(logQ.getDouble(parentNode) + stepLogQ);
        logP.add(logP.getDouble(parentNode) + stepLogP);
        return parent.size() - 1;
    }

    /** Returns the strings on which the filters of a pair ended, weighted by their contribution to the estimate of p̃(x, y). */
    List<PosteriorString> posterior(List<ParticleFilter> filters) {
        Map<Integer, Double> contributions = new LinkedHashMap<>();
        double max = filters.stream()
                .mapToDouble(ParticleFilter::logLikelihood)
                .max()
                .orElseThrow();
        double sum = 0;
        for (ParticleFilter filter : filters) {
            for (ParticleFilter.Particles particles : filter.particles()) {
                double contribution = Math.exp(filter.logContribution(particles) - max);
                contributions.merge(particles.node(), contribution, Double::sum);
                sum += contribution;
            }
        }
        double total = sum;
        return PosteriorString.heaviestFirst(contributions.entrySet().stream()
                .map(entry -> new PosteriorString(string(entry.getKey()), entry.getValue() / total))
                .toList());
    }

    private ScoredString string(int end) {
        IntArrayList reversed = new IntArrayList();
        for (int node = parent.getInt(end); parent.getInt(node) >= 0; node = parent.getInt(node)) {
            reversed.add(symbol.getInt(node));
        }
        int[] marks = new int[reversed.size()];
        Arrays.setAll(marks, t -> reversed.getInt(marks.length - 1 - t));
        return new ScoredString(marks, logQ.getDouble(end), logP.getDouble(end));
    }
}

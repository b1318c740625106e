package org.espalier.model.estimate;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The marks of all particles there ever were, as a tree: a node is a prefix, or a whole string when its symbol is EOS. The
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

    int add(int ofParent, int itsSymbol, double itsLogQ, double itsLogP) {
        parent.add(ofParent);
        symbol.add(itsSymbol);
        logQ.add(logQ.getDouble(ofParent) + itsLogQ);
        logP.add(logP.getDouble(ofParent) + itsLogP);
        return parent.size() - 1;
    }

    /** The strings on which the filters of a pair ended, weighted as they contribute to the estimate of p̃(x, y). */
    List<PosteriorString> posterior(List<ParticleFilter> filters) {
        Map<Integer, Double> shares = new LinkedHashMap<>();
        double max = filters.stream()
                .mapToDouble(ParticleFilter::logLikelihood)
                .max()
                .orElseThrow();
        double sum = 0;
        for (ParticleFilter filter : filters) {
            for (ParticleFilter.Particles particles : filter.particles()) {
                double share = Math.exp(filter.logShare(particles) - max);
                shares.merge(particles.node(), share, Double::sum);
                sum += share;
            }
        }
        double total = sum;
        return PosteriorString.heaviestFirst(shares.entrySet().stream()
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

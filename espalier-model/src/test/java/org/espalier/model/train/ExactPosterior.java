package org.espalier.model.train;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleSupplier;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.espalier.fst.Lattice;
import org.espalier.fst.dp.PathEnumeration;
import org.espalier.model.LatticeBatch;
import org.espalier.model.Model;
import org.espalier.model.Pass;
import org.espalier.model.PrefixTree;

/** Computes exactly, by enumeration of all mark strings, what training estimates, and gradients by finite differences. */
final class ExactPosterior {
    private final Model model;
    private final LatticeBatch batch;
    private final PrefixTree tree;
    private final double[] penalty;

    ExactPosterior(Model model, LatticeBatch batch, TrainingSettings settings) {
        this.model = model;
        this.batch = batch;
        List<List<int[]>> strings = new ArrayList<>();
        for (Lattice lattice : batch.lattices()) {
            List<int[]> ofPair = new ArrayList<>();
            PathEnumeration.of(lattice, 100_000).forEachRemaining(arcs -> ofPair.add(lattice.marksOf(arcs)));
            strings.add(ofPair);
        }
        this.tree = PrefixTree.of(batch, strings);
        this.penalty = new double[tree.ends()];
        Arrays.setAll(
                penalty,
                end -> settings.lengthPenalty() * Math.max(0, tree.string(end).length - settings.lengthThreshold()));
    }

    /** Returns log p̃(x, y), mean over the pairs. */
    double logLikelihood() {
        return Arrays.stream(logSums(logP())).average().orElseThrow();
    }

    /** Returns KL(p ‖ q), mean over the pairs. */
    double inclusiveKl() {
        double[] logP = posterior();
        double[] logQ = logQ();
        double sum = 0;
        for (int end = 0; end < logP.length; end++) {
            sum += Math.exp(logP[end]) * (logP[end] - logQ[end]);
        }
        return sum / tree.pairs();
    }

    /** Returns KL(q ‖ p), mean over the pairs. */
    double exclusiveKl() {
        double[] logP = posterior();
        double[] logQ = logQ();
        double sum = 0;
        for (int end = 0; end < logP.length; end++) {
            sum += Math.exp(logQ[end]) * (logQ[end] - logP[end]);
        }
        return sum / tree.pairs();
    }

    /** Returns the entropy of q, mean over the pairs. */
    double samplerEntropy() {
        return -Arrays.stream(logQ()).map(log -> Math.exp(log) * log).sum() / tree.pairs();
    }

    private double[] posterior() {
        double[] logP = logP();
        double[] sums = logSums(logP);
        Arrays.setAll(logP, end -> logP[end] - sums[pair(end)]);
        return logP;
    }

    private double[] logSums(double[] logP) {
        double[] sums = new double[tree.pairs()];
        for (int end = 0; end < logP.length; end++) {
            sums[pair(end)] += Math.exp(logP[end]);
        }
        return Arrays.stream(sums).map(Math::log).toArray();
    }

    private int pair(int end) {
        return tree.pair(tree.endNode(end));
    }

    private double[] logP() {
        try (PointerScope scope = new PointerScope()) {
            double[] result =
                    tree.totals(model.scorer().score(tree, Pass.forward()).logProbabilities());
            Arrays.setAll(result, end -> result[end] - penalty[end]);
            return result;
        }
    }

    private double[] logQ() {
        try (PointerScope scope = new PointerScope()) {
            return tree.totals(
                    model.sampler().encode(batch, Pass.forward()).score(tree).logProbabilities());
        }
    }

    /** Returns the derivative of a value with respect to every number of a parameter of double precision. */
    static double[] gradient(Tensor parameter, DoubleSupplier value) {
        double step = 1e-5;
        double[] result = new double[Math.toIntExact(parameter.numel())];
        for (int i = 0; i < result.length; i++) {
            double at = parameter.data_ptr_double().get(i);
            parameter.data_ptr_double().put(i, at + step);
            double above = value.getAsDouble();
            parameter.data_ptr_double().put(i, at - step);
            double below = value.getAsDouble();
            parameter.data_ptr_double().put(i, at);
            result[i] = (above - below) / (2 * step);
        }
        return result;
    }
}

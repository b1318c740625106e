package org.espalier.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.espalier.fst.Lattice;

/**
 * A slow transcription of the Transformer over arcs, one arc, head and layer at a time. β is not in log space: only for
 * lattices so small that nothing overflows.
 */
final class ReferenceArcTransformer {
    private static final int DISTANCES = 16;

    private final Lattice lattice;
    private final SamplerSettings settings;
    private final ReferenceParameters tables;
    private final int d;
    private final int[] source;
    private final List<Set<Integer>> ahead = new ArrayList<>();
    private final double[] weight;

    ReferenceArcTransformer(Lattice lattice, SamplerSettings settings, int marks, ReferenceParameters tables) {
        this.lattice = lattice;
        this.settings = settings;
        this.tables = tables;
        this.d = settings.dimension();
        this.source = new int[lattice.arcs()];
        for (int s = 0; s < lattice.states(); s++) {
            Arrays.fill(source, lattice.firstArc(s), lattice.endArc(s), s);
        }
        for (int a = 0; a < source.length; a++) {
            Set<Integer> reached = new HashSet<>(Set.of(a));
            follow(lattice.target(a), reached);
            ahead.add(reached);
        }
        double[][] x = new double[source.length][];
        Arrays.setAll(x, a -> tables.matrix("embedding", marks, d).row(lattice.mark(a)));
        for (int l = 0; l < settings.layers(); l++) {
            x = layer("layer" + l, x);
        }
        double[][] last = x;
        this.weight = new double[source.length];
        Arrays.setAll(weight, a -> Math.exp(Vectors.dot(tables.vector("arc.weight", d), norm("norm", last[a]))));
    }

    private void follow(int state, Set<Integer> reached) {
        for (int a = lattice.firstArc(state); a < lattice.endArc(state); a++) {
            if (reached.add(a)) {
                follow(lattice.target(a), reached);
            }
        }
    }

    private double[][] layer(String name, double[][] x) {
        double[][] all = new double[x.length][];
        Arrays.setAll(all, a -> affine(name + ".attention", 3 * d, norm(name + ".first", x[a])));
        double[][] result = new double[x.length][];
        for (int a = 0; a < x.length; a++) {
            double[] between = Vectors.sum(x[a], affine(name + ".projection", d, attended(name, all, a)));
            double[] wide = affine(name + ".wide", 4 * d, norm(name + ".second", between));
            double[] hidden =
                    Arrays.stream(wide).map(ReferenceTransformer::gelu).toArray();
            result[a] = Vectors.sum(between, affine(name + ".narrow", d, hidden));
        }
        return result;
    }

    /** The first half of the heads look from arc a at the arcs ahead, the other half at those that a is ahead of. */
    private double[] attended(String name, double[][] all, int a) {
        int width = d / settings.heads();
        double[] result = new double[d];
        for (int head = 0; head < settings.heads(); head++) {
            boolean forwards = head < settings.heads() / 2;
            double total = 0;
            double[] sum = new double[width];
            for (int b = 0; b < all.length; b++) {
                if (forwards ? ahead.get(a).contains(b) : ahead.get(b).contains(a)) {
                    double[] query = Arrays.copyOfRange(all[a], head * width, (head + 1) * width);
                    double[] key = Arrays.copyOfRange(all[b], d + head * width, d + (head + 1) * width);
                    double[] value = Arrays.copyOfRange(all[b], 2 * d + head * width, 2 * d + (head + 1) * width);
                    double share = Math.exp(Vectors.dot(query, key) / Math.sqrt(width)
                            + ofDistance(name, head, forwards ? a : b, forwards ? b : a));
                    total += share;
                    sum = Vectors.sum(sum, Vectors.scaled(share, value));
                }
            }
            System.arraycopy(Vectors.scaled(1 / total, sum), 0, result, head * width, width);
        }
        return result;
    }

    private double ofDistance(String name, int head, int from, int to) {
        double[] row = tables.matrix(name + ".distance", settings.heads(), 3 * DISTANCES)
                .row(head);
        int[] level = lattice.levels();
        int[] distance = {
            lattice.inputPosition(source[to]) - lattice.inputPosition(source[from]),
            lattice.outputPosition(source[to]) - lattice.outputPosition(source[from]),
            level[source[from]] - level[source[to]]
        };
        double total = 0;
        for (int direction = 0; direction < 3; direction++) {
            total += row[direction * DISTANCES + Math.min(DISTANCES - 1, distance[direction])];
        }
        return total;
    }

    private double[] affine(String name, int rows, double[] x) {
        return Vectors.sum(tables.matrix(name, rows, x.length).times(x), tables.vector(name + "Bias", rows));
    }

    private double[] norm(String name, double[] x) {
        double mean = Arrays.stream(x).average().orElseThrow();
        double variance =
                Arrays.stream(x).map(v -> (v - mean) * (v - mean)).average().orElseThrow();
        double[] normalized = Arrays.stream(x)
                .map(v -> (v - mean) / Math.sqrt(variance + 1e-5))
                .toArray();
        return Vectors.sum(Vectors.product(normalized, tables.vector(name, d)), tables.vector(name + "Bias", d));
    }

    /** Returns the weight of an arc. */
    double weight(int arc) {
        return weight[arc];
    }

    /** Returns the total weight of the paths from a state to the end. */
    double beta(int state) {
        double total = lattice.isFinal(state) ? 1 : 0;
        for (int a = lattice.firstArc(state); a < lattice.endArc(state); a++) {
            total += weight[a] * beta(lattice.target(a));
        }
        return total;
    }
}

package org.espalier.model.estimate;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bytedeco.javacpp.PointerScope;
import org.espalier.fst.Lattice;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.LimitException;
import org.espalier.fst.base.LogSpace;
import org.espalier.fst.base.Plural;
import org.espalier.fst.dp.DynamicPrograms;
import org.espalier.model.LatticeBatch;
import org.espalier.model.Model;
import org.espalier.model.Pass;
import org.espalier.model.PathSampler;

/**
 * Enumerates every path of small lattices with log q and log p̃, and computes exact values from them. Each prefix is scored
 * once, together with many others, however many paths begin with it.
 *
 * <p>Complexity: one step of both models per distinct prefix of the lattices' mark strings. Memory, besides what the visitor
 * keeps: at most {@code maxRows} prefixes per mark of the longest string.
 *
 * @param model the scorer and the sampler
 * @param maxPaths the largest number of paths of a lattice; more is a {@link LimitException}
 * @param maxRows the largest number of prefixes scored in one batch
 */
public record Exact(Model model, long maxPaths, int maxRows) {
    public static final long DEFAULT_MAX_PATHS = 1_000_000;
    public static final int DEFAULT_MAX_ROWS = 512;

    /** Receives the paths of a batch one by one, in no particular order; paths of different pairs are interleaved. */
    @FunctionalInterface
    public interface Visitor {
        void path(int pair, ScoredString string);
    }

    public Exact {
        if (maxPaths < 1 || maxRows < 1) {
            throw new EspalierException("maxPaths and maxRows must be at least 1; got " + maxPaths + " and " + maxRows);
        }
    }

    /** Returns an enumeration with the default limits. */
    public static Exact of(Model model) {
        return new Exact(model, DEFAULT_MAX_PATHS, DEFAULT_MAX_ROWS);
    }

    public Exact withMaxPaths(long changed) {
        return new Exact(model, changed, maxRows);
    }

    /** Returns whether every path of a lattice can be enumerated: it is acyclic and has at most {@code maxPaths}. */
    public static boolean canEnumerate(Lattice lattice, long maxPaths) {
        return obstacle(lattice, maxPaths).isEmpty();
    }

    /** Returns why the paths of a lattice cannot be enumerated, or empty if they can. */
    public static Optional<String> obstacle(Lattice lattice, long maxPaths) {
        if (!lattice.isAcyclic()) {
            return Optional.of("its lattice is cyclic, so it has infinitely many paths");
        }
        return DynamicPrograms.countPaths(lattice).compareTo(BigInteger.valueOf(maxPaths)) > 0
                ? Optional.of("it has more than " + Plural.of(maxPaths, "path"))
                : Optional.empty();
    }

    /** Returns the exact values of each pair. Paths are not stored. */
    public List<ExactValues> values(LatticeBatch batch) {
        List<ExactValues.Sums> sums =
                Stream.generate(ExactValues.Sums::new).limit(batch.pairs()).toList();
        visit(batch, (pair, string) -> sums.get(pair).add(string));
        return sums.stream().map(ExactValues.Sums::values).toList();
    }

    /** Returns the paths of each pair with their posterior probabilities, the most probable first. */
    public List<List<PosteriorString>> paths(LatticeBatch batch) {
        List<List<ScoredString>> strings = Stream.<List<ScoredString>>generate(ArrayList::new)
                .limit(batch.pairs())
                .toList();
        visit(batch, (pair, string) -> strings.get(pair).add(string));
        return strings.stream().map(Exact::posterior).toList();
    }

    private static List<PosteriorString> posterior(List<ScoredString> strings) {
        double total =
                LogSpace.sum(strings.stream().mapToDouble(ScoredString::logP).toArray());
        return PosteriorString.heaviestFirst(strings.stream()
                .map(string -> new PosteriorString(string, Math.exp(string.logP() - total)))
                .toList());
    }

    /**
     * Passes every path of every pair to a visitor.
     *
     * @throws EspalierException if a lattice is cyclic or has too many paths; no path has been visited then
     */
    public void visit(LatticeBatch batch, Visitor visitor) {
        for (int p = 0; p < batch.pairs(); p++) {
            requireFew(p, batch.lattices().get(p));
        }
        try (PointerScope scope = new PointerScope()) {
            PathSampler.Encoded encoded = model.sampler().encode(batch, Pass.forward());
            for (int[] pairs : PrefixSlice.slices(batch.pairs(), maxRows)) {
                try (PrefixSlice empty = PrefixSlice.empty(model, encoded, pairs)) {
                    empty.visit(maxRows, visitor);
                }
            }
        }
    }

    private void requireFew(int pair, Lattice lattice) {
        lattice.requireAcyclic("enumerating every path");
        BigInteger paths = DynamicPrograms.countPaths(lattice);
        if (paths.compareTo(BigInteger.valueOf(maxPaths)) > 0) {
            String shown = paths.bitLength() < Long.SIZE ? paths.toString() : "about 2^" + (paths.bitLength() - 1);
            throw new LimitException("the lattice of pair " + pair + " of the batch has " + shown
                    + " paths, more than the bound of " + maxPaths
                    + " for exact values; raise the bound, or estimate by sampling");
        }
    }
}

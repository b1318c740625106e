package org.espalier.cli.lattice;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.espalier.fst.Alphabet;
import org.espalier.fst.Lattice;
import org.espalier.fst.MachinePath;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.dp.DynamicPrograms;
import org.espalier.fst.dp.ExactSampler;
import org.espalier.fst.dp.LatticePath;
import org.espalier.fst.dp.PathEnumeration;
import org.espalier.fst.dp.Semirings;
import org.espalier.fst.dp.Weights;
import org.espalier.run.data.MarkWeights;

/** A lattice with a weight on each arc, and the paths that the command lists of it. */
record WeightedLattice(Lattice lattice, Weights weights) {
    /**
     * Weights a lattice.
     *
     * @param markWeights a file of log weights of marks; without it all paths have the same weight
     */
    static WeightedLattice of(Lattice lattice, Optional<Path> markWeights) {
        return new WeightedLattice(
                lattice,
                markWeights
                        .map(file -> Weights.byMark(
                                lattice,
                                MarkWeights.read(file, lattice.machine().marks()),
                                0))
                        .orElseGet(() -> Weights.ones(lattice, Semirings.LOG)));
    }

    double logTotal() {
        return DynamicPrograms.total(lattice, Semirings.LOG, weights);
    }

    double entropy() {
        return DynamicPrograms.entropy(lattice, weights);
    }

    double[] posteriors() {
        return DynamicPrograms.posteriors(lattice, weights).arc();
    }

    List<LatticePath> best(int count) {
        return DynamicPrograms.nBest(lattice, weights, count);
    }

    int[] bestArcs() {
        return DynamicPrograms.best(lattice, weights)
                .orElseThrow(() -> new EspalierException(
                        "all paths have log weight -Infinity, so no path is best; change the weights"))
                .arcs();
    }

    List<LatticePath> samples(int count, long seed) {
        if (lattice.isEmpty()) {
            return List.of();
        }
        ExactSampler sampler = new ExactSampler(lattice, weights);
        Random random = new Random(seed);
        return Stream.generate(() -> sampler.sample(random)).limit(count).toList();
    }

    /** Returns all mark strings, sorted as text and not by the numbers of marks. */
    List<String> sortedMarks(long maxPaths) {
        return PathEnumeration.of(lattice, maxPaths).stream()
                .map(arcs -> lattice.machine().marks().format(lattice.marksOf(arcs)))
                .sorted(Comparator.comparing(line -> line.codePoints().toArray(), Arrays::compare))
                .toList();
    }

    /** Returns the path of the machine that a mark string names. */
    MachinePath machinePath(String marks) {
        return lattice.path(ids(marks)).orElseThrow(() -> noPath(marks));
    }

    /** Returns the arcs of the lattice that a mark string names. */
    int[] arcs(String marks) {
        return lattice.arcsOf(ids(marks)).orElseThrow(() -> noPath(marks));
    }

    private int[] ids(String marks) {
        return lattice.machine().marks().ids(Alphabet.split(marks));
    }

    private static EspalierException noPath(String marks) {
        return new EspalierException("no path of this pair has the marks " + EspalierException.quote(marks)
                + "; --marks lists the marks of all paths");
    }
}

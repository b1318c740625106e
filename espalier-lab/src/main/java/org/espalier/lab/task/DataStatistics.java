package org.espalier.lab.task;

import java.util.List;
import org.espalier.fst.Lattice;
import org.espalier.fst.LatticeBuilder;
import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.EspalierException;
import org.espalier.run.data.Pair;

/**
 * The statistics of a data set, as in the paper's table of data statistics.
 *
 * @param marks the size of the mark alphabet
 * @param parts the parts train, valid and test
 */
public record DataStatistics(String task, int marks, List<Part> parts) {
    /**
     * Means over the pairs of a part. Lengths exclude the end symbol, which the paper counts.
     *
     * @param before the size of T_xy before minimization
     * @param minimal the size of T_xy after minimization
     */
    public record Part(String name, int pairs, double inputLength, double outputLength, Size before, Size minimal) {}

    /** The mean size of lattices. */
    public record Size(double states, double arcs) {}

    public DataStatistics {
        parts = List.copyOf(parts);
    }

    /**
     * Builds the lattice of every pair, with all cores.
     *
     * @param progress called after each pair, from any thread
     */
    public static DataStatistics of(TaskData data, Runnable progress) {
        Mfst machine = data.compile();
        Lattices lattices = Lattices.of(machine);
        return new DataStatistics(
                data.task(),
                machine.marks().size(),
                List.of(
                        part("train", data.train(), lattices, progress),
                        part("valid", data.valid(), lattices, progress),
                        part("test", data.test(), lattices, progress)));
    }

    private static Part part(String name, List<Pair> pairs, Lattices lattices, Runnable progress) {
        ThreadLocal<LatticeBuilder> builders = ThreadLocal.withInitial(lattices::builder);
        SizeSums sums = pairs.parallelStream()
                .map(pair -> {
                    SizeSums one = SizeSums.of(pair, builders.get());
                    progress.run();
                    return one;
                })
                .reduce(SizeSums.ZERO, SizeSums::plus);
        double count = pairs.size();
        return new Part(
                name,
                pairs.size(),
                sums.inputs / count,
                sums.outputs / count,
                new Size(sums.states / count, sums.arcs / count),
                new Size(sums.minimalStates / count, sums.minimalArcs / count));
    }

    /** Sums as integers, so that the result does not depend on the order of addition. */
    private record SizeSums(long inputs, long outputs, long states, long arcs, long minimalStates, long minimalArcs) {
        static final SizeSums ZERO = new SizeSums(0, 0, 0, 0, 0, 0);

        static SizeSums of(Pair pair, LatticeBuilder builder) {
            Lattice lattice = builder.build(pair.x(), pair.y());
            lattice.noPath().ifPresent(why -> {
                throw new EspalierException(why.describe(pair.x(), pair.y()));
            });
            return new SizeSums(
                    pair.x().size(),
                    pair.y().size(),
                    lattice.statesBeforeMinimization(),
                    lattice.arcsBeforeMinimization(),
                    lattice.states(),
                    lattice.arcs());
        }

        SizeSums plus(SizeSums other) {
            return new SizeSums(
                    inputs + other.inputs,
                    outputs + other.outputs,
                    states + other.states,
                    arcs + other.arcs,
                    minimalStates + other.minimalStates,
                    minimalArcs + other.minimalArcs);
        }
    }
}

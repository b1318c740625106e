package org.espalier.run.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.espalier.fst.Lattice;
import org.espalier.fst.LatticeBuilder;
import org.espalier.fst.LatticeOptions;
import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.estimate.LatticeCache;

/**
 * The pairs of a file that a machine generates, with their lattices.
 *
 * @param name what errors call the file
 * @param lattices those of the pairs, in their order
 * @param leftOut how many lines of the file are not among them
 */
public record PairSet(String name, List<Pair> pairs, LatticeCache lattices, int leftOut) {
    /**
     * How lattices are made.
     *
     * @param needsAcyclic whether a pair with a cyclic lattice is of no use
     */
    public record Rules(Lattices lattices, LatticeOptions options, boolean needsAcyclic) {}

    /**
     * Looks at every pair of a file, with all cores.
     *
     * @param warnings told of lines that are of no use, in their order, and how many they are
     * @throws EspalierException if no line is of use
     */
    public static PairSet of(PairFile file, Rules rules, long cacheBytes, Consumer<String> warnings) {
        ThreadLocal<LatticeBuilder> builders = ThreadLocal.withInitial(() -> rules.lattices.builder(rules.options));
        List<Optional<LineProblem>> found = file.pairs().parallelStream()
                .map(pair -> problem(file.name(), pair, builders.get(), rules.needsAcyclic))
                .toList();
        List<LineProblem> problems = new ArrayList<>();
        file.badLines().forEach(bad -> problems.add(LineProblem.of(bad)));
        found.forEach(problem -> problem.ifPresent(problems::add));

        List<Pair> good = new ArrayList<>();
        LatticeCache.Builder cache = LatticeCache.builder(rules.lattices, rules.options);
        Mfst machine = rules.lattices.machine();
        for (int k = 0; k < found.size(); k++) {
            if (found.get(k).isEmpty()) {
                Pair pair = file.pairs().get(k);
                good.add(pair);
                cache.add(machine.input().ids(pair.x()), machine.output().ids(pair.y()));
            }
        }
        file.remarks().tell(file.name(), warnings);
        tell(file.name(), problems, good.size(), warnings);
        return new PairSet(file.name(), List.copyOf(good), cache.build(cacheBytes), problems.size());
    }

    /**
     * The lattice of one pair.
     *
     * @throws EspalierException if it is of no use, with the reason
     */
    public static Lattice lattice(List<String> x, List<String> y, Rules rules) {
        return lattice(new Pair(x, y, 0), rules.lattices.builder(rules.options), rules.needsAcyclic);
    }

    /**
     * The same with a builder that is used again.
     *
     * @param needsAcyclic whether a pair with a cyclic lattice is of no use
     */
    public static Lattice lattice(Pair pair, LatticeBuilder builder, boolean needsAcyclic) {
        Lattice lattice = builder.build(pair.x(), pair.y());
        if (needsAcyclic && !lattice.isAcyclic()) {
            throw new EspalierException("its lattice is cyclic, which this sampler cannot look ahead in; "
                    + "unroll it by setting lattice.maxMarks");
        }
        obstacle(pair, lattice).ifPresent(reason -> {
            throw new EspalierException(reason);
        });
        return lattice;
    }

    private static void tell(String name, List<LineProblem> problems, int good, Consumer<String> warnings) {
        LineProblem.tell(name, problems, warnings);
        if (good == 0) {
            throw new EspalierException(
                    problems.isEmpty()
                            ? name + " has no pairs; a pair is a line x<TAB>y"
                            : LineProblem.noLine(name, problems.size()));
        }
        if (!problems.isEmpty()) {
            warnings.accept(LineProblem.leftOut(name, problems.size(), good));
        }
    }

    private static Optional<LineProblem> problem(String file, Pair pair, LatticeBuilder builder, boolean needsAcyclic) {
        return reason(pair, builder, needsAcyclic)
                .map(reason -> new LineProblem(pair.line(), place(file, pair), reason));
    }

    private static Optional<String> reason(Pair pair, LatticeBuilder builder, boolean needsAcyclic) {
        try {
            lattice(pair, builder, needsAcyclic);
            return Optional.empty();
        } catch (EspalierException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** Why a pair has no path, if it has none: how far it was matched, or the known symbol nearest to an unknown one. */
    public static Optional<String> obstacle(Pair pair, Lattice lattice) {
        Mfst machine = lattice.machine();
        return lattice.noPath()
                .map(why -> why.describe(pair.x(), pair.y())
                        + InputFile.nearest(why.unknownInput(), machine.input())
                                .or(() -> InputFile.nearest(why.unknownOutput(), machine.output()))
                                .orElse(""));
    }

    /** The place of a pair, as errors name it. */
    public String place(int pair) {
        return place(name, pairs.get(pair));
    }

    private static String place(String file, Pair pair) {
        return pair.line() > 0 ? file + ":" + pair.line() : file;
    }
}

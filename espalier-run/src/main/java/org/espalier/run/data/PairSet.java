package org.espalier.run.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.espalier.fst.Lattice;
import org.espalier.fst.LatticeBuilder;
import org.espalier.fst.LatticeOptions;
import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.OrderedParallel;
import org.espalier.fst.dp.UnitPath;
import org.espalier.model.LatticeCache;
import org.jspecify.annotations.Nullable;

/**
 * The pairs of a file that a machine generates, with their lattices.
 *
 * @param name the name of the file in messages
 * @param pairs the pairs, in the order of the file
 * @param lattices the lattices of the pairs, in the same order
 * @param skipped the number of lines of the file that are skipped
 */
public record PairSet(String name, List<Pair> pairs, LatticeCache lattices, int skipped) {
    /**
     * The rules by which lattices are built and pairs are accepted.
     *
     * @param lattices the machine
     * @param options how lattices are built
     * @param obstacle returns why the sampler cannot take a lattice, so that its pair is skipped; empty if it can
     */
    public record Rules(Lattices lattices, LatticeOptions options, Function<Lattice, Optional<String>> obstacle) {}

    /**
     * Whether a pair can be used.
     *
     * @param problem why it cannot, if it cannot
     * @param lattice its lattice, if it can and if there is memory to keep it
     * @param given the marks of a path that respects the alignment of the file, if that has one
     */
    private record Checked(
            Pair pair,
            Optional<LineProblem> problem,
            @Nullable Lattice lattice,
            Optional<int[]> given) {}

    /**
     * Builds the lattice of every pair of a file, on all processors, and collects the pairs that have one. Lattices are kept
     * up to the bound of the cache; others are built again when they are needed.
     *
     * @param cacheBytes the bound of the cache of lattices
     * @param warnings receives the problems of skipped lines, in the order of the file, and their number
     * @throws EspalierException if no line can be used
     */
    public static PairSet of(PairFile file, Rules rules, long cacheBytes, Consumer<String> warnings) {
        List<LineProblem> problems = new ArrayList<>();
        file.badLines().forEach(bad -> problems.add(LineProblem.of(bad)));
        List<Pair> good = new ArrayList<>();
        LatticeCache.Builder cache = LatticeCache.builder(rules.lattices, rules.options);
        Mfst machine = rules.lattices.machine();
        // Lattices on their way to the cache count, too, so that memory is bounded while they are built.
        AtomicLong freeBytes = new AtomicLong(cacheBytes);
        OrderedParallel.onAllProcessors()
                .<Pair, Checked>forEachItem(
                        file.pairs(),
                        () -> {
                            LatticeBuilder builder = rules.lattices.builder(rules.options);
                            return pair -> check(file.name(), pair, builder, rules.obstacle, freeBytes);
                        },
                        checked -> {
                            Pair pair = checked.pair;
                            if (checked.problem.isPresent()) {
                                problems.add(checked.problem.get());
                                return;
                            }
                            checked.given.ifPresent(marks -> cache.give(good.size(), marks));
                            good.add(pair);
                            if (checked.lattice != null) {
                                cache.add(checked.lattice, pair.weight());
                            } else {
                                cache.add(
                                        machine.input().ids(UnknownSymbols.matched(pair.x(), machine.input())),
                                        machine.output().ids(UnknownSymbols.matched(pair.y(), machine.output())),
                                        pair.weight());
                            }
                        });
        file.remarks().warn(file.name(), warnings);
        warn(file.name(), problems, good.size(), warnings);
        return new PairSet(file.name(), List.copyOf(good), cache.build(cacheBytes), problems.size());
    }

    /**
     * Builds the lattice of one pair.
     *
     * @throws EspalierException if the pair cannot be used, with the reason
     */
    public static Lattice lattice(List<String> x, List<String> y, Rules rules) {
        return lattice(new Pair(x, y, 0), rules.lattices.builder(rules.options), rules.obstacle);
    }

    /**
     * Builds the lattice of one pair with a builder that can be used again.
     *
     * @param obstacle returns why a lattice cannot be used; empty if it can
     * @throws EspalierException if the pair cannot be used, with the reason
     */
    public static Lattice lattice(Pair pair, LatticeBuilder builder, Function<Lattice, Optional<String>> obstacle) {
        Mfst machine = builder.lattices().machine();
        Lattice lattice = builder.build(
                UnknownSymbols.matched(pair.x(), machine.input()), UnknownSymbols.matched(pair.y(), machine.output()));
        obstacle(pair, lattice).or(() -> obstacle.apply(lattice)).ifPresent(reason -> {
            throw new EspalierException(reason);
        });
        return lattice;
    }

    private static void warn(String name, List<LineProblem> problems, int good, Consumer<String> warnings) {
        LineProblem.warn(name, problems, warnings);
        if (good == 0) {
            throw new EspalierException(
                    problems.isEmpty()
                            ? name + " has no pairs; a pair is a line x<TAB>y"
                            : LineProblem.noLine(name, problems.size()));
        }
        if (!problems.isEmpty()) {
            warnings.accept(LineProblem.skipped(name, problems.size(), good));
        }
    }

    private static Checked check(
            String file,
            Pair pair,
            LatticeBuilder builder,
            Function<Lattice, Optional<String>> obstacle,
            AtomicLong freeBytes) {
        try {
            Lattice lattice = lattice(pair, builder, obstacle);
            return new Checked(
                    pair,
                    Optional.empty(),
                    reserve(freeBytes, lattice.bytes()) ? lattice : null,
                    pair.units().isEmpty()
                            ? Optional.empty()
                            : UnitPath.shortest(lattice, pair.inputEnds(), pair.outputEnds()));
        } catch (EspalierException e) {
            LineProblem problem = new LineProblem(pair.line(), place(file, pair), String.valueOf(e.getMessage()));
            return new Checked(pair, Optional.of(problem), null, Optional.empty());
        }
    }

    /** Takes bytes from the free ones, unless there are too few. */
    private static boolean reserve(AtomicLong freeBytes, long bytes) {
        return freeBytes.getAndUpdate(free -> free < bytes ? free : free - bytes) >= bytes;
    }

    /** Returns why a pair has no path: how far it was matched, or the known symbol nearest to an unknown one. */
    public static Optional<String> obstacle(Pair pair, Lattice lattice) {
        Mfst machine = lattice.machine();
        return lattice.noPath()
                .map(why -> why.describe(pair.x(), pair.y())
                        + UnknownSymbols.hint(why.unknownInput(), machine.input())
                                .or(() -> UnknownSymbols.hint(why.unknownOutput(), machine.output()))
                                .orElse(""));
    }

    /** Returns the place of a pair, as messages name it. */
    public String place(int pair) {
        return place(name, pairs.get(pair));
    }

    private static String place(String file, Pair pair) {
        return pair.line() > 0 ? file + ":" + pair.line() : file;
    }
}

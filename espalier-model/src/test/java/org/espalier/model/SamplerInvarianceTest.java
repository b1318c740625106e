package org.espalier.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.bytedeco.javacpp.PointerScope;
import org.espalier.fst.Lattice;
import org.espalier.fst.LatticeOptions;
import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;
import org.espalier.fst.Minimality;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that q depends on the relation only, not on the machine or lattice that represents it (section 3). */
class SamplerInvarianceTest {
    private static final Set<SamplerKind> NEEDING_POSITIONS =
            EnumSet.of(SamplerKind.SWS, SamplerKind.SWPS, SamplerKind.SWC, SamplerKind.SWG, SamplerKind.TRANSFORMER);

    private static final long SEED = 20261;

    @ParameterizedTest
    @MethodSource("org.espalier.model.SamplerCases#gruOnly")
    void equivalentMachinesGiveEqualProbabilities(SamplerSettings settings) {
        EquivalentMachines machines = new EquivalentMachines(SEED);
        compare(settings, SEED, lattice -> {
            Mfst rewritten = machines.rewritten(lattice.machine());
            assertThat(rewritten.states()).isGreaterThan(lattice.machine().states());
            return Lattices.of(rewritten).builder().build(lattice.input(), lattice.output());
        });
    }

    /** A Transformer sees the graph to the left of a state, and so which states are merged. */
    static Stream<SamplerSettings> notSeeingStatesToTheLeft() {
        return SamplerCases.gruOnly().filter(settings -> settings.kind() != SamplerKind.TRANSFORMER);
    }

    @ParameterizedTest
    @MethodSource("notSeeingStatesToTheLeft")
    void minimizingDoesNotChangeProbabilities(SamplerSettings settings) {
        compare(settings, SEED + 1, lattice -> rebuilt(lattice, Minimality.NONE));
    }

    @ParameterizedTest
    @MethodSource("org.espalier.model.SamplerCases#gruOnly")
    void samplersThatNeedNoPositionsAcceptLatticesWithoutPositions(SamplerSettings settings) {
        if (!NEEDING_POSITIONS.contains(settings.kind())) {
            compare(settings, SEED + 2, lattice -> rebuilt(lattice, Minimality.MARKS));
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("org.espalier.model.SamplerCases#gruForCycles")
    void equivalentMachinesWithCyclesGiveEqualProbabilities(SamplerSettings settings) {
        EquivalentMachines machines = new EquivalentMachines(SEED + 3);
        List<Lattice> lattices = new RandomPairs(SEED + 3, 3, 100)
                .nextCyclic(12).stream().filter(Lattice::isCanonical).toList();
        assertThat(lattices).hasSizeGreaterThan(3);
        List<Lattice> changed = lattices.stream()
                .map(lattice -> Lattices.of(machines.rewritten(lattice.machine()))
                        .builder()
                        .build(lattice.input(), lattice.output()))
                .toList();
        PathSampler sampler = SamplerCases.random(settings, Parameters.Precision.DOUBLE, SEED + 3);
        try (PointerScope scope = new PointerScope();
                Parameters parameters = sampler.parameters()) {
            List<List<int[]>> strings = lattices.stream()
                    .map(lattice -> SamplerCases.strings(lattice, 6))
                    .toList();
            assertThat(logQ(sampler, LatticeBatch.of(changed), strings))
                    .as("seed %d", SEED + 3)
                    .containsExactly(logQ(sampler, LatticeBatch.of(lattices), strings), within(1e-10));
        }
    }

    private static double[] logQ(PathSampler sampler, LatticeBatch batch, List<List<int[]>> strings) {
        PrefixTree tree = PrefixTree.of(batch, strings);
        return tree.totals(sampler.encode(batch, Pass.forward()).score(tree).logProbabilities());
    }

    private static Lattice rebuilt(Lattice lattice, Minimality minimality) {
        return Lattices.of(lattice.machine())
                .builder(LatticeOptions.DEFAULT.withMinimality(minimality))
                .build(lattice.input(), lattice.output());
    }

    private static void compare(SamplerSettings settings, long seed, UnaryOperator<Lattice> change) {
        List<Lattice> lattices = new RandomPairs(seed, 4, 100).next(12);
        List<Lattice> changed = lattices.stream().map(change).toList();
        PathSampler sampler = SamplerCases.random(settings, Parameters.Precision.DOUBLE, seed);
        try (PointerScope scope = new PointerScope();
                Parameters parameters = sampler.parameters()) {
            List<List<Double>> expected = SamplerCases.logQ(sampler, LatticeBatch.of(lattices));
            List<List<Double>> logQ = SamplerCases.logQ(sampler, LatticeBatch.of(changed));
            for (int p = 0; p < lattices.size(); p++) {
                String what = "seed " + seed + ", pair " + p + ", " + lattices.get(p) + " and " + changed.get(p);
                assertThat(strings(changed.get(p))).as(what).isEqualTo(strings(lattices.get(p)));
                for (int i = 0; i < logQ.get(p).size(); i++) {
                    assertThat(logQ.get(p).get(i))
                            .as("%s, string %d", what, i)
                            .isCloseTo(expected.get(p).get(i), within(1e-10));
                }
            }
        }
    }

    private static List<String> strings(Lattice lattice) {
        return SamplerCases.strings(lattice).stream().map(Arrays::toString).toList();
    }
}

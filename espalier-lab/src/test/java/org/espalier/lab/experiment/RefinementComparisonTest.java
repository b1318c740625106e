package org.espalier.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bytedeco.javacpp.PointerScope;
import org.espalier.fst.Lattice;
import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;
import org.espalier.fst.dp.PathEnumeration;
import org.espalier.lab.results.RefinementErrors;
import org.espalier.lab.results.RefinementErrors.OfBudget;
import org.espalier.lab.results.SamplerVariant;
import org.espalier.model.LatticeBatch;
import org.espalier.model.LatticeSource;
import org.espalier.model.MarkScorer;
import org.espalier.model.Model;
import org.espalier.model.Parameters.Precision;
import org.espalier.model.Pass;
import org.espalier.model.PathSampler;
import org.espalier.model.PrefixTree;
import org.espalier.model.SamplerKind;
import org.espalier.model.SamplerSettings;
import org.espalier.model.ScorerSettings;
import org.espalier.model.Vocabulary;
import org.espalier.model.estimate.Draws;
import org.espalier.model.estimate.Estimator;
import org.espalier.model.estimate.SamplingBudget;
import org.junit.jupiter.api.Test;

class RefinementComparisonTest {
    private static final int DIMENSION = 8;
    private static final long SEED = 5;
    private static final Mfst MACHINE = machine();

    /** Returns the machine of deletion and insertion over two letters. */
    private static Mfst machine() {
        Mfst.Builder machine = Mfst.builder();
        int q = machine.state();
        machine.accept(q);
        for (String letter : List.of("a", "b")) {
            machine.arc(q, q, letter, "", "<delete> " + letter);
            machine.arc(q, q, "", letter, "<insert> " + letter);
        }
        return machine.build();
    }

    private static Model model(SamplerKind kind) {
        Vocabulary vocabulary = Vocabulary.of(MACHINE);
        MarkScorer scorer =
                MarkScorer.create(ScorerSettings.DEFAULT.withDimension(DIMENSION), vocabulary, Precision.DOUBLE, SEED);
        return new Model(
                scorer,
                PathSampler.create(SamplerSettings.of(kind).withDimension(DIMENSION), vocabulary, scorer, SEED + 1));
    }

    /** Returns pairs with outputs of these lengths, whose input has two letters. */
    private static List<Lattice> lattices(int... lengths) {
        Lattices lattices = Lattices.of(MACHINE);
        return IntStream.of(lengths)
                .mapToObj(length -> lattices.build(
                        List.of("a", "b"),
                        Stream.iterate("a", letter -> letter.equals("a") ? "b" : "a")
                                .limit(length)
                                .toList()))
                .toList();
    }

    private static LatticeSource source(List<Lattice> lattices) {
        return new LatticeSource() {
            @Override
            public int size() {
                return lattices.size();
            }

            @Override
            public Lattice lattice(int pair) {
                return lattices.get(pair);
            }
        };
    }

    private static RefinementErrors.Settings settings(int pairs, long maxPaths, Integer... budgets) {
        return new RefinementErrors.Settings(pairs, maxPaths, List.of(budgets), 1, 3, SEED);
    }

    /** Returns log Σ p̃(ω) over all paths, scored as one tree. */
    private static double logLikelihood(Model model, Lattice lattice) {
        LatticeBatch batch = LatticeBatch.of(List.of(lattice));
        try (PointerScope scope = new PointerScope()) {
            PrefixTree tree = PrefixTree.of(
                    batch,
                    List.of(PathEnumeration.of(lattice, 1000).stream()
                            .map(lattice::marksOf)
                            .toList()));
            double[] logP =
                    tree.totals(model.scorer().score(tree, Pass.forward()).logProbabilities());
            return Math.log(IntStream.range(0, tree.ends())
                    .mapToDouble(end -> Math.exp(logP[end]))
                    .sum());
        }
    }

    /** Returns log (1/n) Σ p̃(ω)/q(ω). */
    private static double estimate(Draws draws) {
        double sum = draws.distinct().stream()
                .mapToDouble(draw -> draw.count()
                        * Math.exp(draw.string().logP() - draw.string().logQ()))
                .sum();
        return Math.log(sum / draws.samples());
    }

    @Test
    void errorsAreThoseOfTheDefinition() {
        List<Lattice> lattices = lattices(4, 3);
        try (Model model = model(SamplerKind.SWS)) {
            RefinementErrors found = new RefinementComparison(
                            model, List.of(source(lattices)), settings(2, 100, 32, 80))
                    .errors(SamplerVariant.SWS);
            assertThat(found.sampler()).isEqualTo(SamplerVariant.SWS);
            assertThat(found.pairs()).isEqualTo(2);
            assertThat(found.paths()).isEqualTo((15 + 10) / 2.0);
            for (int k = 0; k < 2; k++) {
                int samples = found.settings().budgets().get(k);
                check(model, lattices, SamplingBudget.of(samples), found.plain().get(k));
                check(
                        model,
                        lattices,
                        new SamplingBudget(samples, 1),
                        found.refined().get(k));
            }
        }
    }

    private static void check(Model model, List<Lattice> lattices, SamplingBudget budget, OfBudget found) {
        double drawn = 0;
        double error = 0;
        double bias = 0;
        for (int repetition = 0; repetition < 3; repetition++) {
            List<Draws> draws =
                    new Estimator(model, budget, 1, SEED + repetition).draw(LatticeBatch.of(lattices), 0, 1);
            for (int pair = 0; pair < 2; pair++) {
                double difference = estimate(draws.get(pair)) - logLikelihood(model, lattices.get(pair));
                drawn += draws.get(pair).samples() / 6.0;
                error += Math.abs(difference) / 6;
                bias += difference / 6;
            }
        }
        assertThat(found.samples()).isEqualTo(budget.samples());
        assertThat(found.drawn()).isCloseTo(drawn, within(1e-9));
        assertThat(found.error().value()).isCloseTo(error, within(1e-9));
        assertThat(found.bias().value()).isCloseTo(bias, within(1e-9));
        assertThat(found.error().standardError()).isPositive();
    }

    @Test
    void pairsWithTheMostPathsWithinTheLimitAreChosen() {
        try (Model model = model(SamplerKind.SWP)) {
            RefinementErrors found = new RefinementComparison(
                            model, List.of(source(lattices(1, 5, 3)), source(lattices(2, 4))), settings(2, 15, 32))
                    .errors(SamplerVariant.SWP);
            assertThat(found.pairs()).isEqualTo(2);
            assertThat(found.paths()).isEqualTo((15 + 10) / 2.0);
        }
    }

    @Test
    void pairWithOnePathHasNoErrorAndNeedsOneRound() {
        try (Model model = model(SamplerKind.SWPS)) {
            RefinementErrors found = new RefinementComparison(model, List.of(source(lattices(0))), settings(1, 100, 32))
                    .errors(SamplerVariant.SWPS);
            OfBudget plain = found.plain().get(0);
            OfBudget refined = found.refined().get(0);
            assertThat(plain.drawn()).isEqualTo(32);
            assertThat(refined.drawn()).isEqualTo(16);
            assertThat(plain.error().value()).isCloseTo(0, within(1e-9));
            assertThat(refined.error().value()).isCloseTo(0, within(1e-9));
        }
    }
}

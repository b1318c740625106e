package org.espalier.model.train;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.espalier.fst.Lattice;
import org.espalier.fst.LatticeOptions;
import org.espalier.fst.Lattices;
import org.espalier.fst.dp.PathEnumeration;
import org.espalier.model.BigramModel;
import org.espalier.model.HistoryMode;
import org.espalier.model.LatticeBatch;
import org.espalier.model.MarkScorer;
import org.espalier.model.Model;
import org.espalier.model.NeuralModel;
import org.espalier.model.Parameters.Precision;
import org.espalier.model.Pass;
import org.espalier.model.PathSampler;
import org.espalier.model.PrefixTree;
import org.espalier.model.RandomPairs;
import org.espalier.model.Recurrence;
import org.espalier.model.SamplerKind;
import org.espalier.model.SamplerSettings;
import org.espalier.model.ScorerSettings;
import org.espalier.model.Vocabulary;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every sampler learns the posterior of small lattices that its family can express. */
@Tag("slow")
class SamplerLearningTest {
    private static final long SEED = 52;
    private static final int LONGEST = 8;

    private static final Set<SamplerKind> STRUCTURED =
            EnumSet.of(SamplerKind.SWP, SamplerKind.SWPS, SamplerKind.SWC, SamplerKind.SWG);

    private static final TrainingSettings FAST = TrainingSettings.builder()
            .objective(Objective.SAMPLER)
            .dropout(0)
            .labelSmoothing(0)
            .samples(256)
            .samplerLearningRate(0.01)
            .build();

    static Stream<SamplerSettings> samplers() {
        SamplerSettings swp = SamplerSettings.of(SamplerKind.SWP);
        return Stream.of(
                        SamplerSettings.of(SamplerKind.NONE),
                        SamplerSettings.of(SamplerKind.SWA),
                        SamplerSettings.of(SamplerKind.SWA).withRecurrence(Recurrence.RNN),
                        SamplerSettings.of(SamplerKind.SWS),
                        swp,
                        swp.withGated(true),
                        swp.withHistory(HistoryMode.WEIGHTED),
                        swp.withHistory(HistoryMode.WEIGHTED).withGated(true),
                        swp.withHistory(HistoryMode.LOCAL),
                        swp.withHistory(HistoryMode.RERUN),
                        SamplerSettings.of(SamplerKind.SWPS),
                        SamplerSettings.of(SamplerKind.SWC),
                        SamplerSettings.of(SamplerKind.SWG),
                        SamplerSettings.of(SamplerKind.SWS).withLayers(2),
                        SamplerSettings.of(SamplerKind.TRANSFORMER))
                .map(settings -> settings.withDimension(16));
    }

    @ParameterizedTest
    @MethodSource("samplers")
    void samplerLearnsThePosterior(SamplerSettings settings) {
        // Without lookahead, the posterior given the marks so far must be the same for all pairs.
        int pairs = settings.kind() == SamplerKind.NONE ? 1 : 2;
        LatticeBatch batch = new RandomPairs(SEED, 3, 30).batch(pairs);
        Vocabulary vocabulary = new Vocabulary(RandomPairs.LETTERS.size(), RandomPairs.LETTERS.size(), batch.marks());
        try (Model model = model(vocabulary, settings)) {
            ExactPosterior exact = new ExactPosterior(model, batch, FAST);
            double inclusive = exact.inclusiveKl();
            train(model, batch, FAST, 150);
            train(model, batch, FAST.toBuilder().samplerLearningRate(0.002).build(), 60);
            System.out.printf(
                    "seed %s, %s: %.4f to %.4f, exclusive %.4f%n",
                    SEED, settings, inclusive, exact.inclusiveKl(), exact.exclusiveKl());
            assertThat(inclusive).isGreaterThan(0.1);
            assertThat(exact.inclusiveKl()).isBetween(-1e-5, 0.01);
            assertThat(exact.exclusiveKl()).isBetween(-1e-5, 0.01);
        }
    }

    static Stream<SamplerSettings> samplersOfGraphs() {
        return samplers().filter(settings -> STRUCTURED.contains(settings.kind()));
    }

    @ParameterizedTest
    @MethodSource("samplersOfGraphs")
    void samplerLearnsThePosteriorOnCycles(SamplerSettings settings) {
        List<Lattice> lattices = new RandomPairs(SEED + 1, 2, 30).nextCyclic(2);
        LatticeBatch batch = LatticeBatch.of(lattices);
        Vocabulary vocabulary = new Vocabulary(RandomPairs.LETTERS.size(), RandomPairs.LETTERS.size(), batch.marks());
        try (Model model = model(vocabulary, settings)) {
            double before = inclusiveKlUpToLength(model, lattices);
            train(model, batch, FAST, 150);
            train(model, batch, FAST.toBuilder().samplerLearningRate(0.002).build(), 60);
            double after = inclusiveKlUpToLength(model, lattices);
            System.out.printf("seed %s, %s on cycles: %.4f to %.4f%n", SEED + 1, settings, before, after);
            assertThat(before).isGreaterThan(0.1);
            assertThat(after).isBetween(-1e-5, 0.01);
        }
    }

    /** Returns the mean of KL(p || q), where longer strings, which have almost no probability, are neglected. */
    private static double inclusiveKlUpToLength(Model model, List<Lattice> lattices) {
        LatticeBatch batch = LatticeBatch.of(lattices);
        List<List<int[]>> strings = new ArrayList<>();
        for (Lattice lattice : lattices) {
            Lattice unrolled = Lattices.of(lattice.machine())
                    .builder(LatticeOptions.DEFAULT.withMaxMarks(LONGEST))
                    .build(lattice.input(), lattice.output());
            strings.add(PathEnumeration.of(unrolled, 100_000).stream()
                    .map(unrolled::marksOf)
                    .toList());
        }
        try (PointerScope scope = new PointerScope()) {
            PrefixTree tree = PrefixTree.of(batch, strings);
            double[] logP =
                    tree.totals(model.scorer().score(tree, Pass.forward()).logProbabilities());
            double[] logQ = tree.totals(
                    model.sampler().encode(batch, Pass.forward()).score(tree).logProbabilities());
            double[] total = new double[batch.pairs()];
            double[] longest = new double[batch.pairs()];
            for (int end = 0; end < logP.length; end++) {
                int pair = tree.pair(tree.endNode(end));
                total[pair] += Math.exp(logP[end]);
                longest[pair] += tree.length(end) == LONGEST ? Math.exp(logP[end]) : 0;
            }
            double kl = 0;
            for (int end = 0; end < logP.length; end++) {
                int pair = tree.pair(tree.endNode(end));
                double p = Math.exp(logP[end]) / total[pair];
                kl += p * (Math.log(p) - logQ[end]) / batch.pairs();
            }
            for (int pair = 0; pair < batch.pairs(); pair++) {
                assertThat(longest[pair] / total[pair]).isBetween(1e-12, 1e-3);
            }
            return kl;
        }
    }

    /** Returns a model whose sampler has everything to learn. SWG would begin close to the scorer, and so to the posterior. */
    private static Model model(Vocabulary vocabulary, SamplerSettings settings) {
        MarkScorer scorer = scorer(vocabulary, settings);
        PathSampler sampler = PathSampler.create(settings, vocabulary, scorer, SEED);
        if (settings.kind() == SamplerKind.SWG) {
            NeuralModel.randomize(sampler.parameters(), 0.7, SEED + 1);
        }
        return new Model(scorer, sampler);
    }

    /**
     * Returns a scorer that depends on the last mark, or on nothing, for samplers that know only the state. The sampler that sees
     * the state of the scorer gets a network instead.
     */
    private static MarkScorer scorer(Vocabulary vocabulary, SamplerSettings settings) {
        if (settings.kind() == SamplerKind.SWG) {
            ScorerSettings small = ScorerSettings.DEFAULT.withDimension(16);
            MarkScorer network = MarkScorer.create(small, vocabulary, Precision.SINGLE, SEED);
            NeuralModel.randomize(network.parameters(), 0.7, SEED);
            return network;
        }
        Model tables = BigramModel.of(vocabulary.marks(), Precision.SINGLE, SEED);
        tables.sampler().parameters().close();
        if (settings.isMarkov()) {
            Tensor logits = Tensors.named(tables.scorer().parameters().tensors(), "logits");
            try (NoGradGuard guard = new NoGradGuard();
                    Tensor row = logits.select(0, 0).clone()) {
                logits.copy_(row.expand(logits.size(0), logits.size(1)));
            }
        }
        return tables.scorer();
    }

    private static void train(Model model, LatticeBatch batch, TrainingSettings settings, int steps) {
        int[] numbers = new int[batch.pairs()];
        Arrays.setAll(numbers, p -> p);
        try (TrainingStep training = new TrainingStep(model, settings)) {
            for (int step = 0; step < steps; step++) {
                training.take(batch.lattices(), numbers, step);
            }
        }
    }
}

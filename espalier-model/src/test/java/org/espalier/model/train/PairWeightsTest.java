package org.espalier.model.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.espalier.model.train.Tensors.named;
import static org.espalier.model.train.Tensors.numbers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.espalier.fst.Lattice;
import org.espalier.fst.Lattices;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.BigramModel;
import org.espalier.model.LatticeSource;
import org.espalier.model.ListLatticeSource;
import org.espalier.model.Model;
import org.espalier.model.Parameters.Precision;
import org.espalier.model.RandomPairs;
import org.espalier.model.Torch;
import org.espalier.model.checkpoint.Checkpoint;
import org.espalier.model.checkpoint.CheckpointStore;
import org.espalier.model.estimate.Estimates;
import org.espalier.model.estimate.Estimator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A pair of weight 2 is trained on, and validated with, as the pair given twice. */
class PairWeightsTest {
    private static final long SEED = 20;
    private static final double[] WEIGHTS = {1, 3, 2};
    private static final int[] PAIRS = {4, 7, 1};
    private static final List<Lattice> LATTICES = new RandomPairs(SEED, 3, 60).next(PAIRS.length);

    /** Learning rates so small that no parameter changes. */
    private static final TrainingSettings STILL = TrainingSettings.builder()
            .dropout(0)
            .labelSmoothing(0.1)
            .gradClip(Double.POSITIVE_INFINITY)
            .samplerLearningRate(1e-300)
            .scorerLearningRate(1e-300)
            .lengthThreshold(4)
            .lengthPenalty(0.3)
            .build();

    /** With so many samples every string is found: what is learned no longer depends on the draws. */
    private static final TrainingSettings EXACT =
            STILL.toBuilder().memory(1000).samples(20_000).iwaeSamples(20_000).build();

    @TempDir
    private Path folder;

    @AfterEach
    void oneThread() {
        Torch.useThreads(1);
    }

    private static Model model(Precision precision) {
        return BigramModel.of(RandomPairs.MARKS.size(), precision, SEED);
    }

    /** Returns pairs, each as often as its weight says. */
    private static MicroBatch repeated() {
        List<Lattice> lattices = new ArrayList<>();
        for (int p = 0; p < WEIGHTS.length; p++) {
            lattices.addAll(Collections.nCopies((int) WEIGHTS[p], LATTICES.get(p)));
        }
        return new MicroBatch(lattices, IntStream.range(0, lattices.size()).toArray());
    }

    /** The losses and the gradients of a step: ten times the first moment of a new optimizer. */
    @SuppressWarnings("ArrayRecordComponent") // never compared as a whole
    private record Learned(double[] losses, double[] sampler, double[] scorer) {
        static Learned of(Model model, TrainingSettings settings, MicroBatch batch) {
            try (TrainingStep training = new TrainingStep(model, settings)) {
                TrainingStep.Result result =
                        training.take(WorkerBatch.whole(batch), 3, false).orElseThrow();
                double scorerLoss = settings.objective().trainsScorer() ? result.scorerLoss() : 0;
                return new Learned(
                        new double[] {result.samplerLoss(), scorerLoss, result.ess()},
                        gradient(training, "sampler"),
                        settings.objective().trainsScorer() ? gradient(training, "scorer") : new double[0]);
            }
        }

        private static double[] gradient(TrainingStep training, String network) {
            return Arrays.stream(numbers(named(training.tensors(), "adam." + network + ".first.logits")))
                    .map(moment -> 10 * moment)
                    .toArray();
        }

        void requireEqual(Learned expected) {
            assertThat(losses).containsExactly(expected.losses, within(1e-12));
            assertThat(sampler).containsExactly(expected.sampler, within(1e-12));
            assertThat(scorer).containsExactly(expected.scorer, within(1e-12));
        }
    }

    @ParameterizedTest
    @EnumSource
    void gradientOfAPairOfWeightTwoIsThatOfThePairTwice(Objective objective) {
        System.out.println("seed " + SEED);
        TrainingSettings settings = EXACT.toBuilder().objective(objective).build();
        try (Model model = model(Precision.DOUBLE)) {
            Learned twice = Learned.of(model, settings, repeated());
            Learned.of(model, settings, new MicroBatch(LATTICES, PAIRS, WEIGHTS))
                    .requireEqual(twice);
            double[] scaled = Arrays.stream(WEIGHTS).map(weight -> weight / 64).toArray();
            Learned.of(model, settings, new MicroBatch(LATTICES, PAIRS, scaled)).requireEqual(twice);
            assertThat(twice.sampler)
                    .isNotEqualTo(Learned.of(model, settings, new MicroBatch(LATTICES, PAIRS)).sampler);
            Torch.useThreads(3);
            Learned.of(model, settings, new MicroBatch(LATTICES, PAIRS, WEIGHTS))
                    .requireEqual(twice);
        }
    }

    static Stream<TrainingSettings> divergences() {
        TrainingSettings ofSampler =
                STILL.toBuilder().objective(Objective.SAMPLER).build();
        return Stream.of(
                STILL.toBuilder().objective(Objective.JOINT).build(),
                STILL.toBuilder().dropout(0.3).build(),
                ofSampler.toBuilder()
                        .divergence(Divergence.DPG_OFF)
                        .proposalEvery(0)
                        .build(),
                ofSampler.toBuilder().divergence(Divergence.DPG_OFF).build(),
                ofSampler.toBuilder()
                        .divergence(Divergence.EXCLUSIVE)
                        .entropyBonus(0.2)
                        .build(),
                ofSampler.toBuilder()
                        .divergence(Divergence.EXCLUSIVE)
                        .ppoEpochs(2)
                        .build());
    }

    /** A step is Σ w g / Σ w, where g is the step of one pair alone, whose strings are the same. */
    @ParameterizedTest
    @MethodSource("divergences")
    void stepIsTheWeightedMeanOfTheStepsOfItsPairs(TrainingSettings settings) {
        double[] weights = {0.5, 2, 1.25};
        try (Model model = model(Precision.DOUBLE)) {
            Learned together = Learned.of(model, settings, new MicroBatch(LATTICES, PAIRS, weights));
            Learned mean =
                    new Learned(new double[3], new double[together.sampler.length], new double[together.scorer.length]);
            for (int p = 0; p < PAIRS.length; p++) {
                Learned alone = Learned.of(model, settings, new MicroBatch(List.of(LATTICES.get(p)), PAIRS[p]));
                addTo(mean.losses, alone.losses, weights[p] / 3.75);
                addTo(mean.sampler, alone.sampler, weights[p] / 3.75);
                addTo(mean.scorer, alone.scorer, weights[p] / 3.75);
            }
            together.requireEqual(mean);
        }
    }

    private static void addTo(double[] sum, double[] values, double factor) {
        Arrays.setAll(sum, i -> sum[i] + factor * values[i]);
    }

    private static LatticeSource source(List<Lattice> lattices, List<Double> weights) {
        return new ListLatticeSource(lattices, weights, Optional.of(Lattices.of(RandomPairs.edits())));
    }

    private static LatticeSource source(int size) {
        return source(
                new RandomPairs(SEED + 2, 3, 60).next(size),
                IntStream.range(0, size).mapToObj(pair -> 0.5 + pair % 4).toList());
    }

    private static final TrainingSettings MOVING = TrainingSettings.builder()
            .batch(3)
            .samples(3)
            .iwaeSamples(4)
            .validationSamples(8)
            .samplerLearningRate(0.03)
            .scorerLearningRate(0.03)
            .epochs(0)
            .steps(9)
            .evaluateEvery(4)
            .checkpointEvery(2)
            .build();

    @Tag("slow")
    @Test
    void trainingOnAPairOfWeightTwoIsTrainingOnThePairTwice() {
        TrainingSettings settings = EXACT.toBuilder()
                .batch(100)
                .samplerLearningRate(0.03)
                .scorerLearningRate(0.03)
                .gradClip(0.5)
                .epochs(6)
                .build();
        MicroBatch repeated = repeated();
        double[] twice = trained(
                settings, source(repeated.lattices(), Collections.nCopies(repeated.pairs().length, 1.0)), "twice");
        double[] weighted = trained(
                settings, source(LATTICES, Arrays.stream(WEIGHTS).boxed().toList()), "weighted");
        assertThat(weighted).containsExactly(twice, within(1e-9));
        assertThat(twice).isNotEqualTo(trained(settings, source(LATTICES, Collections.nCopies(3, 1.0)), "once"));
    }

    private double[] trained(TrainingSettings settings, LatticeSource train, String run) {
        try (Model model = model(Precision.DOUBLE);
                Training training = Training.start(model, settings, train, source(2), store(run))) {
            training.run(new RecordingListener());
            return Stream.of("sampler.logits", "scorer.logits")
                    .map(name -> numbers(named(training.tensors(), name)))
                    .flatMapToDouble(Arrays::stream)
                    .toArray();
        }
    }

    @Test
    void validationIsTheWeightedMean() {
        LatticeSource valid = source(7);
        RecordingListener recorder = new RecordingListener();
        try (Model model = model(Precision.DOUBLE)) {
            try (Training training =
                    Training.start(model, STILL.toBuilder().epochs(1).build(), source(3), valid, store("run"))) {
                training.run(recorder);
            }
            List<Estimates> ofPairs = new Estimator(model, 16, 16, Seeds.of(STILL.seed(), Seeds.VALIDATION))
                    .estimate(valid, 0, valid.size());
            double sum = 0;
            double weights = 0;
            for (int pair = 0; pair < valid.size(); pair++) {
                sum += valid.weight(pair) * ofPairs.get(pair).partialKl().value();
                weights += valid.weight(pair);
            }
            assertThat(recorder.validations).hasSize(1);
            assertThat(recorder.validations.get(0).partialKl()).isCloseTo(sum / weights, within(1e-12));
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @EnumSource
    void resumedAfterAKillIsBitIdentical(Objective objective) {
        TrainingSettings settings =
                MOVING.toBuilder().objective(objective).memory(2).build();
        List<byte[]> expected = run(settings, "uninterrupted", Long.MAX_VALUE);
        assertThatThrownBy(() -> run(settings, "killed", 5)).hasMessage("killed");
        try (Model model = model(Precision.SINGLE);
                Training training =
                        Training.resume(model, settings, source(11), source(5), store("killed"), warning -> {
                            throw new AssertionError(warning);
                        })) {
            training.run(new RecordingListener());
        }
        assertThat(saved("killed")).containsExactlyElementsOf(expected);
    }

    private List<byte[]> run(TrainingSettings settings, String run, long failAfter) {
        RecordingListener recorder = new RecordingListener();
        recorder.failAfter = failAfter;
        try (Model model = model(Precision.SINGLE);
                Training training = Training.start(model, settings, source(11), source(5), store(run))) {
            training.run(recorder);
        }
        return saved(run);
    }

    private List<byte[]> saved(String run) {
        return Stream.of(store(run).latest(warning -> {}), store(run).best(warning -> {}))
                .map(checkpoint -> bytes(checkpoint.orElseThrow().tensors()))
                .toList();
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Checkpoints from before pairs had weights have a checksum of the strings alone. */
    @Test
    void checksumContainsWeightsThatAreNotOne() {
        LatticeSource ones = source(LATTICES, List.of(1.0, 1.0, 1.0));
        LatticeSource others = source(LATTICES, List.of(1.0, 2.0, 1.0));
        CRC32C checksum = new CRC32C();
        for (Lattice lattice : LATTICES) {
            for (int[] string : List.of(lattice.input(), lattice.output())) {
                checksum.update(ByteBuffer.allocate(4).putInt(string.length).array());
                Arrays.stream(string)
                        .forEach(symbol -> checksum.update(
                                ByteBuffer.allocate(4).putInt(symbol).array()));
            }
        }
        assertThat(dataOf(ones, "ones")).isEqualTo(Long.toHexString(checksum.getValue()));
        assertThat(dataOf(others, "others")).isNotEqualTo(dataOf(ones, "again"));
        try (Model model = model(Precision.SINGLE)) {
            assertThatThrownBy(() -> Training.resume(model, MOVING, others, ones, store("ones"), warning -> {}))
                    .isInstanceOf(EspalierException.class)
                    .hasMessage("the training pairs have changed since the checkpoint was made, though not in number;"
                            + " put the data back as they were, or start anew");
        }
    }

    private String dataOf(LatticeSource train, String run) {
        try (Model model = model(Precision.SINGLE);
                Training training = Training.start(model, MOVING, train, train, store(run))) {
            return String.valueOf(new TreeMap<>(store(run)
                            .latest(warning -> {})
                            .map(Checkpoint::state)
                            .orElseThrow())
                    .get("data.training"));
        }
    }

    @Test
    void weightThatIsNotPositiveIsRefused() {
        LatticeSource bad = source(LATTICES, List.of(1.0, 0.0, 1.0));
        try (Model model = model(Precision.SINGLE)) {
            assertThatThrownBy(() -> Training.start(model, MOVING, bad, source(2), store("run")))
                    .isInstanceOf(EspalierException.class)
                    .hasMessage(
                            "the weight of a pair must be a finite number above 0; got 0.0, so correct or drop the pair");
        }
    }

    private CheckpointStore store(String name) {
        return new CheckpointStore(folder.resolve(name));
    }
}

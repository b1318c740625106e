package org.espalier.model.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.espalier.model.train.Tensors.named;
import static org.espalier.model.train.Tensors.numbers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.global.torch;
import org.espalier.fst.Lattice;
import org.espalier.fst.Lattices;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.BigramModel;
import org.espalier.model.LatticeSource;
import org.espalier.model.ListLatticeSource;
import org.espalier.model.Model;
import org.espalier.model.NeuralModel;
import org.espalier.model.Parameters.Precision;
import org.espalier.model.RandomPairs;
import org.espalier.model.SamplerKind;
import org.espalier.model.ScorerSettings;
import org.espalier.model.Torch;
import org.espalier.model.checkpoint.Checkpoint;
import org.espalier.model.checkpoint.CheckpointStore;
import org.espalier.model.estimate.Estimator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class TrainingTest {
    private static final long SEED = 31;

    private static final LatticeSource TRAIN =
            new ListLatticeSource(new RandomPairs(SEED, 3, 60).next(11), Optional.of(Lattices.of(RandomPairs.edits())));
    private static final LatticeSource VALID = new ListLatticeSource(new RandomPairs(SEED + 1, 3, 60).next(5));

    /** Pairs of one machine, for scorers that are masked. */
    private static final LatticeSource TRAIN_EDITS = new ListLatticeSource(new RandomPairs(SEED, 3, 60).nextEdits(11));

    private static final LatticeSource VALID_EDITS =
            new ListLatticeSource(new RandomPairs(SEED + 1, 3, 60).nextEdits(5));

    private static final TrainingSettings SETTINGS = TrainingSettings.builder()
            .batch(4)
            .samples(3)
            .iwaeSamples(4)
            .validationSamples(8)
            .samplerLearningRate(0.03)
            .scorerLearningRate(0.03)
            .epochs(5)
            .evaluateEvery(4)
            .checkpointEvery(3)
            .build();

    private static final int STEPS = 15;

    @TempDir
    private Path folder;

    @Test
    void listenerReceivesEveryStepAndValidation() {
        RecordingListener recorder = new RecordingListener();
        try (Model model = bigrams();
                Training training = Training.start(model, SETTINGS, TRAIN, VALID, store("run"))) {
            TrainingOutcome outcome = training.run(recorder);
            assertThat(outcome.reason()).isEqualTo(TrainingOutcome.Reason.COMPLETED);
            assertThat(outcome.step()).isEqualTo(STEPS);
            assertThat(outcome.skipped()).isZero();
            ValidationReport best = outcome.best().orElseThrow();
            assertThat(recorder.validations.stream()
                            .mapToDouble(ValidationReport::iwae)
                            .max())
                    .hasValue(best.iwae());
            assertThat(store("run").best(warning -> {}).map(Checkpoint::step)).hasValue(best.step());
            // A second call has nothing to do.
            assertThat(training.run(recorder)).isEqualTo(outcome);
        }
        assertThat(recorder.steps).extracting(StepReport::step).hasSize(STEPS).isSorted();
        assertThat(recorder.steps).extracting(StepReport::steps).containsOnly((long) STEPS);
        assertThat(recorder.steps)
                .extracting(StepReport::epoch)
                .containsExactly(1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5);
        assertThat(recorder.steps).extracting(StepReport::pairs).startsWith(4, 4, 3, 4, 4, 3);
        assertThat(recorder.validations).extracting(ValidationReport::step).containsExactly(4L, 8L, 12L, 15L);
        assertThat(recorder.warnings).isEmpty();
        double first = recorder.steps.subList(0, 3).stream()
                .mapToDouble(StepReport::loss)
                .sum();
        double last = recorder.steps.subList(12, 15).stream()
                .mapToDouble(StepReport::loss)
                .sum();
        assertThat(last).isLessThan(first);
    }

    @Tag("slow")
    @ParameterizedTest
    @EnumSource
    void resumedAfterAKillIsBitIdentical(Objective objective) {
        System.out.println("seed " + SEED);
        TrainingSettings settings = SETTINGS.toBuilder().objective(objective).build();
        List<String> expected = uninterrupted(settings, "uninterrupted", bigrams());
        for (int cut : new int[] {2, 4, 7, 15}) {
            String run = "killed" + cut;
            kill(settings, run, cut);
            assertThat(resumed(settings, run, bigrams()))
                    .as("cut after %s", cut)
                    .isEqualTo(expected);
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @EnumSource
    void conditionalModelResumedAfterAKillIsBitIdentical(Objective objective) {
        System.out.println("seed " + SEED);
        TrainingSettings settings = SETTINGS.toBuilder().objective(objective).build();
        try (Model model = conditional();
                Training training = Training.start(model, settings, TRAIN_EDITS, VALID_EDITS, store("uninterrupted"))) {
            training.run(new RecordingListener());
        }
        RecordingListener recorder = new RecordingListener();
        recorder.failAfter = 7;
        try (Model model = conditional();
                Training training = Training.start(model, settings, TRAIN_EDITS, VALID_EDITS, store("killed"))) {
            assertThatThrownBy(() -> training.run(recorder)).hasMessage("killed");
        }
        torch.manual_seed(7);
        try (Model model = conditional();
                Training training = Training.resume(
                        model, settings, TRAIN_EDITS, VALID_EDITS, store("killed"), TrainingTest::fail)) {
            assertThat(training.run(new RecordingListener()).step()).isEqualTo(STEPS);
        }
        assertThat(saved("killed")).isEqualTo(saved("uninterrupted"));
    }

    private static void fail(String warning) {
        throw new AssertionError(warning);
    }

    @Tag("slow")
    @ParameterizedTest
    @EnumSource
    void resumedWithAMemoryIsBitIdentical(Objective objective) {
        TrainingSettings settings =
                SETTINGS.toBuilder().objective(objective).memory(2).build();
        List<String> expected = uninterrupted(settings, "uninterrupted", bigrams());
        kill(settings, "killed", 7);
        assertThat(resumed(settings, "killed", bigrams())).isEqualTo(expected);
        uninterrupted(settings.toBuilder().memory(0).build(), "without", bigrams());
        assertThat(digests("without")).doesNotContainAnyElementsOf(digests("uninterrupted"));
    }

    /** The parameters after each step, averaged by a plain loop, are what is validated and what a model is used with. */
    @Test
    void averagedParametersAreValidatedAndUsed() {
        TrainingSettings plain = SETTINGS.toBuilder().steps(9).evaluateEvery(3).build();
        double[] expected;
        try (Model model = bigrams();
                TrainingStep step = new TrainingStep(model, plain)) {
            expected = allNumbers(model);
            DataOrder order = new DataOrder(plain.seed(), TRAIN.size(), plain.batch(), 0);
            for (long number = 0; number < 9; number++) {
                int[] pairs = order.pairs(number);
                step.take(Arrays.stream(pairs).mapToObj(TRAIN::lattice).toList(), pairs, number);
                double decay = Math.min(0.7, (number + 1) / (number + 11.0));
                double[] now = allNumbers(model);
                for (int k = 0; k < now.length; k++) {
                    expected[k] = decay * expected[k] + (1 - decay) * now[k];
                }
            }
        }
        RecordingListener recorder = new RecordingListener();
        try (Model model = bigrams();
                Training training =
                        Training.start(model, plain.toBuilder().average(0.7).build(), TRAIN, VALID, store("run"))) {
            training.run(recorder);
        }
        try (Model model = bigrams()) {
            store("run").latest(warning -> {}).orElseThrow().restore(model);
            assertThat(allNumbers(model)).containsExactly(expected, within(1e-5));
            Estimator estimator = new Estimator(
                    model,
                    plain.validationSamples(),
                    plain.validationSamples(),
                    Seeds.of(plain.seed(), Seeds.VALIDATION));
            assertThat(recorder.validations.get(2).iwae())
                    .isCloseTo(
                            new Validation(estimator, VALID, plain.batch(), Workers.one())
                                    .run()
                                    .iwae(),
                            within(1e-5));
        }
    }

    /** Workers exchange tensors by their places in a list, and identical trainings write identical files. */
    @Test
    void averagesHaveTheOrderOfTheParameters() {
        try (Model model = NeuralModel.of(SamplerKind.SWS, Precision.DOUBLE, 1);
                AveragedParameters averaged = new AveragedParameters(model, 0.5)) {
            assertThat(averaged.tensors().keySet())
                    .containsExactlyElementsOf(Checkpoint.parameters(model).keySet());
        }
    }

    private static double[] allNumbers(Model model) {
        return Checkpoint.parameters(model).values().stream()
                .flatMapToDouble(tensor -> Arrays.stream(numbers(tensor)))
                .toArray();
    }

    static Stream<TrainingSettings> divergencesAndDreams() {
        TrainingSettings ofSampler =
                SETTINGS.toBuilder().objective(Objective.SAMPLER).build();
        return Stream.of(
                ofSampler.toBuilder()
                        .divergence(Divergence.DPG_OFF)
                        .proposalEvery(2)
                        .build(),
                SETTINGS.toBuilder()
                        .divergence(Divergence.EXCLUSIVE)
                        .ppoEpochs(3)
                        .build(),
                SETTINGS.toBuilder().dreams(20).dreamSteps(3).epochs(4).build(),
                ofSampler.toBuilder().splices(0.5).memory(2).build(),
                SETTINGS.toBuilder().average(0.8).weightDecay(0.1).build());
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("divergencesAndDreams")
    void resumedWithADivergenceOrDreamsIsBitIdentical(TrainingSettings settings) {
        List<String> expected = uninterrupted(settings, "uninterrupted", bigrams());
        for (int cut : new int[] {2, 7}) {
            kill(settings, "killed" + cut, cut);
            assertThat(resumed(settings, "killed" + cut, bigrams())).isEqualTo(expected);
        }
        uninterrupted(SETTINGS, "without", bigrams());
        assertThat(digests("without")).doesNotContainAnyElementsOf(digests("uninterrupted"));
        // A model is restored without what belongs to training.
        try (Model model = bigrams()) {
            store("uninterrupted").latest(warning -> {}).orElseThrow().restore(model);
        }
    }

    @Tag("slow")
    @Test
    void stepsWithDreamsAloneComeFirstAndTrainTheSamplerOnly() {
        TrainingSettings settings =
                SETTINGS.toBuilder().dreams(20).dreamSteps(4).epochs(1).build();
        RecordingListener recorder = new RecordingListener();
        recorder.stopAfter = 4;
        try (Model model = bigrams()) {
            double[] scorer = numbers(named(model.scorer().parameters().tensors(), "logits"));
            double[] sampler = numbers(named(model.sampler().parameters().tensors(), "logits"));
            try (Training training = Training.start(model, settings, TRAIN, VALID, store("run"))) {
                training.run(recorder);
                assertThat(numbers(named(model.scorer().parameters().tensors(), "logits")))
                        .isEqualTo(scorer);
                assertThat(numbers(named(model.sampler().parameters().tensors(), "logits")))
                        .isNotEqualTo(sampler);
                recorder.stopAfter = Long.MAX_VALUE;
                TrainingOutcome outcome = training.run(recorder);
                assertThat(outcome.step()).isEqualTo(7);
                assertThat(outcome.dreams().mass().drawn()).isEqualTo(140);
                assertThat(outcome.dreams().mass().accepted())
                        .isPositive()
                        .isEqualTo(recorder.steps.stream()
                                .mapToLong(step -> step.dreams().mass().accepted())
                                .sum());
            }
            assertThat(numbers(named(model.scorer().parameters().tensors(), "logits")))
                    .isNotEqualTo(scorer);
        }
        assertThat(recorder.steps).extracting(StepReport::pairs).containsExactly(0, 0, 0, 0, 4, 4, 3);
        assertThat(recorder.steps).extracting(StepReport::epoch).containsExactly(0, 0, 0, 0, 1, 1, 1);
    }

    @Test
    void stringsThatPairsComeWithAreRememberedFromTheStart() {
        int[] marks = TRAIN.lattice(2).marksOf(TRAIN.lattice(2).firstArc(0));
        LatticeSource aligned = new LatticeSource() {
            @Override
            public int size() {
                return TRAIN.size();
            }

            @Override
            public Lattice lattice(int pair) {
                return TRAIN.lattice(pair);
            }

            @Override
            public Optional<int[]> given(int pair) {
                return pair == 2 ? Optional.of(marks) : Optional.empty();
            }
        };
        TrainingSettings settings = SETTINGS.toBuilder().memory(2).build();
        try (Model model = bigrams();
                Training training = Training.start(model, settings, aligned, VALID, store("run"))) {
            assertThat(store("run").latest(warning -> {}).orElseThrow().memory())
                    .containsExactly(2, 1, marks.length, marks[0]);
        }
        try (Model model = bigrams();
                Training training = Training.start(model, SETTINGS, aligned, VALID, store("without"))) {
            assertThat(store("without").latest(warning -> {}).orElseThrow().memory())
                    .isEmpty();
        }
    }

    @Test
    void splicesOfPairsWithoutAMachineAreRefused() {
        TrainingSettings settings =
                SETTINGS.toBuilder().objective(Objective.SAMPLER).splices(0.5).build();
        try (Model model = bigrams()) {
            assertThatThrownBy(() -> Training.start(model, settings, VALID, VALID, store("run")))
                    .isInstanceOf(EspalierException.class)
                    .hasMessage("splices need the machine of the training pairs, and these have none in common; set"
                            + " splices to 0");
        }
    }

    @Test
    void dreamsOfPairsWithoutAMachineAreRefused() {
        try (Model model = bigrams()) {
            assertThatThrownBy(() ->
                            Training.start(model, SETTINGS.toBuilder().dreams(1).build(), VALID, VALID, store("run")))
                    .isInstanceOf(EspalierException.class)
                    .hasMessage(
                            "dreams need the machine of the training pairs, and these have none in common; set dreams to 0");
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @EnumSource
    void resumedAfterAStopIsBitIdentical(Objective objective) {
        TrainingSettings settings = SETTINGS.toBuilder().objective(objective).build();
        List<String> expected = uninterrupted(settings, "uninterrupted", neural());
        RecordingListener recorder = new RecordingListener();
        recorder.stopAfter = 5;
        try (Model model = neural();
                Training training = Training.start(model, settings, TRAIN, VALID, store("stopped"))) {
            TrainingOutcome outcome = training.run(recorder);
            assertThat(outcome.reason()).isEqualTo(TrainingOutcome.Reason.STOPPED);
            assertThat(outcome.step()).isEqualTo(5);
        }
        assertThat(store("stopped").latest(warning -> {}).map(Checkpoint::step)).hasValue(5L);
        assertThat(resumed(settings, "stopped", neural())).isEqualTo(expected);
    }

    @Tag("slow")
    @Test
    void parallelTrainingsAreBitIdenticalToSequentialOnes() throws Exception {
        TrainingSettings joint = SETTINGS.toBuilder().objective(Objective.JOINT).build();
        TrainingSettings alternating =
                joint.toBuilder().objective(Objective.ALTERNATING).seed(2).build();
        int threads = Torch.threads();
        Torch.useThreads(1);
        ExecutorService executor = Executors.newFixedThreadPool(2);
        try {
            List<String> first = uninterrupted(joint, "first", neural());
            List<String> second = uninterrupted(alternating, "second", neural());
            Future<List<String>> firstAgain = executor.submit(() -> uninterrupted(joint, "firstAgain", neural()));
            Future<List<String>> secondAgain = executor.submit(() -> {
                assertThat(Torch.threads()).isEqualTo(1);
                return uninterrupted(alternating, "secondAgain", neural());
            });
            assertThat(firstAgain.get()).isEqualTo(first);
            assertThat(secondAgain.get()).isEqualTo(second);
        } finally {
            executor.shutdownNow();
            Torch.useThreads(threads);
        }
    }

    private List<String> uninterrupted(TrainingSettings settings, String run, Model model) {
        try (model;
                Training training = Training.start(model, settings, TRAIN, VALID, store(run))) {
            training.run(new RecordingListener());
        }
        return saved(run);
    }

    private void kill(TrainingSettings settings, String run, int cut) {
        RecordingListener recorder = new RecordingListener();
        recorder.failAfter = cut;
        try (Model model = bigrams();
                Training training = Training.start(model, settings, TRAIN, VALID, store(run))) {
            assertThatThrownBy(() -> training.run(recorder)).hasMessage("killed");
        }
    }

    private List<String> resumed(TrainingSettings settings, String run, Model model) {
        torch.manual_seed(7);
        try (model;
                Training training = Training.resume(model, settings, TRAIN, VALID, store(run), TrainingTest::fail)) {
            assertThat(training.run(new RecordingListener()).step()).isEqualTo(STEPS);
        }
        return saved(run);
    }

    /** Returns the states and digests of the last and the best checkpoint. */
    private List<String> saved(String run) {
        return checkpoints(run)
                .map(checkpoint -> new TreeMap<>(checkpoint.state()) + " " + digest(checkpoint.tensors()))
                .toList();
    }

    /** Returns the digests of the numbers of both checkpoints, without their states, which have the settings. */
    private List<String> digests(String run) {
        return checkpoints(run).map(checkpoint -> digest(checkpoint.tensors())).toList();
    }

    /** Returns the last and the best checkpoint. */
    private Stream<Checkpoint> checkpoints(String run) {
        return Stream.of(store(run).latest(warning -> {}), store(run).best(warning -> {}))
                .map(Optional::orElseThrow);
    }

    private static String digest(Path file) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        } catch (IOException | NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void earlyStoppingEndsTheTrainingForGood() {
        TrainingSettings settings = SETTINGS.toBuilder()
                .objective(Objective.SAMPLER)
                .samplerLearningRate(5)
                .evaluateEvery(1)
                .patience(3)
                .epochs(100)
                .build();
        RecordingListener recorder = new RecordingListener();
        TrainingOutcome outcome;
        try (Model model = bigrams();
                Training training = Training.start(model, settings, TRAIN, VALID, store("run"))) {
            outcome = training.run(recorder);
        }
        assertThat(outcome.reason()).isEqualTo(TrainingOutcome.Reason.OUT_OF_PATIENCE);
        ValidationReport best = outcome.best().orElseThrow();
        assertThat(outcome.step()).isEqualTo(best.step() + 3);
        assertThat(recorder.validations.stream()
                        .mapToDouble(ValidationReport::partialKl)
                        .min())
                .hasValue(best.partialKl());
        assertThat(store("run").best(warning -> {}).map(Checkpoint::step)).hasValue(best.step());
        try (Model model = bigrams();
                Training training = Training.resume(model, settings, TRAIN, VALID, store("run"), warning -> {})) {
            assertThat(training.run(recorder)).isEqualTo(outcome);
        }
    }

    @Tag("slow")
    @Test
    void resumedTrainingMayChangeOnlyChangeableSettings() {
        uninterrupted(SETTINGS, "run", bigrams());
        TrainingSettings longer = SETTINGS.toBuilder()
                .epochs(6)
                .evaluateEvery(2)
                .checkpointEvery(0)
                .patience(9)
                .build();
        try (Model model = bigrams();
                Training training = Training.resume(model, longer, TRAIN, VALID, store("run"), warning -> {})) {
            assertThat(training.run(new RecordingListener()).step()).isEqualTo(18);
        }
        TrainingSettings other = SETTINGS.toBuilder().batch(5).dropout(0.1).build();
        try (Model model = bigrams()) {
            assertThatThrownBy(() -> Training.resume(model, other, TRAIN, VALID, store("run"), warning -> {}))
                    .isInstanceOf(EspalierException.class)
                    .hasMessage(
                            "the checkpoint was made with other settings: batch was 4 and is 5, dropout was 0.3 and is"
                                    + " 0.1; resume with those it was made with, or start anew");
            assertThatThrownBy(() -> Training.resume(model, SETTINGS, VALID, VALID, store("run"), warning -> {}))
                    .hasMessageContaining("trainingPairs was 11 and is 5");
            LatticeSource changed = new ListLatticeSource(new RandomPairs(SEED + 2, 3, 60).next(5));
            assertThatThrownBy(() -> Training.resume(model, SETTINGS, TRAIN, changed, store("run"), warning -> {}))
                    .hasMessage("the validation pairs have changed since the checkpoint was made, though not in number;"
                            + " put the data back as they were, or start anew");
        }
    }

    @Tag("slow")
    @Test
    void startNeedsAnEmptyStoreAndResumeDoesNot() {
        List<String> warnings = new ArrayList<>();
        try (Model model = bigrams()) {
            try (Training training = Training.resume(model, SETTINGS, TRAIN, VALID, store("run"), warnings::add)) {
                assertThat(training.run(new RecordingListener()).step()).isEqualTo(STEPS);
            }
            assertThat(warnings).containsExactly("there is no checkpoint yet: training starts from the beginning");
            assertThatThrownBy(() -> Training.start(model, SETTINGS, TRAIN, VALID, store("run")))
                    .isInstanceOf(EspalierException.class)
                    .hasMessage(
                            "the store has a checkpoint of step 15 already: resume from it, or start with an empty one");
        }
        assertThat(saved("run")).isEqualTo(uninterrupted(SETTINGS, "uninterrupted", bigrams()));
    }

    @Test
    void emptyDataSetIsRefused() {
        try (Model model = bigrams()) {
            assertThatThrownBy(() ->
                            Training.start(model, SETTINGS, new ListLatticeSource(List.of()), VALID, store("run")))
                    .hasMessage("the training set has no pairs that the machine generates");
            assertThatThrownBy(() ->
                            Training.start(model, SETTINGS, TRAIN, new ListLatticeSource(List.of()), store("run")))
                    .hasMessage("the validation set has no pairs that the machine generates");
        }
    }

    @Test
    void gradientThatIsNotFiniteIsReported() {
        RecordingListener recorder = new RecordingListener();
        try (Model model = bigrams()) {
            named(model.scorer().parameters().tensors(), "logits")
                    .data_ptr_float()
                    .put(0, Float.NaN);
            TrainingSettings settings =
                    SETTINGS.toBuilder().objective(Objective.SAMPLER).build();
            try (Training training = Training.start(model, settings, TRAIN, VALID, store("run"))) {
                TrainingOutcome outcome = training.run(recorder);
                assertThat(outcome.skipped()).isPositive().isEqualTo(recorder.warnings.size());
                assertThat(recorder.warnings.get(0))
                        .matches(
                                "step \\d+: a gradient is not finite \\(sampler NaN, scorer 0.0\\), and that network is"
                                        + " not changed; so far 1 such step");
            }
            assertThat(numbers(named(model.sampler().parameters().tensors(), "logits")))
                    .doesNotContain(Double.NaN);
        }
    }

    @Test
    void trainingOfSkippedStepsOnlyFails() {
        try (Model model = bigrams()) {
            named(model.scorer().parameters().tensors(), "logits").detach().fill_(new Scalar(Double.NaN));
            TrainingSettings settings =
                    SETTINGS.toBuilder().objective(Objective.SAMPLER).build();
            RecordingListener recorder = new RecordingListener();
            try (Training training = Training.start(model, settings, TRAIN, VALID, store("run"))) {
                assertThatThrownBy(() -> training.run(recorder))
                        .isInstanceOf(EspalierException.class)
                        .hasMessage(
                                "nothing was learned: in 15 steps, all of them, a gradient was not finite; check the"
                                        + " scorer it began with, and lower training's samplerLearningRate, scorerLearningRate"
                                        + " or lengthPenalty");
            }
            assertThat(recorder.warnings).hasSize(STEPS);
        }
    }

    private CheckpointStore store(String name) {
        return new CheckpointStore(folder.resolve(name));
    }

    private static Model bigrams() {
        return BigramModel.of(RandomPairs.MARKS.size(), Precision.SINGLE, SEED);
    }

    private static Model neural() {
        return NeuralModel.of(SamplerKind.SWPS, Precision.SINGLE, SEED);
    }

    /** Returns a model of the kinds that {@code init} proposes, a masked scorer that guides its sampler, with attention. */
    private static Model conditional() {
        ScorerSettings settings = ScorerSettings.DEFAULT
                .withGiven(ScorerSettings.Given.INPUT)
                .withAttention(true)
                .withMasked(true);
        return NeuralModel.ofEdits(settings, SamplerKind.SWG, Precision.SINGLE, SEED);
    }
}

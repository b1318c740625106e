package org.espalier.model.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.espalier.model.train.Tensors.numbers;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.espalier.fst.Lattices;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.LatticeSource;
import org.espalier.model.ListLatticeSource;
import org.espalier.model.Model;
import org.espalier.model.NeuralModel;
import org.espalier.model.Parameters.Precision;
import org.espalier.model.RandomPairs;
import org.espalier.model.SamplerKind;
import org.espalier.model.Torch;
import org.espalier.model.checkpoint.CheckpointStore;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Training by several workers, which are threads here, each with its own model. */
@Tag("slow")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class WorkersTest {
    private static final long SEED = 41;
    private static final String LOOPBACK = "127.0.0.1";

    private static final LatticeSource TRAIN = weighted(SEED, 17);
    private static final LatticeSource VALID = weighted(SEED + 1, 11);

    /** The last step of an epoch has two pairs, so a third worker has none. */
    private static final TrainingSettings SETTINGS = TrainingSettings.builder()
            .batch(5)
            .samples(3)
            .iwaeSamples(4)
            .validationSamples(8)
            .dropout(0.3)
            .labelSmoothing(0.1)
            .lengthThreshold(3)
            .lengthPenalty(0.5)
            .gradClip(1)
            .samplerLearningRate(0.01)
            .scorerLearningRate(0.01)
            .epochs(0)
            .steps(9)
            .evaluateEvery(4)
            .checkpointEvery(3)
            .build();

    @TempDir
    private Path folder;

    private int runs;

    @BeforeAll
    static void oneThreadEach() {
        Torch.useThreads(1);
    }

    private static LatticeSource weighted(long seed, int pairs) {
        return new ListLatticeSource(
                new RandomPairs(seed, 3, 60).next(pairs),
                IntStream.range(0, pairs).mapToObj(pair -> 0.5 + pair % 4).toList(),
                Optional.of(Lattices.of(RandomPairs.edits())));
    }

    /** The state of a worker after training. */
    private record End(
            TrainingOutcome outcome,
            Map<String, double[]> tensors,
            List<StepReport> steps,
            List<ValidationReport> validations) {}

    /** The work of one worker. */
    private interface WorkerCall<T> {
        T of(Workers workers) throws Exception;
    }

    /** Runs all workers, each in a thread. */
    private <T> List<T> inParallel(int size, WorkerCall<T> work) throws Exception {
        Path store = folder.resolve("store" + runs++);
        ExecutorService threads = Executors.newFixedThreadPool(size);
        try {
            List<Callable<T>> all = new ArrayList<>();
            for (int r = 0; r < size; r++) {
                int rank = r;
                all.add(() -> {
                    try (Workers workers = size == 1
                            ? Workers.one()
                            : Workers.gloo(rank, size, store, LOOPBACK, Duration.ofMinutes(2))) {
                        return work.of(workers);
                    }
                });
            }
            List<T> results = new ArrayList<>();
            for (Future<T> future : threads.invokeAll(all)) {
                results.add(future.get());
            }
            assertThat(store).doesNotExist();
            return results;
        } finally {
            threads.shutdownNow();
        }
    }

    private List<End> train(int size, TrainingSettings settings, String run, Precision precision) throws Exception {
        return inParallel(size, workers -> {
            try (Model model = model(precision);
                    Training training = training(model, settings, run, workers)) {
                RecordingListener recorder = new RecordingListener();
                TrainingOutcome outcome = training.run(recorder);
                return new End(outcome, tensors(training), recorder.steps, recorder.validations);
            }
        });
    }

    private Training training(Model model, TrainingSettings settings, String run, Workers workers) {
        if (workers.rank() > 0) {
            return Training.join(model, settings, TRAIN, VALID, workers);
        }
        CheckpointStore store = new CheckpointStore(folder.resolve(run));
        return store.latest(warning -> {}).isPresent()
                ? Training.resume(model, settings, TRAIN, VALID, Optional.empty(), store, warning -> {}, workers)
                : Training.start(model, settings, TRAIN, VALID, Optional.empty(), store, workers);
    }

    private static Map<String, double[]> tensors(Training training) {
        Map<String, double[]> result = new LinkedHashMap<>();
        training.tensors().forEach((name, tensor) -> result.put(name, numbers(tensor)));
        return result;
    }

    private static void requireClose(Map<String, double[]> found, Map<String, double[]> expected) {
        assertThat(found.keySet()).isEqualTo(expected.keySet());
        expected.forEach((name, values) -> assertThat(found.get(name)).as(name).containsExactly(values, within(1e-9)));
    }

    private static void requireEqual(Map<String, double[]> found, Map<String, double[]> expected) {
        assertThat(found.keySet()).isEqualTo(expected.keySet());
        expected.forEach((name, values) -> assertThat(found.get(name)).as(name).isEqualTo(values));
    }

    @Test
    void tensorsOfOneTypeAreSentTogether() {
        try (PointerScope scope = new PointerScope()) {
            Tensor number = NumberTensors.tensor(0.5);
            Tensor numbers = NumberTensors.tensor(1, 2.5);
            Tensor count = NumberTensors.tensor(3);
            assertThat(GlooWorkers.byType(List.of(number, count, numbers)))
                    .containsExactly(List.of(number, numbers), List.of(count));
        }
    }

    static Stream<Arguments> objectivesAndSizes() {
        return Stream.of(Objective.values())
                .flatMap(objective -> Stream.of(2, 3).map(size -> Arguments.of(objective, size)));
    }

    @ParameterizedTest
    @MethodSource("objectivesAndSizes")
    void resultDoesNotDependOnTheNumberOfWorkers(Objective objective, int size) throws Exception {
        System.out.println("seed " + SEED);
        TrainingSettings settings = SETTINGS.toBuilder().objective(objective).build();
        End alone = train(1, settings, "alone", Precision.DOUBLE).get(0);
        List<End> all = train(size, settings, "all", Precision.DOUBLE);
        for (End end : all) {
            requireClose(end.tensors, alone.tensors);
            requireEqual(end.tensors, all.get(0).tensors);
            assertThat(end.outcome.reason()).isEqualTo(TrainingOutcome.Reason.COMPLETED);
            assertThat(end.validations).isEqualTo(all.get(0).validations);
        }
        for (int s = 0; s < alone.steps.size(); s++) {
            StepReport expected = alone.steps.get(s);
            StepReport found = all.get(0).steps.get(s);
            assertThat(found.loss()).isCloseTo(expected.loss(), within(1e-9));
            assertThat(found.ess()).isCloseTo(expected.ess(), within(1e-9));
            assertThat(found.gradientNorm()).isCloseTo(expected.gradientNorm(), within(1e-9));
            assertThat(found.pairs()).isEqualTo(expected.pairs());
        }
        assertThat(all.get(0).validations).hasSameSizeAs(alone.validations).hasSize(3);
    }

    @ParameterizedTest
    @EnumSource
    void workersRememberTheStringsOfTheirPairs(Objective objective) throws Exception {
        TrainingSettings settings =
                SETTINGS.toBuilder().objective(objective).memory(2).build();
        TrainingSettings shorter = settings.toBuilder().steps(6).build();
        End alone = train(1, settings, "alone", Precision.DOUBLE).get(0);
        requireClose(train(3, settings, "all", Precision.DOUBLE).get(1).tensors, alone.tensors);
        train(2, shorter, "changing", Precision.DOUBLE);
        requireClose(train(3, settings, "changing", Precision.DOUBLE).get(2).tensors, alone.tensors);
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
                SETTINGS.toBuilder()
                        .objective(Objective.JOINT)
                        .divergence(Divergence.EXCLUSIVE)
                        .build(),
                SETTINGS.toBuilder().dreams(25).dreamSteps(2).build(),
                ofSampler.toBuilder().dreams(25).accumulate(2).memory(2).build(),
                ofSampler.toBuilder().splices(0.5).memory(2).build());
    }

    @ParameterizedTest
    @MethodSource("divergencesAndDreams")
    void divergencesAndDreamsDoNotDependOnTheNumberOfWorkers(TrainingSettings settings) throws Exception {
        TrainingSettings shorter = settings.toBuilder().steps(6).build();
        End alone = train(1, settings, "alone", Precision.DOUBLE).get(0);
        End together = train(3, settings, "all", Precision.DOUBLE).get(1);
        requireClose(together.tensors, alone.tensors);
        assertThat(together.outcome.dreams().mass())
                .isEqualTo(alone.outcome.dreams().mass());
        assertThat(together.outcome.dreams().loss())
                .isCloseTo(alone.outcome.dreams().loss(), within(1e-6));
        assertThat(alone.outcome.dreams().loss() > 20).isEqualTo(settings.dreams() > 0);
        train(2, shorter, "changing", Precision.DOUBLE);
        End changed = train(3, settings, "changing", Precision.DOUBLE).get(2);
        requireClose(changed.tensors, alone.tensors);
        assertThat(changed.outcome.dreams().mass())
                .isEqualTo(alone.outcome.dreams().mass());
    }

    @Test
    void localStepsHaveDreams() throws Exception {
        TrainingSettings local =
                SETTINGS.toBuilder().localSteps(4).dreams(100).dreamSteps(4).build();
        List<End> all = train(3, local, "apart", Precision.SINGLE);
        for (End end : all) {
            requireEqual(end.tensors, all.get(0).tensors);
            assertThat(end.steps).extracting(StepReport::pairs).containsExactly(0, 0, 0, 0, 5, 5, 5, 2, 5);
            assertThat(end.steps).allMatch(step -> step.dreams().mass().drawn() == 100);
            assertThat(end.steps).allMatch(step -> step.gradientNorm() > 0 && step.loss() > 0);
        }
    }

    @Test
    void validationIsBitIdenticalForAnyNumberOfWorkers() throws Exception {
        // Learning rates so small that no parameter changes.
        TrainingSettings still = SETTINGS.toBuilder()
                .samplerLearningRate(1e-300)
                .scorerLearningRate(1e-300)
                .build();
        List<ValidationReport> alone =
                train(1, still, "alone", Precision.SINGLE).get(0).validations;
        for (int size : new int[] {2, 3, 4}) {
            for (End end : train(size, still, "of" + size, Precision.SINGLE)) {
                assertThat(end.validations).isEqualTo(alone);
            }
        }
    }

    /** Worker 0 alone finds outputs; the others could not. */
    @Test
    void workersAgreeOnTheErrorsOfOutputs() throws Exception {
        TrainingSettings settings = SETTINGS.toBuilder()
                .select(Selection.ACCURACY)
                .evaluateEvery(1)
                .patience(3)
                .build();
        List<End> all = inParallel(3, workers -> {
            AtomicInteger validations = new AtomicInteger();
            try (Model model = model(Precision.SINGLE);
                    Training training = workers.rank() > 0
                            ? Training.join(model, settings, TRAIN, VALID, workers)
                            : Training.start(
                                    model,
                                    settings,
                                    TRAIN,
                                    VALID,
                                    Optional.of(() -> new OutputErrors(0.1 * validations.incrementAndGet(), 0.5)),
                                    new CheckpointStore(folder.resolve("run")),
                                    workers)) {
                RecordingListener recorder = new RecordingListener();
                return new End(training.run(recorder), tensors(training), recorder.steps, recorder.validations);
            }
        });
        for (End end : all) {
            assertThat(end.outcome.reason()).isEqualTo(TrainingOutcome.Reason.OUT_OF_PATIENCE);
            assertThat(end.outcome.step()).isEqualTo(4);
            assertThat(end.validations).isEqualTo(all.get(0).validations);
            assertThat(end.outcome.best().orElseThrow().outputs()).isEqualTo(new OutputErrors(0.1, 0.5));
        }
    }

    @ParameterizedTest
    @EnumSource
    void microBatchesGiveTheSameGradient(Objective objective) throws Exception {
        TrainingSettings settings = SETTINGS.toBuilder().objective(objective).build();
        End whole = train(1, settings, "whole", Precision.DOUBLE).get(0);
        for (int parts : new int[] {2, 4, 9}) {
            TrainingSettings inParts = settings.toBuilder().accumulate(parts).build();
            requireClose(train(1, inParts, "parts" + parts, Precision.DOUBLE).get(0).tensors, whole.tensors);
        }
        TrainingSettings twoParts = settings.toBuilder().accumulate(2).build();
        requireClose(train(2, twoParts, "both", Precision.DOUBLE).get(1).tensors, whole.tensors);
    }

    @Test
    void anotherNumberOfWorkersResumesFromACheckpoint() throws Exception {
        Map<String, double[]> straight =
                train(1, SETTINGS, "straight", Precision.DOUBLE).get(0).tensors;
        TrainingSettings shorter = SETTINGS.toBuilder().steps(4).build();
        TrainingSettings longer = SETTINGS.toBuilder().steps(7).build();
        train(3, shorter, "changing", Precision.DOUBLE);
        train(1, longer, "changing", Precision.DOUBLE);
        for (End end : train(2, SETTINGS, "changing", Precision.DOUBLE)) {
            assertThat(end.steps).extracting(StepReport::step).containsExactly(8L, 9L);
            assertThat(end.outcome.best()).isPresent();
            requireClose(end.tensors, straight);
        }
    }

    @Test
    void stopRequestOfOneWorkerStopsAllAtTheSameStep() throws Exception {
        List<TrainingOutcome> outcomes = inParallel(3, workers -> {
            try (Model model = model(Precision.DOUBLE);
                    Training training = training(model, SETTINGS, "stopped", workers)) {
                RecordingListener recorder = new RecordingListener();
                recorder.stopAfter = workers.rank() == 2 ? 5 : Long.MAX_VALUE;
                return training.run(recorder);
            }
        });
        assertThat(outcomes).extracting(TrainingOutcome::reason).containsOnly(TrainingOutcome.Reason.STOPPED);
        assertThat(outcomes).extracting(TrainingOutcome::step).containsOnly(5L);
        Map<String, double[]> straight =
                train(1, SETTINGS, "straight", Precision.DOUBLE).get(0).tensors;
        requireClose(train(2, SETTINGS, "stopped", Precision.DOUBLE).get(0).tensors, straight);
    }

    @Test
    void workersAreEqualAfterLocalSteps() throws Exception {
        TrainingSettings local = SETTINGS.toBuilder().localSteps(4).build();
        List<End> all = train(3, local, "apart", Precision.SINGLE);
        for (End end : all) {
            requireEqual(end.tensors, all.get(0).tensors);
            assertThat(end.steps).extracting(StepReport::step).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
            assertThat(end.steps).extracting(StepReport::pairs).containsExactly(5, 5, 5, 2, 5, 5, 5, 2, 5);
        }
        // Validations and checkpoints happen only when all workers are equal.
        assertThat(all.get(0).validations).extracting(ValidationReport::step).containsExactly(4L, 8L, 9L);
        Path run = folder.resolve("apart");
        try (Stream<Path> files = Files.list(run)) {
            assertThat(files.map(file -> String.valueOf(file.getFileName())).filter(name -> name.endsWith("tensors")))
                    .isSubsetOf("step-0.safetensors", "step-4.safetensors", "step-8.safetensors", "step-9.safetensors");
        }
        assertThat(all.get(0).tensors)
                .isNotEqualTo(train(3, SETTINGS, "together", Precision.SINGLE).get(0).tensors);
    }

    @Test
    void localStepsOfASingleWorkerAreOrdinarySteps() throws Exception {
        TrainingSettings local = SETTINGS.toBuilder().localSteps(4).build();
        requireEqual(
                train(1, local, "apart", Precision.SINGLE).get(0).tensors,
                train(1, SETTINGS, "together", Precision.SINGLE).get(0).tensors);
    }

    @Test
    void workerWithOtherSettingsIsRefused() {
        assertThatThrownBy(() -> inParallel(3, workers -> {
                    TrainingSettings own = SETTINGS.toBuilder()
                            .steps(workers.rank() == 2 ? 8 : 9)
                            .build();
                    try (Model model = model(Precision.SINGLE);
                            Training training = training(model, own, "run", workers)) {
                        return training.run(new RecordingListener());
                    }
                }))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(EspalierException.class)
                .hasMessage(
                        "worker 2 has other settings or pairs than worker 0; give all workers the same configuration"
                                + " and the same data");
    }

    @Test
    void lostWorkerIsDetectedInTheNextStep() throws Exception {
        List<String> ends = inParallel(3, workers -> {
            try (Model model = model(Precision.SINGLE);
                    Training training = training(model, SETTINGS, "lost", workers)) {
                training.run(new TrainingListener() {
                    @Override
                    public void step(StepReport report) {
                        if (workers.rank() == 1 && report.step() == 5) {
                            workers.close();
                            throw new IllegalStateException("gone");
                        }
                    }
                });
                return "done";
            } catch (IllegalStateException e) {
                return String.valueOf(e.getMessage());
            } catch (LostWorkerException e) {
                workers.close();
                return String.valueOf(e.getMessage());
            }
        });
        assertThat(ends.get(1)).isEqualTo("gone");
        assertThat(ends.get(0)).startsWith("a worker was lost in step 6: ").doesNotContain("\n", ".cc:");
        assertThat(ends.get(2)).startsWith("a worker was lost in step 6: ");
        Map<String, double[]> straight =
                train(1, SETTINGS, "straight", Precision.SINGLE).get(0).tensors;
        assertThat(train(1, SETTINGS, "lost", Precision.SINGLE).get(0).tensors.keySet())
                .isEqualTo(straight.keySet());
    }

    @Test
    void missingWorkerIsReportedAfterTheTimeout() {
        assertThatThrownBy(() -> Workers.gloo(0, 2, folder.resolve("lonely"), LOOPBACK, Duration.ofMillis(300))
                        .close())
                .isInstanceOf(LostWorkerException.class)
                .hasMessage("a worker was lost before the first step: Wait timeout");
        assertThat(folder.resolve("lonely")).doesNotExist();
        assertThatThrownBy(() -> Workers.gloo(2, 2, folder.resolve("none"), LOOPBACK, Duration.ofSeconds(1))
                        .close())
                .hasMessage("the number of a worker must be from 0 to 1; got 2");
    }

    private static Model model(Precision precision) {
        return NeuralModel.of(SamplerKind.SWPS, precision, SEED);
    }
}

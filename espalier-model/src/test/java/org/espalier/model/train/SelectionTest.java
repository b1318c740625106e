package org.espalier.model.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.BigramModel;
import org.espalier.model.LatticeSource;
import org.espalier.model.ListLatticeSource;
import org.espalier.model.Model;
import org.espalier.model.Parameters.Precision;
import org.espalier.model.RandomPairs;
import org.espalier.model.checkpoint.Checkpoint;
import org.espalier.model.checkpoint.CheckpointStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The best checkpoint is that with the fewest errors, as these tests say they are. */
class SelectionTest {
    private static final long SEED = 31;
    private static final LatticeSource PAIRS = new ListLatticeSource(new RandomPairs(SEED, 3, 60).next(6));

    /** A validation after each step. */
    private static final TrainingSettings SETTINGS = TrainingSettings.builder()
            .batch(4)
            .samples(3)
            .iwaeSamples(4)
            .samplerLearningRate(0.03)
            .scorerLearningRate(0.03)
            .epochs(0)
            .steps(6)
            .evaluateEvery(1)
            .select(Selection.ACCURACY)
            .build();

    @TempDir
    private Path folder;

    /** Errors of one validation after the other. */
    private static Iterator<OutputErrors> errors(double... wordThenCharacter) {
        List<OutputErrors> result = new ArrayList<>();
        for (int k = 0; k < wordThenCharacter.length; k += 2) {
            result.add(new OutputErrors(wordThenCharacter[k], wordThenCharacter[k + 1]));
        }
        return result.iterator();
    }

    private static Model model() {
        return BigramModel.of(RandomPairs.MARKS.size(), Precision.SINGLE, SEED);
    }

    private CheckpointStore store() {
        return new CheckpointStore(folder.resolve("run"));
    }

    private TrainingOutcome train(
            TrainingSettings settings, Iterator<OutputErrors> errors, RecordingListener recorder) {
        try (Model model = model();
                Training training = Training.start(
                        model, settings, PAIRS, PAIRS, Optional.of(errors::next), store(), Workers.one())) {
            return training.run(recorder);
        }
    }

    private static List<Long> bestSteps(RecordingListener recorder) {
        return recorder.validations.stream()
                .filter(ValidationReport::best)
                .map(ValidationReport::step)
                .toList();
    }

    @Test
    void accuracySelectsTheFewestWrongWords() {
        RecordingListener recorder = new RecordingListener();
        TrainingOutcome outcome =
                train(SETTINGS, errors(0.5, 0.1, 0.6, 0.05, 0.3, 0.3, 0.4, 0.01, 0.2, 0.2, 0.3, 0), recorder);
        assertThat(bestSteps(recorder)).containsExactly(1L, 3L, 5L);
        ValidationReport best = outcome.best().orElseThrow();
        assertThat(best.step()).isEqualTo(5);
        assertThat(best.outputs()).isEqualTo(new OutputErrors(0.2, 0.2));
        assertThat(store().best(warning -> {}).map(Checkpoint::step)).hasValue(5L);
    }

    @Test
    void characterErrorRateSelectsTheFewestWrongCharacters() {
        RecordingListener recorder = new RecordingListener();
        train(
                SETTINGS.toBuilder().select(Selection.CER).build(),
                errors(0.5, 0.1, 0.6, 0.05, 0.3, 0.3, 0.4, 0.01, 0.2, 0.2, 0.3, 0.02),
                recorder);
        assertThat(bestSteps(recorder)).containsExactly(1L, 2L, 4L);
    }

    @Test
    void amongEqualsTheLikelihoodDecides() {
        RecordingListener recorder = new RecordingListener();
        TrainingOutcome outcome = train(SETTINGS, errors(0.5, 0, 0.5, 0, 0.5, 0, 0.5, 0, 0.5, 0, 0.5, 0), recorder);
        ValidationReport mostProbable = recorder.validations.stream()
                .max(Comparator.comparingDouble(ValidationReport::iwae))
                .orElseThrow();
        assertThat(mostProbable.step()).isGreaterThan(1);
        assertThat(outcome.best()).hasValue(mostProbable);
    }

    @Test
    void patienceCountsValidationsWithoutFewerErrors() {
        RecordingListener recorder = new RecordingListener();
        TrainingOutcome outcome = train(
                SETTINGS.toBuilder().patience(2).build(), errors(0.5, 0, 0.4, 0, 0.6, 0, 0.5, 0, 0.1, 0), recorder);
        assertThat(outcome.reason()).isEqualTo(TrainingOutcome.Reason.OUT_OF_PATIENCE);
        assertThat(outcome.step()).isEqualTo(4);
        assertThat(outcome.best().map(ValidationReport::step)).hasValue(2L);
    }

    @Test
    void resumedTrainingComparesWithTheBestBefore() {
        TrainingSettings shorter = SETTINGS.toBuilder().steps(3).build();
        train(shorter, errors(0.5, 0, 0.3, 0, 0.4, 0), new RecordingListener());
        RecordingListener recorder = new RecordingListener();
        Iterator<OutputErrors> more = errors(0.4, 0, 0.35, 0, 0.25, 0);
        try (Model model = model();
                Training training = Training.resume(
                        model,
                        SETTINGS,
                        PAIRS,
                        PAIRS,
                        Optional.of(more::next),
                        store(),
                        warning -> {},
                        Workers.one())) {
            assertThat(training.run(recorder).best().map(ValidationReport::step))
                    .hasValue(6L);
        }
        assertThat(bestSteps(recorder)).containsExactly(6L);
    }

    @Test
    void resumedTrainingMustKeepItsCriterion() {
        train(
                SETTINGS.toBuilder().steps(1).select(Selection.LIKELIHOOD).build(),
                Stream.<OutputErrors>empty().iterator(),
                new RecordingListener());
        try (Model model = model()) {
            assertThatThrownBy(() -> Training.resume(
                            model,
                            SETTINGS,
                            PAIRS,
                            PAIRS,
                            Optional.of(() -> OutputErrors.NONE),
                            store(),
                            warning -> {},
                            Workers.one()))
                    .isInstanceOf(EspalierException.class)
                    .hasMessage(
                            "the checkpoint was made with other settings: select was LIKELIHOOD and is ACCURACY; resume with"
                                    + " those it was made with, or start anew");
        }
    }

    @Test
    void errorsNeedASearchForOutputs() {
        try (Model model = model()) {
            assertThatThrownBy(() -> Training.start(model, SETTINGS, PAIRS, PAIRS, store()))
                    .isInstanceOf(EspalierException.class)
                    .hasMessage(
                            "select is accuracy, but this training finds no outputs of the validation pairs; set select to"
                                    + " likelihood");
        }
    }
}

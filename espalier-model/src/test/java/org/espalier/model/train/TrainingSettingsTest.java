package org.espalier.model.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.RecordComponent;
import org.espalier.fst.base.EspalierException;
import org.junit.jupiter.api.Test;

class TrainingSettingsTest {
    @Test
    void defaultsAreThoseOfThePaper() {
        TrainingSettings settings = TrainingSettings.DEFAULT;
        assertThat(settings.batch()).isEqualTo(16);
        assertThat(settings.samples()).isEqualTo(16);
        assertThat(settings.iwaeSamples()).isEqualTo(32);
        assertThat(settings.dropout()).isEqualTo(0.3);
        assertThat(settings.gradClip()).isEqualTo(5.0);
        assertThat(settings.samplerLearningRate()).isEqualTo(1e-5);
        assertThat(settings.scorerLearningRate()).isEqualTo(1e-3);
        assertThat(settings.labelSmoothing()).isEqualTo(0.1);
        assertThat(settings.lengthThreshold()).isEqualTo(100);
        assertThat(settings.lengthPenalty()).isEqualTo(1.0);
        assertThat(settings.toBuilder().build()).isEqualTo(settings);
    }

    @Test
    void totalStepsIsTheSmallerLimit() {
        TrainingSettings.Builder settings = TrainingSettings.builder().batch(16).epochs(3);
        assertThat(settings.build().totalSteps(33)).isEqualTo(9);
        assertThat(settings.steps(5).build().totalSteps(33)).isEqualTo(5);
        assertThat(settings.epochs(0).build().totalSteps(33)).isEqualTo(5);
        assertThat(TrainingSettings.builder()
                        .epochs(3)
                        .dreams(1)
                        .dreamSteps(4)
                        .build()
                        .totalSteps(33))
                .isEqualTo(13);
        assertThat(settings.epochs(Integer.MAX_VALUE).steps(0).build().totalSteps(Integer.MAX_VALUE))
                .isEqualTo((long) Integer.MAX_VALUE * (1 << 27));
    }

    @Test
    void learningRatesDecayExponentially() {
        assertThat(TrainingSettings.DEFAULT.learningRateFactor(1_000_000)).isEqualTo(1);
        TrainingSettings settings = TrainingSettings.builder().halveEvery(100).build();
        assertThat(settings.learningRateFactor(0)).isEqualTo(1);
        assertThat(settings.learningRateFactor(100)).isEqualTo(0.5);
        assertThat(settings.learningRateFactor(300)).isEqualTo(0.125);
        assertThat(settings.learningRateFactor(50)).isEqualTo(Math.sqrt(0.5));
    }

    @Test
    void settingsThatDoNotFitTogetherAreRefused() {
        refuses(
                TrainingSettings.builder().dreamSteps(5),
                "dreamSteps is 5, but dreams is 0: set the number of dreams per step");
        refuses(
                TrainingSettings.builder().divergence(Divergence.EXCLUSIVE).memory(4),
                "memory is 4, but only the inclusive divergence can learn from remembered strings, which are no longer draws"
                        + " from the sampler: set memory to 0");
        refuses(
                TrainingSettings.builder().divergence(Divergence.DPG_OFF),
                "the divergence dpg_off averages estimates of p̃(x, y) over steps, so the scorer must not change: set"
                        + " objective to sampler");
        refuses(
                TrainingSettings.builder()
                        .divergence(Divergence.DPG_OFF)
                        .objective(Objective.SAMPLER)
                        .localSteps(2),
                "localSteps is 2, but with the divergence dpg_off all workers share one proposal: set localSteps to 1");
        refuses(
                TrainingSettings.builder().ppoEpochs(2),
                "ppoEpochs and entropyBonus belong to the exclusive divergence: leave them at 1 and 0, or set divergence to"
                        + " exclusive");
        refuses(
                TrainingSettings.builder().divergence(Divergence.EXCLUSIVE).samples(1),
                "samples is 1, but the exclusive divergence compares the samples of a pair with each other: set it to at"
                        + " least 2");
        refuses(
                TrainingSettings.builder()
                        .divergence(Divergence.EXCLUSIVE)
                        .objective(Objective.JOINT)
                        .ppoEpochs(3),
                "ppoEpochs is 3, but the joint objective changes the scorer, whose scores would be reused: set it to 1, or"
                        + " objective to alternating");
        refuses(
                TrainingSettings.builder().objective(Objective.SAMPLER).select(Selection.CER),
                "select is cer, but outputs depend on the scorer alone, which the objective sampler does not train: set"
                        + " select to likelihood");
    }

    @Test
    void valuesOutOfRangeAreRefused() {
        refuses(TrainingSettings.builder().halveEvery(-1), "halveEvery must be a whole number from 0; got -1");
        refuses(TrainingSettings.builder().batch(0), "batch must be a whole number from 1 to 1048576; got 0");
        refuses(TrainingSettings.builder().samples(0), "samples must be a whole number from 1 to 1048576; got 0");
        refuses(
                TrainingSettings.builder().iwaeSamples(-1),
                "iwaeSamples must be a whole number from 1 to 1048576; got -1");
        refuses(TrainingSettings.builder().dropout(1), "dropout must be a number of at least 0 and under 1; got 1.0");
        refuses(
                TrainingSettings.builder().labelSmoothing(-0.1),
                "labelSmoothing must be a number of at least 0 and under 1; got -0.1");
        refuses(
                TrainingSettings.builder().gradClip(Double.NaN),
                "gradClip must be a number above 0 and at most 3.4E38; got NaN");
        refuses(
                TrainingSettings.builder().gradClip(1e39),
                "gradClip must be a number above 0 and at most 3.4E38; got 1.0E39");
        refuses(
                TrainingSettings.builder().samplerLearningRate(0),
                "samplerLearningRate must be a number above 0 and at most 100; got 0.0");
        refuses(
                TrainingSettings.builder().scorerLearningRate(Double.POSITIVE_INFINITY),
                "scorerLearningRate must be a number above 0 and at most 100; got Infinity");
        refuses(
                TrainingSettings.builder().lengthThreshold(-1),
                "lengthThreshold must be a whole number from 0 to 2147483647; got -1");
        refuses(
                TrainingSettings.builder().lengthPenalty(-1),
                "lengthPenalty must be a number from 0 to 3.4E38; got -1.0");
        refuses(
                TrainingSettings.builder().lengthPenalty(1e39),
                "lengthPenalty must be a number from 0 to 3.4E38; got 1.0E39");
        refuses(TrainingSettings.builder().epochs(-1), "epochs must be a whole number from 0 to 2147483647; got -1");
        refuses(TrainingSettings.builder().steps(-1), "steps must be a whole number from 0; got -1");
        refuses(TrainingSettings.builder().evaluateEvery(-1), "evaluateEvery must be a whole number from 0; got -1");
        refuses(
                TrainingSettings.builder().checkpointEvery(-1),
                "checkpointEvery must be a whole number from 0; got -1");
        refuses(
                TrainingSettings.builder().patience(-1),
                "patience must be a whole number from 0 to 2147483647; got -1");
        refuses(
                TrainingSettings.builder().validationSamples(0),
                "validationSamples must be a whole number from 1 to 1048576; got 0");
        refuses(
                TrainingSettings.builder().epochs(0),
                "epochs and steps are both 0: give one of them, or training would never end");
    }

    private static void refuses(TrainingSettings.Builder settings, String message) {
        assertThatThrownBy(settings::build)
                .isInstanceOf(EspalierException.class)
                .hasMessage(message);
    }

    @Test
    void everyComponentHasABuilderMethod() throws ReflectiveOperationException {
        for (RecordComponent component : TrainingSettings.class.getRecordComponents()) {
            Object value = component.getAccessor().invoke(TrainingSettings.DEFAULT);
            Object builder = TrainingSettings.Builder.class
                    .getMethod(component.getName(), component.getType())
                    .invoke(TrainingSettings.builder(), value);
            assertThat(((TrainingSettings.Builder) builder).build()).isEqualTo(TrainingSettings.DEFAULT);
        }
    }

    @Test
    void settingsThatAResumedTrainingMustKeepAreAllButTheChangeable() {
        assertThat(TrainingSettings.DEFAULT.fixed().toString())
                .isEqualTo(
                        "{objective=ALTERNATING, divergence=INCLUSIVE, batch=16, localSteps=1, precision=FULL, samples=16,"
                                + " iwaeSamples=32, memory=0, memoryBytes=1073741824,"
                                + " dreams=0, dreamSteps=0, dreamMarks=200, dreamStates=50000, splices=0.0, spliceSteps=0,"
                                + " hallucinations=0.0, proposalEvery=100, ppoEpochs=1, ppoClip=0.2, entropyBonus=0.0,"
                                + " dropout=0.3, gradClip=5.0, samplerLearningRate=1.0E-5, scorerLearningRate=0.001,"
                                + " halveEvery=0, weightDecay=0.0, average=0.0, labelSmoothing=0.1, lengthThreshold=100, lengthPenalty=1.0,"
                                + " select=LIKELIHOOD, validationSamples=16, seed=1}");
    }
}

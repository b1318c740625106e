package org.espalier.model.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.espalier.fst.base.EspalierException;
import org.junit.jupiter.api.Test;

class TrainingSettingsTest {
    @Test
    void defaultsAreThePapers() {
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
    void countsSteps() {
        TrainingSettings.Builder settings = TrainingSettings.builder().batch(16).epochs(3);
        assertThat(settings.build().totalSteps(33)).isEqualTo(9);
        assertThat(settings.steps(5).build().totalSteps(33)).isEqualTo(5);
        assertThat(settings.epochs(0).build().totalSteps(33)).isEqualTo(5);
        assertThat(settings.epochs(Integer.MAX_VALUE).steps(0).build().totalSteps(Integer.MAX_VALUE))
                .isEqualTo((long) Integer.MAX_VALUE * (1 << 27));
    }

    @Test
    void halvesRatesSmoothly() {
        assertThat(TrainingSettings.DEFAULT.rateLeft(1_000_000)).isEqualTo(1);
        TrainingSettings settings = TrainingSettings.builder().halveEvery(100).build();
        assertThat(settings.rateLeft(0)).isEqualTo(1);
        assertThat(settings.rateLeft(100)).isEqualTo(0.5);
        assertThat(settings.rateLeft(300)).isEqualTo(0.125);
        assertThat(settings.rateLeft(50)).isEqualTo(Math.sqrt(0.5));
    }

    @Test
    void namesTheSettingThatIsWrong() {
        refuses(TrainingSettings.builder().halveEvery(-1), "halveEvery must be at least 0; got -1");
        refuses(TrainingSettings.builder().batch(0), "batch must be at least 1; got 0");
        refuses(TrainingSettings.builder().samples(0), "samples must be at least 1; got 0");
        refuses(TrainingSettings.builder().iwaeSamples(-1), "iwaeSamples must be at least 1; got -1");
        refuses(TrainingSettings.builder().dropout(1), "dropout must be at least 0 and under 1; got 1.0");
        refuses(
                TrainingSettings.builder().labelSmoothing(-0.1),
                "labelSmoothing must be at least 0 and under 1; got -0.1");
        refuses(
                TrainingSettings.builder().gradClip(Double.NaN),
                "gradClip must be above 0, and infinite or at most 3.4E38; got NaN");
        refuses(
                TrainingSettings.builder().gradClip(1e39),
                "gradClip must be above 0, and infinite or at most 3.4E38; got 1.0E39");
        refuses(
                TrainingSettings.builder().samplerLearningRate(0),
                "samplerLearningRate must be above 0 and at most 100; got 0.0");
        refuses(
                TrainingSettings.builder().scorerLearningRate(Double.POSITIVE_INFINITY),
                "scorerLearningRate must be above 0 and at most 100; got Infinity");
        refuses(TrainingSettings.builder().lengthThreshold(-1), "lengthThreshold must be at least 0; got -1");
        refuses(
                TrainingSettings.builder().lengthPenalty(-1),
                "lengthPenalty must be at least 0 and at most 3.4E38; got -1.0");
        refuses(
                TrainingSettings.builder().lengthPenalty(1e39),
                "lengthPenalty must be at least 0 and at most 3.4E38; got 1.0E39");
        refuses(TrainingSettings.builder().epochs(-1), "epochs must be at least 0; got -1");
        refuses(TrainingSettings.builder().steps(-1), "steps must be at least 0; got -1");
        refuses(TrainingSettings.builder().evaluateEvery(-1), "evaluateEvery must be at least 0; got -1");
        refuses(TrainingSettings.builder().checkpointEvery(-1), "checkpointEvery must be at least 0; got -1");
        refuses(TrainingSettings.builder().patience(-1), "patience must be at least 0; got -1");
        refuses(TrainingSettings.builder().validationSamples(0), "validationSamples must be at least 1; got 0");
        refuses(
                TrainingSettings.builder().epochs(0),
                "epochs and steps are both 0: give one of them, or training would never end");
    }

    private static void refuses(TrainingSettings.Builder settings, String message) {
        assertThatThrownBy(settings::build)
                .isInstanceOf(EspalierException.class)
                .hasMessage(message);
    }
}

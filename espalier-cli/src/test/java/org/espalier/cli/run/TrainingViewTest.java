package org.espalier.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.time.Duration;
import org.espalier.cli.console.Console;
import org.espalier.model.estimate.AcceptedMass;
import org.espalier.model.train.DreamSums;
import org.espalier.model.train.OutputErrors;
import org.espalier.model.train.StepReport;
import org.espalier.model.train.ValidationReport;
import org.junit.jupiter.api.Test;

class TrainingViewTest {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private long nanos;

    private static StepReport step(long step) {
        return new StepReport(step, 1000, 1, 12.5, 3.25, 1, 16, DreamSums.NONE, 0.1);
    }

    private TrainingView view(boolean isTerminal) {
        Console console = Console.of(OutputStream.nullOutputStream(), err, isTerminal);
        return new TrainingView(console, () -> nanos);
    }

    @Test
    void terminalShowsOneLineThatIsOverwritten() {
        TrainingView view = view(true);
        view.step(step(1));
        assertThat(err.toString(UTF_8)).isEmpty();
        nanos = Duration.ofMillis(250).toNanos();
        view.step(step(2));
        assertThat(err.toString(UTF_8))
                .isEqualTo("\rstep 2 of 1,000, loss 12.50, ESS 3.25, 128.0 pairs per second, 2 min 5 s left\033[K");
        err.reset();
        view.warning("careful");
        view.info("more");
        assertThat(err.toString(UTF_8)).isEqualTo("\r\033[Kespalier: careful\nespalier: more\n");
    }

    @Test
    void otherStreamsShowLinesAtIntervals() {
        TrainingView view = view(false);
        view.step(step(1));
        nanos = Duration.ofMillis(250).toNanos();
        view.step(step(2));
        view.validated(new ValidationReport(2, 1.5, -2.5, 3, 4, OutputErrors.NONE, true));
        nanos = Duration.ofSeconds(4).toNanos();
        view.step(step(3));
        nanos = Duration.ofSeconds(13).toNanos();
        view.step(step(4));
        assertThat(err.toString(UTF_8))
                .isEqualTo("espalier: step 2, validation: partial KL 1.5000, log-likelihood (IWAE) -2.5000, ESS 3.00, "
                        + "4.0 marks (the best so far)\n"
                        + "espalier: step 3 of 1,000, loss 12.50, ESS 3.25, 12.0 pairs per second, 22 min 9 s left\n");
    }

    @Test
    void validationThatFoundOutputsShowsTheirErrors() {
        view(false).validated(new ValidationReport(2, 1.5, -2.5, 3, 4, new OutputErrors(0.25, 0.0625), false));
        assertThat(err.toString(UTF_8))
                .isEqualTo("espalier: step 2, validation: partial KL 1.5000, log-likelihood (IWAE) -2.5000, ESS 3.00, "
                        + "4.0 marks, word error rate 0.2500, character error rate 0.0625\n");
    }

    /** A resumed training: 900 of 1,000 steps are left. The first ten take 2 s each, the others 0.15 s. */
    @Test
    void durationIsPredictedOnceFromTheFirstSteps() {
        TrainingView view = view(true);
        for (long step = 1; step <= 200; step++) {
            nanos += Duration.ofMillis(step <= 10 ? 2000 : 150).toNanos();
            view.step(step(100 + step));
            String shown = err.toString(UTF_8);
            // 14 steps of 0.15 s take more than two seconds.
            assertThat(shown.contains("about ")).as("step %s", step).isEqualTo(step >= 24);
        }
        assertThat(err.toString(UTF_8).split("about ", -1)).hasSize(2);
        assertThat(err.toString(UTF_8)).contains("espalier: about 2 min 15 s for 900 steps at this rate\n");
    }

    @Test
    void dreamsAreShownAsTheShareThatTheMachineAccepts() {
        TrainingView view = view(false);
        for (int step = 1; step <= 2; step++) {
            nanos = Duration.ofSeconds(2L * step).toNanos();
            DreamSums dreams = new DreamSums(new AcceptedMass(10, 6 + step, 0), 0, 1);
            view.step(new StepReport(step, 1000, 1, 12.5, 3.25, 1, 16, dreams, 0.1));
        }
        assertThat(err.toString(UTF_8))
                .isEqualTo("espalier: step 2 of 1,000, loss 12.50, ESS 3.25, 75.0 % of dreams accepted, 8.0 pairs per"
                        + " second, 33 min 16 s left\n");
    }

    @Test
    void stopRequestsStop() {
        TrainingView view = view(false);
        assertThat(view.stopRequested()).isFalse();
        view.stop();
        assertThat(view.stopRequested()).isTrue();
        assertThat(err.toString(UTF_8)).isEqualTo("espalier: stopping after this step is saved …\n");
    }
}

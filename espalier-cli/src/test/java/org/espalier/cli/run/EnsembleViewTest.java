package org.espalier.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.Optional;
import org.espalier.cli.console.Console;
import org.espalier.model.train.DreamSums;
import org.espalier.model.train.StepReport;
import org.espalier.model.train.TrainingOutcome;
import org.espalier.run.training.MemberOutcome;
import org.junit.jupiter.api.Test;

class EnsembleViewTest {
    private final ByteArrayOutputStream messages = new ByteArrayOutputStream();
    private long nanos;

    private static StepReport step(long number) {
        return new StepReport(number, 100, 1, 1, 1, 1, 4, DreamSums.NONE, 0.1);
    }

    private String printed() {
        return messages.toString(UTF_8).replace(System.lineSeparator(), "\n");
    }

    @Test
    void timeLeftIsThatOfAllMembers() {
        EnsembleView view = new EnsembleView(Console.of(new ByteArrayOutputStream(), messages), 3, () -> nanos);
        // The first member was resumed after 90 steps; 10 s for its step and the first of another.
        view.member(1).step(step(91));
        nanos = 10_000_000_000L;
        view.member(2).step(step(1));
        assertThat(printed()).isEqualTo("espalier: step 92 of 300 of 3 members, 17 min 20 s left\n");
        // The second ends early, and its other steps are no longer counted.
        view.ended(new MemberOutcome(
                2,
                true,
                Optional.of(new TrainingOutcome(
                        TrainingOutcome.Reason.OUT_OF_PATIENCE, 1, Optional.empty(), 0, DreamSums.NONE))));
        nanos = 20_000_000_000L;
        view.member(1).step(step(92));
        view.ended(new MemberOutcome(3, false, Optional.empty()));
        assertThat(printed()).isEqualTo("""
                espalier: step 92 of 300 of 3 members, 17 min 20 s left
                espalier: seed 2: done after step 1: validations no longer improve
                espalier: step 93 of 201 of 3 members, 12 min 0 s left
                espalier: seed 3: not begun
                """);
    }

    @Test
    void stopAsksAllMembers() {
        EnsembleView view = new EnsembleView(Console.of(new ByteArrayOutputStream(), messages), 2, () -> nanos);
        assertThat(view.stopRequested()).isFalse();
        view.stop();
        assertThat(view.stopRequested()).isTrue();
        assertThat(printed()).isEqualTo("espalier: stopping after the step of each member is saved …\n");
    }
}

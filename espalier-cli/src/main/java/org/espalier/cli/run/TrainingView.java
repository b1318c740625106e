package org.espalier.cli.run;

import java.time.Duration;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.espalier.cli.console.Console;
import org.espalier.cli.console.ConsoleProgress;
import org.espalier.cli.console.ProgressLine;
import org.espalier.model.estimate.AcceptedMass;
import org.espalier.model.train.StepReport;
import org.espalier.model.train.TrainingListener;
import org.espalier.model.train.ValidationReport;

/** Shows the progress of a training: on a terminal in one line that is overwritten, elsewhere in a line every few seconds. */
public final class TrainingView implements TrainingListener {
    private static final Duration FIRST_INTERVAL = Duration.ofSeconds(3);
    private static final Duration INTERVAL = Duration.ofSeconds(10);
    private static final Duration TERMINAL_INTERVAL = Duration.ofMillis(200);

    /** The first steps are slower, since Java still compiles. */
    private static final int WARM_UP_STEPS = 10;

    /** The number of steps and the time after the warm-up from which the duration of the training is predicted. */
    private static final int MEASURED_STEPS = 10;

    private static final Duration MEASURED_TIME = Duration.ofSeconds(2);

    private final Console console;
    private final ProgressLine progress;
    private final LongSupplier nanos;
    private long start;
    private long shown;
    private long next;
    private long firstStep = -1;
    private long warmNanos;
    private boolean isPredicted;
    private long pairs;
    private long steps;
    private double loss;
    private double ess;
    private AcceptedMass dreams = AcceptedMass.NONE;
    private volatile boolean isStopping;

    /** @param nanos a monotonic clock */
    public TrainingView(Console console, LongSupplier nanos) {
        this.console = console;
        this.progress = new ProgressLine(console);
        this.nanos = nanos;
        restart();
    }

    /** Restarts the clock by which speed and the time left are computed. */
    public void restart() {
        start = nanos.getAsLong();
        shown = start;
        next = start + (console.isTerminal() ? TERMINAL_INTERVAL : FIRST_INTERVAL).toNanos();
    }

    @Override
    public void step(StepReport report) {
        if (firstStep < 0) {
            firstStep = report.step() - 1;
        }
        pairs += report.pairs();
        steps++;
        loss += report.loss();
        ess += report.ess();
        dreams = dreams.plus(report.dreams().mass());
        long now = nanos.getAsLong();
        predict(report, now);
        if (now < next) {
            return;
        }
        next = now + (console.isTerminal() ? TERMINAL_INTERVAL : INTERVAL).toNanos();
        progress.show(line(report, now));
        shown = now;
        pairs = 0;
        steps = 0;
        loss = 0;
        ess = 0;
        dreams = AcceptedMass.NONE;
    }

    /** Says once, from the first steps, how long the training will take. */
    private void predict(StepReport report, long now) {
        long measured = report.step() - firstStep - WARM_UP_STEPS;
        if (measured == 0) {
            warmNanos = now;
        }
        if (!isPredicted && measured >= MEASURED_STEPS && now - warmNanos >= MEASURED_TIME.toNanos()) {
            isPredicted = true;
            long all = report.steps() - firstStep;
            info("about " + ConsoleProgress.duration((now - warmNanos) / 1e9 / measured * all) + " for "
                    + String.format(Locale.ROOT, "%,d", all) + " steps at this rate");
        }
    }

    /** Formats the means since the last line and the time left, estimated from all steps and validations so far. */
    private String line(StepReport report, long now) {
        double secondsPerStep = (now - start) / 1e9 / (report.step() - firstStep);
        return String.format(
                Locale.ROOT,
                "step %,d of %,d, loss %.4g, ESS %.2f, %s%.1f pairs per second, %s left",
                report.step(),
                report.steps(),
                loss / steps,
                ess / steps,
                dreams.drawn() == 0
                        ? ""
                        : String.format(
                                Locale.ROOT,
                                "%.1f %% of dreams accepted, ",
                                100 * dreams.mass().value()),
                pairs / ((now - shown) / 1e9),
                ConsoleProgress.duration((report.steps() - report.step()) * secondsPerStep));
    }

    /** Prints a message on its own line. */
    public void info(String line) {
        progress.info(line);
    }

    @Override
    public void validated(ValidationReport report) {
        info("step " + report.step() + ", validation: " + figures(report)
                + (report.best() ? " (the best so far)" : ""));
    }

    /** Asks the training to stop. Any thread may call this. */
    public void stop() {
        info("stopping after this step is saved …");
        isStopping = true;
    }

    static String figures(ValidationReport report) {
        return String.format(
                        Locale.ROOT,
                        "partial KL %.4f, log-likelihood (IWAE) %.4f, ESS %.2f, %.1f marks",
                        report.partialKl(),
                        report.iwae(),
                        report.ess(),
                        report.expectedLength())
                + (report.outputs().areKnown()
                        ? String.format(
                                Locale.ROOT,
                                ", word error rate %.4f, character error rate %.4f",
                                report.outputs().wordErrorRate(),
                                report.outputs().characterErrorRate())
                        : "");
    }

    @Override
    public void warning(String warning) {
        info(warning);
    }

    @Override
    public boolean stopRequested() {
        return isStopping;
    }
}

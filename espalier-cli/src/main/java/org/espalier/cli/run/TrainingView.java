package org.espalier.cli.run;

import java.time.Duration;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.espalier.cli.console.Console;
import org.espalier.cli.console.ConsoleProgress;
import org.espalier.model.train.StepReport;
import org.espalier.model.train.TrainingListener;
import org.espalier.model.train.ValidationReport;

/** Shows how training goes. On a terminal one line is written over and over; elsewhere there is a line at intervals. */
public final class TrainingView implements TrainingListener {
    private static final Duration FIRST = Duration.ofSeconds(3);
    private static final Duration INTERVAL = Duration.ofSeconds(10);
    private static final Duration TERMINAL_INTERVAL = Duration.ofMillis(200);

    private static final String LINE_BEGIN = "\r";
    private static final String ERASE_TO_END = "\033[K";

    private final Console console;
    private final LongSupplier nanos;
    private long start;
    private long shown;
    private long next;
    private long firstStep = -1;
    private long pairs;
    private long steps;
    private double loss;
    private double ess;
    private boolean isLineOpen;
    private volatile boolean isStopping;

    /** @param nanos a clock that never goes back */
    public TrainingView(Console console, LongSupplier nanos) {
        this.console = console;
        this.nanos = nanos;
        begin();
    }

    /** Steps begin now, and not when this was made. */
    public void begin() {
        start = nanos.getAsLong();
        shown = start;
        next = start + (console.isTerminal() ? TERMINAL_INTERVAL : FIRST).toNanos();
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
        long now = nanos.getAsLong();
        if (now < next) {
            return;
        }
        next = now + (console.isTerminal() ? TERMINAL_INTERVAL : INTERVAL).toNanos();
        show(line(report, now));
        shown = now;
        pairs = 0;
        steps = 0;
        loss = 0;
        ess = 0;
    }

    /** Means since the line before; the time left by all steps of this process, validations included. */
    private String line(StepReport report, long now) {
        double secondsPerStep = (now - start) / 1e9 / (report.step() - firstStep);
        return String.format(
                Locale.ROOT,
                "step %,d of %,d, loss %.4g, ESS %.2f, %.1f pairs a second, %s left",
                report.step(),
                report.steps(),
                loss / steps,
                ess / steps,
                pairs / ((now - shown) / 1e9),
                ConsoleProgress.duration((report.steps() - report.step()) * secondsPerStep));
    }

    private synchronized void show(String line) {
        if (console.isTerminal()) {
            console.err().print(LINE_BEGIN + line + ERASE_TO_END);
            console.err().flush();
            isLineOpen = true;
        } else {
            console.say(line);
        }
    }

    /** Says something on a line of its own. */
    public synchronized void say(String line) {
        if (isLineOpen) {
            console.err().print(LINE_BEGIN + ERASE_TO_END);
            isLineOpen = false;
        }
        console.say(line);
    }

    @Override
    public void validated(ValidationReport report) {
        say("step " + report.step() + ", validation: " + figures(report) + (report.best() ? " (the best so far)" : ""));
    }

    /** Asks training to stop; for any thread. */
    public void stop() {
        say("stopping when the step is done and saved …");
        isStopping = true;
    }

    static String figures(ValidationReport report) {
        return String.format(
                Locale.ROOT,
                "partial KL %.4f, log-likelihood (IWAE) %.4f, ESS %.2f, %.1f marks",
                report.partialKl(),
                report.iwae(),
                report.ess(),
                report.expectedLength());
    }

    @Override
    public void warning(String warning) {
        say(warning);
    }

    @Override
    public boolean stopRequested() {
        return isStopping;
    }
}

package org.espalier.cli.run;

import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;
import org.espalier.cli.console.Console;
import org.espalier.cli.console.ConsoleProgress;
import org.espalier.cli.console.ProgressLine;
import org.espalier.fst.base.Plural;
import org.espalier.model.train.StepReport;
import org.espalier.model.train.TrainingListener;
import org.espalier.model.train.ValidationReport;
import org.espalier.run.training.EnsembleListener;
import org.espalier.run.training.MemberOutcome;

/** Shows the progress of the trainings of an ensemble: the steps of all members together, and their validations. */
final class EnsembleView implements EnsembleListener {
    private static final Duration INTERVAL = Duration.ofSeconds(10);
    private static final Duration TERMINAL_INTERVAL = Duration.ofMillis(200);

    private final Console console;
    private final ProgressLine progress;
    private final LongSupplier nanos;
    private final long start;
    private final int members;
    private final Map<Long, MemberSteps> steps = new HashMap<>();
    private long next;
    private volatile boolean isStopping;

    /**
     * How far a member is.
     *
     * @param first the number of steps done before
     * @param last the number of steps done
     * @param all the number of steps after which it ends
     */
    private record MemberSteps(long first, long last, long all) {
        MemberSteps ended() {
            return new MemberSteps(first, last, last);
        }
    }

    /** @param nanos a monotonic clock */
    EnsembleView(Console console, int members, LongSupplier nanos) {
        this.console = console;
        this.progress = new ProgressLine(console);
        this.members = members;
        this.nanos = nanos;
        this.start = nanos.getAsLong();
        this.next = start + interval().toNanos();
    }

    private Duration interval() {
        return console.isTerminal() ? TERMINAL_INTERVAL : INTERVAL;
    }

    @Override
    public TrainingListener member(long seed) {
        return new TrainingListener() {
            @Override
            public void step(StepReport report) {
                advance(seed, report);
            }

            @Override
            public void validated(ValidationReport report) {
                info("seed " + seed + ", step " + report.step() + ", validation: " + TrainingView.figures(report)
                        + (report.best() ? " (the best so far)" : ""));
            }

            @Override
            public void warning(String warning) {
                info("seed " + seed + ": " + warning);
            }
        };
    }

    private synchronized void advance(long seed, StepReport report) {
        MemberSteps before = steps.get(seed);
        long first = before == null ? report.step() - 1 : before.first;
        steps.put(seed, new MemberSteps(first, report.step(), report.steps()));
        long now = nanos.getAsLong();
        if (now >= next) {
            next = now + interval().toNanos();
            progress.show(line(report.steps(), (now - start) / 1e9));
        }
    }

    /** @param ofMember the number of steps of each member that has not begun */
    private String line(long ofMember, double seconds) {
        long done = steps.values().stream().mapToLong(MemberSteps::last).sum();
        long now = done - steps.values().stream().mapToLong(MemberSteps::first).sum();
        long all = steps.values().stream().mapToLong(MemberSteps::all).sum() + ofMember * (members - steps.size());
        return String.format(
                Locale.ROOT,
                "step %,d of %,d of %s, %s left",
                done,
                all,
                Plural.of(members, "member"),
                ConsoleProgress.duration((all - done) * seconds / now));
    }

    /** Prints a message on its own line. */
    void info(String line) {
        progress.info(line);
    }

    @Override
    public synchronized void ended(MemberOutcome member) {
        steps.merge(member.seed(), new MemberSteps(0, 0, 0), (before, none) -> before.ended());
        String seed = "seed " + member.seed() + ": ";
        if (member.outcome().isEmpty()) {
            info(seed + (member.isTrained() ? "trained before" : "not begun"));
        }
        member.outcome()
                .ifPresent(outcome -> info(seed
                        + switch (outcome.reason()) {
                            case COMPLETED -> "done after step " + outcome.step();
                            case OUT_OF_PATIENCE ->
                                "done after step " + outcome.step() + ": validations no longer improve";
                            case STOPPED -> "stopped after step " + outcome.step();
                        }));
    }

    /** Asks all members to stop. Any thread may call this. */
    void stop() {
        info("stopping after the step of each member is saved …");
        isStopping = true;
    }

    @Override
    public boolean stopRequested() {
        return isStopping;
    }
}

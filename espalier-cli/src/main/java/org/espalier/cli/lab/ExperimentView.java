package org.espalier.cli.lab;

import java.time.Duration;
import java.util.Locale;
import org.espalier.cli.console.Console;
import org.espalier.cli.console.ConsoleProgress;
import org.espalier.lab.experiment.ExperimentListener;

/**
 * Shows the progress of an experiment: a line when a stage begins, and at intervals a line with the work done and the time
 * left. On a terminal the latter is overwritten each time.
 */
final class ExperimentView implements ExperimentListener {
    private static final Duration INTERVAL = Duration.ofSeconds(15);
    private static final Duration TERMINAL_INTERVAL = Duration.ofMillis(500);

    private static final String LINE_BEGIN = "\r";
    private static final String ERASE_TO_END = "\033[K";

    private final Console console;
    private String unit = "";
    private long work;
    private long done;
    private long doneNow;
    private long begin;
    private long next;
    private boolean isLineOpen;
    private volatile boolean isStopping;

    ExperimentView(Console console) {
        this.console = console;
    }

    @Override
    public synchronized void info(String line) {
        if (isLineOpen) {
            console.err().print(LINE_BEGIN + ERASE_TO_END);
            isLineOpen = false;
        }
        console.info(line);
    }

    @Override
    public synchronized void stage(String name, String stageUnit, long stageWork) {
        unit = stageUnit;
        work = stageWork;
        done = 0;
        doneNow = 0;
        begin = System.nanoTime();
        next = begin + interval().toNanos();
        info(String.format(Locale.ROOT, "%s: %,d %s", name, work, unit));
    }

    private Duration interval() {
        return console.isTerminal() ? TERMINAL_INTERVAL : INTERVAL;
    }

    @Override
    public synchronized void advance(long more, boolean skipped) {
        done += more;
        doneNow += skipped ? 0 : more;
        long now = System.nanoTime();
        if (now < next || doneNow == 0) {
            return;
        }
        next = now + interval().toNanos();
        double secondsEach = (now - begin) / 1e9 / doneNow;
        show(String.format(
                Locale.ROOT,
                "%,d of %,d %s, %s left",
                done,
                work,
                unit,
                ConsoleProgress.duration((work - done) * secondsEach)));
    }

    private void show(String line) {
        if (console.isTerminal()) {
            console.err().print(LINE_BEGIN + "espalier: " + line + ERASE_TO_END);
            console.err().flush();
            isLineOpen = true;
        } else {
            console.info(line);
        }
    }

    /** Asks the experiment to stop; for any thread. */
    void stop() {
        info("stopping as soon as the current work is saved …");
        isStopping = true;
    }

    @Override
    public boolean stopRequested() {
        return isStopping;
    }
}

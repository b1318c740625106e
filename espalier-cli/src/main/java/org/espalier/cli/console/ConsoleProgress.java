package org.espalier.cli.console;

import java.time.Duration;
import java.util.Locale;

/** Prints at intervals how much of long work is done and how long the rest will take. Short work prints nothing. */
public final class ConsoleProgress {
    private static final Duration FIRST = Duration.ofSeconds(3);
    private static final Duration INTERVAL = Duration.ofSeconds(5);

    private final Console console;
    private final String unit;
    private final long total;
    private final long start = System.nanoTime();
    private long next = start + FIRST.toNanos();
    private long last = start;
    private long done;

    /**
     * Starts the clock.
     *
     * @param unit the plural noun for what is counted
     */
    public ConsoleProgress(Console console, String unit, long total) {
        this.console = console;
        this.unit = unit;
        this.total = total;
    }

    public void step() {
        step(1);
    }

    /**
     * Counts several items that were done together. Where work is done in batches, the first item of a batch comes after the time
     * of all its items, so the rate is that of the items before.
     */
    public void step(int more) {
        long now = System.nanoTime();
        if (now >= next && done > 0) {
            next = now + INTERVAL.toNanos();
            print(done / ((last - start) / 1e9));
        }
        done += more;
        last = now;
    }

    private void print(double perSecond) {
        console.info(String.format(
                Locale.ROOT,
                "%,d of %,d %s, %s per second, %s left",
                done,
                total,
                unit,
                rate(perSecond),
                duration((total - done) / perSecond)));
    }

    private static String rate(double perSecond) {
        return String.format(Locale.ROOT, perSecond < 10 ? "%.1f" : "%,.0f", perSecond);
    }

    /** Formats a duration with its two largest units, for example 3 min 20 s. */
    public static String duration(double seconds) {
        long rounded = Math.round(seconds);
        if (rounded < 60) {
            return rounded + " s";
        }
        return rounded < 3600
                ? rounded / 60 + " min " + rounded % 60 + " s"
                : rounded / 3600 + " h " + rounded % 3600 / 60 + " min";
    }
}

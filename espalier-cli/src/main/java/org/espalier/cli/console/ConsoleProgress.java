package org.espalier.cli.console;

import java.time.Duration;
import java.util.Locale;

/** Says at intervals how far long work has come and how long it will take; silent about short work. */
public final class ConsoleProgress {
    private static final Duration FIRST = Duration.ofSeconds(3);
    private static final Duration INTERVAL = Duration.ofSeconds(5);

    private final Console console;
    private final String what;
    private final long total;
    private final long start = System.nanoTime();
    private long next = start + FIRST.toNanos();
    private long done;

    public ConsoleProgress(Console console, String what, long total) {
        this.console = console;
        this.what = what;
        this.total = total;
    }

    public void step() {
        step(1);
    }

    /** So many were done together. */
    public void step(int more) {
        done += more;
        long now = System.nanoTime();
        if (now < next) {
            return;
        }
        next = now + INTERVAL.toNanos();
        double seconds = (now - start) / 1e9;
        double perSecond = done / seconds;
        console.say(String.format(
                Locale.ROOT,
                "%,d of %,d %s, %s a second, %s left",
                done,
                total,
                what,
                rate(perSecond),
                duration((total - done) / perSecond)));
    }

    private static String rate(double perSecond) {
        return String.format(Locale.ROOT, perSecond < 10 ? "%.1f" : "%,.0f", perSecond);
    }

    public static String duration(double seconds) {
        long whole = Math.round(seconds);
        return whole < 60
                ? whole + " s"
                : whole < 3600
                        ? whole / 60 + " min " + whole % 60 + " s"
                        : whole / 3600 + " h " + whole % 3600 / 60 + " min";
    }
}

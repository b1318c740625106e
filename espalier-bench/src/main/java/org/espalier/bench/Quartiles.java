package org.espalier.bench;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** The median and quartiles of repeated measurements. Times are in milliseconds. */
record Quartiles(double lower, double median, double upper) {
    static Quartiles of(double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return new Quartiles(at(sorted, 0.25), at(sorted, 0.5), at(sorted, 0.75));
    }

    private static double at(double[] sorted, double fraction) {
        double position = fraction * (sorted.length - 1);
        int below = (int) position;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
    }

    /**
     * A task to time.
     *
     * @param warmUp the number of rounds before the measurement
     * @param rounds the number of measured rounds
     */
    record Work(Runnable work, int warmUp, int rounds) {}

    /**
     * Times several tasks, in milliseconds. Their rounds alternate, so that a slow phase of the machine affects all of them.
     * Garbage is collected before each round.
     */
    static List<Quartiles> ofAlternating(List<Work> works) {
        double[][] times = new double[works.size()][];
        int maxRounds = 0;
        for (int w = 0; w < times.length; w++) {
            Work work = works.get(w);
            IntStream.range(0, work.warmUp).forEach(i -> work.work.run());
            times[w] = new double[work.rounds];
            maxRounds = Math.max(maxRounds, work.rounds);
        }
        for (int round = 0; round < maxRounds; round++) {
            for (int w = 0; w < times.length; w++) {
                if (round < times[w].length) {
                    System.gc();
                    times[w][round] = milliseconds(works.get(w).work);
                }
            }
        }
        return Arrays.stream(times).map(Quartiles::of).toList();
    }

    static Quartiles ofTimes(int warmUp, int rounds, Runnable work) {
        return ofAlternating(List.of(new Work(work, warmUp, rounds))).get(0);
    }

    private static double milliseconds(Runnable work) {
        long start = System.nanoTime();
        work.run();
        return (System.nanoTime() - start) / 1e6;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT, median < 10 ? "%.2f (%.2f–%.2f)" : "%,.0f (%,.0f–%,.0f)", median, lower, upper);
    }
}

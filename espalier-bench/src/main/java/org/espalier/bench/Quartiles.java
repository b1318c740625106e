package org.espalier.bench;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** The middle of repeated measurements, and between what half of them lie; milliseconds, if of times. */
record Quartiles(double lower, double median, double upper) {
    static Quartiles of(double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return new Quartiles(at(sorted, 0.25), at(sorted, 0.5), at(sorted, 0.75));
    }

    private static double at(double[] sorted, double share) {
        double place = share * (sorted.length - 1);
        int below = (int) place;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }

    /** What is to be timed: first as often as it takes to be warm, then so many rounds. */
    record Work(Runnable work, int warmUp, int rounds) {}

    /**
     * Times of several works, in milliseconds; they take turns, so that whatever slows the machine slows them all. What one
     * leaves behind is freed before the next.
     */
    static List<Quartiles> inTurns(List<Work> works) {
        double[][] times = new double[works.size()][];
        int most = 0;
        for (int w = 0; w < times.length; w++) {
            Work work = works.get(w);
            IntStream.range(0, work.warmUp).forEach(i -> work.work.run());
            times[w] = new double[work.rounds];
            most = Math.max(most, work.rounds);
        }
        for (int round = 0; round < most; round++) {
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
        return inTurns(List.of(new Work(work, warmUp, rounds))).get(0);
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

package org.espalier.lab.experiment;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.espalier.model.LatticeBatch;
import org.espalier.model.LatticeSource;
import org.espalier.model.PathSampling;
import org.espalier.model.train.TrainingSettings;
import org.espalier.model.train.TrainingStep;
import org.espalier.run.folder.TrainedRun;

/**
 * The cost of a sampler on an otherwise idle machine.
 *
 * @param secondsToSample the time per test pair to encode it and to draw as many strings as training does
 * @param secondsToStep the time of a training step with a whole batch of pairs to train on, without dreams and made-up pairs
 */
record SamplerTiming(double secondsToSample, double secondsToStep) {
    static final SamplerTiming UNKNOWN = new SamplerTiming(Double.NaN, Double.NaN);

    private static final int WARM_UPS = 2;
    private static final int ROUNDS = 5;

    /** Measures the times. Changes the parameters of the run's model, which must not be used afterwards. */
    static SamplerTiming of(TrainedRun run, LatticeSource trained, LatticeSource test) {
        TrainingSettings settings = run.config().training();
        LatticeBatch tested = batch(test, settings.batch());
        LatticeBatch learned = batch(trained, settings.batch());
        double toSample = median(round -> sample(run, tested, settings.samples()));
        int[] numbers = IntStream.range(0, learned.pairs()).toArray();
        try (TrainingStep step = new TrainingStep(run.model(), settings)) {
            double toStep = median(round -> step.take(learned.lattices(), numbers, round));
            return new SamplerTiming(toSample / tested.pairs(), toStep);
        }
    }

    private static LatticeBatch batch(LatticeSource source, int size) {
        return LatticeBatches.batch(
                source, IntStream.range(0, Math.min(size, source.size())).toArray());
    }

    private static void sample(TrainedRun run, LatticeBatch batch, int samples) {
        SplittableRandom[] streams = IntStream.range(0, batch.pairs())
                .mapToObj(SplittableRandom::new)
                .toArray(SplittableRandom[]::new);
        PathSampling.sample(run.model().sampler(), batch, samples, streams);
    }

    @FunctionalInterface
    private interface Round {
        void run(int number);
    }

    private static double median(Round work) {
        double[] seconds = new double[ROUNDS];
        for (int round = -WARM_UPS; round < ROUNDS; round++) {
            long begin = System.nanoTime();
            work.run(round + WARM_UPS);
            if (round >= 0) {
                seconds[round] = (System.nanoTime() - begin) * 1e-9;
            }
        }
        Arrays.sort(seconds);
        return seconds[ROUNDS / 2];
    }
}

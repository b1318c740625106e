package org.espalier.model.train;

import java.util.LinkedHashMap;
import java.util.Map;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.MatrixPrecision;

/**
 * How to train. The defaults are those of the paper's table of hyperparameters (Appendix D) where it gives one.
 *
 * @param objective which networks learn
 * @param batch pairs a step, of all workers together
 * @param accumulate parts in which a worker computes its share of a step one after the other, which takes less memory and
 *     gives the same gradient
 * @param localSteps steps that each worker takes on its own share alone before all take the mean of what they have become;
 *     1 to add up gradients in every step
 * @param precision of the large matrix products of steps; validations are in full precision
 * @param samples k, mark strings drawn for each pair to train the sampler
 * @param iwaeSamples K, mark strings drawn for each pair to train the scorer
 * @param dropout the share of activations dropped in training
 * @param gradClip the largest norm of a network's gradient; infinite not to clip
 * @param samplerLearningRate of φ
 * @param scorerLearningRate of θ
 * @param halveEvery steps in which both learning rates fall to a half, smoothly; 0 for rates that stay
 * @param labelSmoothing the share of each target that is spread over all symbols possible there
 * @param lengthThreshold the number of marks from which on strings are penalized
 * @param lengthPenalty nats by which a string's weight in training falls for each mark above the threshold
 * @param epochs passes over the pairs; 0 if only steps bound the training
 * @param steps the most steps; 0 if only epochs bound the training
 * @param evaluateEvery steps from one validation to the next; 0 for one at the end only
 * @param checkpointEvery steps from one checkpoint to the next; 0 for those at validations only
 * @param patience validations without improvement after which training ends; 0 never to end early
 * @param validationSamples mark strings drawn for each pair of the validation set
 * @param seed what everything random is derived from
 */
public record TrainingSettings(
        Objective objective,
        int batch,
        int accumulate,
        int localSteps,
        MatrixPrecision precision,
        int samples,
        int iwaeSamples,
        double dropout,
        double gradClip,
        double samplerLearningRate,
        double scorerLearningRate,
        long halveEvery,
        double labelSmoothing,
        int lengthThreshold,
        double lengthPenalty,
        int epochs,
        long steps,
        long evaluateEvery,
        long checkpointEvery,
        int patience,
        int validationSamples,
        long seed) {
    /** Networks compute with numbers of single precision, which hold no larger ones. */
    private static final double LARGEST = 3.4e38;

    /** The paper's. */
    public static final TrainingSettings DEFAULT = new Builder().build();

    public TrainingSettings {
        atLeast("batch", batch, 1);
        atLeast("accumulate", accumulate, 1);
        atLeast("localSteps", localSteps, 1);
        atLeast("samples", samples, 1);
        atLeast("iwaeSamples", iwaeSamples, 1);
        share("dropout", dropout);
        require(
                gradClip > 0 && (gradClip <= LARGEST || Double.isInfinite(gradClip)),
                "gradClip",
                gradClip,
                "above 0, and infinite or at most " + LARGEST);
        rate("samplerLearningRate", samplerLearningRate);
        rate("scorerLearningRate", scorerLearningRate);
        atLeast("halveEvery", halveEvery, 0);
        share("labelSmoothing", labelSmoothing);
        atLeast("lengthThreshold", lengthThreshold, 0);
        require(
                lengthPenalty >= 0 && lengthPenalty <= LARGEST,
                "lengthPenalty",
                lengthPenalty,
                "at least 0 and at most " + LARGEST);
        atLeast("epochs", epochs, 0);
        atLeast("steps", steps, 0);
        atLeast("evaluateEvery", evaluateEvery, 0);
        atLeast("checkpointEvery", checkpointEvery, 0);
        atLeast("patience", patience, 0);
        atLeast("validationSamples", validationSamples, 1);
        if (epochs == 0 && steps == 0) {
            throw new EspalierException("epochs and steps are both 0: give one of them, or training would never end");
        }
    }

    private static void atLeast(String name, long value, long least) {
        require(value >= least, name, value, "at least " + least);
    }

    private static void share(String name, double value) {
        require(value >= 0 && value < 1, name, value, "at least 0 and under 1");
    }

    private static void rate(String name, double value) {
        require(value > 0 && value <= 100, name, value, "above 0 and at most 100");
    }

    private static void require(boolean holds, String name, Object value, String rule) {
        if (!holds) {
            throw new EspalierException(name + " must be " + rule + "; got " + value);
        }
    }

    /**
     * What is left of the learning rates at a step, from 1 downwards. It depends on the step alone and not on how many there
     * will be, so that a training may be prolonged.
     */
    double rateLeft(long step) {
        return halveEvery == 0 ? 1 : Math.pow(0.5, (double) step / halveEvery);
    }

    /** How many steps there are at most, with this many pairs to train on. */
    public long totalSteps(int pairs) {
        long ofEpochs = epochs == 0 ? Long.MAX_VALUE : (long) epochs * DataOrder.stepsPerEpoch(pairs, batch);
        return Math.min(ofEpochs, steps == 0 ? Long.MAX_VALUE : steps);
    }

    /**
     * By name, as text, what a training depends on from its first step to any later one. How long it goes on and how often it
     * is saved or looked at may change between a checkpoint and what is resumed from it.
     */
    Map<String, String> binding() {
        Map<String, String> result = new LinkedHashMap<>();
        result.put("objective", objective.name());
        result.put("batch", String.valueOf(batch));
        result.put("localSteps", String.valueOf(localSteps));
        result.put("precision", precision.name());
        result.put("samples", String.valueOf(samples));
        result.put("iwaeSamples", String.valueOf(iwaeSamples));
        result.put("dropout", String.valueOf(dropout));
        result.put("gradClip", String.valueOf(gradClip));
        result.put("samplerLearningRate", String.valueOf(samplerLearningRate));
        result.put("scorerLearningRate", String.valueOf(scorerLearningRate));
        result.put("halveEvery", String.valueOf(halveEvery));
        result.put("labelSmoothing", String.valueOf(labelSmoothing));
        result.put("lengthThreshold", String.valueOf(lengthThreshold));
        result.put("lengthPenalty", String.valueOf(lengthPenalty));
        result.put("validationSamples", String.valueOf(validationSamples));
        result.put("seed", String.valueOf(seed));
        return result;
    }

    /** Settings to be changed one by one. */
    public static Builder builder() {
        return new Builder();
    }

    /** These settings, to be changed one by one. */
    public Builder toBuilder() {
        Builder result = new Builder();
        result.objective = objective;
        result.batch = batch;
        result.accumulate = accumulate;
        result.localSteps = localSteps;
        result.precision = precision;
        result.samples = samples;
        result.iwaeSamples = iwaeSamples;
        result.dropout = dropout;
        result.gradClip = gradClip;
        result.samplerLearningRate = samplerLearningRate;
        result.scorerLearningRate = scorerLearningRate;
        result.halveEvery = halveEvery;
        result.labelSmoothing = labelSmoothing;
        result.lengthThreshold = lengthThreshold;
        result.lengthPenalty = lengthPenalty;
        result.epochs = epochs;
        result.steps = steps;
        result.evaluateEvery = evaluateEvery;
        result.checkpointEvery = checkpointEvery;
        result.patience = patience;
        result.validationSamples = validationSamples;
        result.seed = seed;
        return result;
    }

    /** Collects settings; what is not given has its default. */
    public static final class Builder {
        private Objective objective = Objective.ALTERNATING;
        private int batch = 16;
        private int accumulate = 1;
        private int localSteps = 1;
        private MatrixPrecision precision = MatrixPrecision.FULL;
        private int samples = 16;
        private int iwaeSamples = 32;
        private double dropout = 0.3;
        private double gradClip = 5.0;
        private double samplerLearningRate = 1e-5;
        private double scorerLearningRate = 1e-3;
        private long halveEvery;
        private double labelSmoothing = 0.1;
        private int lengthThreshold = 100;
        private double lengthPenalty = 1.0;
        private int epochs = 10;
        private long steps = 0;
        private long evaluateEvery = 500;
        private long checkpointEvery = 500;
        private int patience = 0;
        private int validationSamples = 16;
        private long seed = 1;

        private Builder() {}

        public Builder objective(Objective value) {
            objective = value;
            return this;
        }

        public Builder batch(int value) {
            batch = value;
            return this;
        }

        public Builder accumulate(int value) {
            accumulate = value;
            return this;
        }

        public Builder localSteps(int value) {
            localSteps = value;
            return this;
        }

        public Builder precision(MatrixPrecision value) {
            precision = value;
            return this;
        }

        public Builder samples(int value) {
            samples = value;
            return this;
        }

        public Builder iwaeSamples(int value) {
            iwaeSamples = value;
            return this;
        }

        public Builder dropout(double value) {
            dropout = value;
            return this;
        }

        public Builder gradClip(double value) {
            gradClip = value;
            return this;
        }

        public Builder samplerLearningRate(double value) {
            samplerLearningRate = value;
            return this;
        }

        public Builder scorerLearningRate(double value) {
            scorerLearningRate = value;
            return this;
        }

        public Builder halveEvery(long value) {
            halveEvery = value;
            return this;
        }

        public Builder labelSmoothing(double value) {
            labelSmoothing = value;
            return this;
        }

        public Builder lengthThreshold(int value) {
            lengthThreshold = value;
            return this;
        }

        public Builder lengthPenalty(double value) {
            lengthPenalty = value;
            return this;
        }

        public Builder epochs(int value) {
            epochs = value;
            return this;
        }

        public Builder steps(long value) {
            steps = value;
            return this;
        }

        public Builder evaluateEvery(long value) {
            evaluateEvery = value;
            return this;
        }

        public Builder checkpointEvery(long value) {
            checkpointEvery = value;
            return this;
        }

        public Builder patience(int value) {
            patience = value;
            return this;
        }

        public Builder validationSamples(int value) {
            validationSamples = value;
            return this;
        }

        public Builder seed(long value) {
            seed = value;
            return this;
        }

        /**
         * The settings.
         *
         * @throws EspalierException if a value is out of its range
         */
        public TrainingSettings build() {
            return new TrainingSettings(
                    objective,
                    batch,
                    accumulate,
                    localSteps,
                    precision,
                    samples,
                    iwaeSamples,
                    dropout,
                    gradClip,
                    samplerLearningRate,
                    scorerLearningRate,
                    halveEvery,
                    labelSmoothing,
                    lengthThreshold,
                    lengthPenalty,
                    epochs,
                    steps,
                    evaluateEvery,
                    checkpointEvery,
                    patience,
                    validationSamples,
                    seed);
        }
    }
}

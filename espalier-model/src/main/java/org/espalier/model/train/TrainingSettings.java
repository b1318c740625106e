package org.espalier.model.train;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.Map;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.Range;
import org.espalier.fst.base.Records;
import org.espalier.model.MatrixPrecision;

/**
 * The hyperparameters of a training. Networks compute in single precision, so 3.4e38 is the largest useful number.
 *
 * @param objective the networks that are trained, and from which samples
 * @param batch the number of pairs per step, over all workers
 * @param accumulate the number of micro-batches into which a worker divides its pairs of a step, to use less memory; the
 *     gradient is the same
 * @param localSteps the number of steps that each worker takes on its own pairs before the workers average their parameters
 *     (local SGD); 1 to sum gradients in every step
 * @param precision the precision of large matrix products in steps; validations use full precision
 * @param samples k, the number of mark strings sampled per pair to train the sampler
 * @param iwaeSamples K, the number of mark strings sampled per pair to train the scorer
 * @param memory M, the number of mark strings remembered per training pair; 0 for no memory
 * @param memoryBytes the number of bytes that all remembered strings may take together; where they are used up, pairs
 *     keep fewer strings
 * @param dropout the dropout probability
 * @param gradClip the maximum norm of a network's gradient; infinite not to clip
 * @param samplerLearningRate the learning rate of φ
 * @param scorerLearningRate the learning rate of θ
 * @param halveEvery the half-life of both learning rates in steps (exponential decay); 0 for constant rates
 * @param labelSmoothing the fraction of each target that is spread over all symbols possible there
 * @param lengthThreshold the number of marks above which a string is penalized
 * @param lengthPenalty the penalty, in nats per mark above the threshold, on a string's log weight
 * @param epochs the maximum number of passes over the pairs; 0 if only {@code steps} limits the training
 * @param steps the maximum number of steps; 0 if only {@code epochs} limits the training
 * @param evaluateEvery the number of steps between validations; 0 for a single one at the end
 * @param checkpointEvery the number of steps between checkpoints; 0 to save at validations only
 * @param patience the number of validations without improvement after which training ends; 0 for no early stopping
 * @param validationSamples the number of mark strings sampled per pair in a validation
 * @param seed the seed of all random streams
 */
public record TrainingSettings(
        Objective objective,
        @Range(min = 1, max = 1 << 20) int batch,
        @Changeable @Range(min = 1, max = 1 << 20) int accumulate,
        @Range(min = 1, max = 1 << 20) int localSteps,
        MatrixPrecision precision,
        @Range(min = 1, max = 1 << 20) int samples,
        @Range(min = 1, max = 1 << 20) int iwaeSamples,
        @Range(min = 0, max = 1 << 20) int memory,
        @Range(min = 0) long memoryBytes,
        @Range(min = 0, max = 1, maxExclusive = true) double dropout,

        @Range(min = 0, minExclusive = true, max = 3.4e38, orInfinite = true)
        double gradClip,

        @Range(min = 0, minExclusive = true, max = 100) double samplerLearningRate,
        @Range(min = 0, minExclusive = true, max = 100) double scorerLearningRate,
        @Range(min = 0) long halveEvery,
        @Range(min = 0, max = 1, maxExclusive = true) double labelSmoothing,
        @Range(min = 0) int lengthThreshold,
        @Range(min = 0, max = 3.4e38) double lengthPenalty,
        @Changeable @Range(min = 0) int epochs,
        @Changeable @Range(min = 0) long steps,
        @Changeable @Range(min = 0) long evaluateEvery,
        @Changeable @Range(min = 0) long checkpointEvery,
        @Changeable @Range(min = 0) int patience,
        @Range(min = 1, max = 1 << 20) int validationSamples,
        @Range(min = 0) long seed) {
    /** Marks a setting that a resumed training may change, because the steps done so far do not depend on it. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.RECORD_COMPONENT)
    public @interface Changeable {}

    /** The hyperparameters of the paper (Appendix D), where it gives them. */
    public static final TrainingSettings DEFAULT = new TrainingSettings(
            /* objective= */ Objective.ALTERNATING,
            /* batch= */ 16,
            /* accumulate= */ 1,
            /* localSteps= */ 1,
            /* precision= */ MatrixPrecision.FULL,
            /* samples= */ 16,
            /* iwaeSamples= */ 32,
            /* memory= */ 0,
            /* memoryBytes= */ 1L << 30,
            /* dropout= */ 0.3,
            /* gradClip= */ 5,
            /* samplerLearningRate= */ 1e-5,
            /* scorerLearningRate= */ 1e-3,
            /* halveEvery= */ 0,
            /* labelSmoothing= */ 0.1,
            /* lengthThreshold= */ 100,
            /* lengthPenalty= */ 1,
            /* epochs= */ 10,
            /* steps= */ 0,
            /* evaluateEvery= */ 500,
            /* checkpointEvery= */ 500,
            /* patience= */ 0,
            /* validationSamples= */ 16,
            /* seed= */ 1);

    public TrainingSettings {
        Records.requireInRange(
                TrainingSettings.class,
                objective,
                batch,
                accumulate,
                localSteps,
                precision,
                samples,
                iwaeSamples,
                memory,
                memoryBytes,
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
        if (epochs == 0 && steps == 0) {
            throw new EspalierException("epochs and steps are both 0: give one of them, or training would never end")
                    .withSettings("epochs", "steps");
        }
    }

    /**
     * Returns the factor of the learning rates at a step, 1 at first. It depends on the step alone and not on the total
     * number of steps, so a training may be prolonged.
     */
    double learningRateFactor(long step) {
        return halveEvery == 0 ? 1 : Math.pow(0.5, (double) step / halveEvery);
    }

    /** Returns the maximum number of steps for a number of training pairs. */
    public long totalSteps(int pairs) {
        long ofEpochs = epochs == 0 ? Long.MAX_VALUE : (long) epochs * DataOrder.stepsPerEpoch(pairs, batch);
        return Math.min(ofEpochs, steps == 0 ? Long.MAX_VALUE : steps);
    }

    /** Returns, as text by name, the settings that a resumed training must keep: all but the {@link Changeable} ones. */
    Map<String, String> fixed() {
        Map<String, Object> values = Records.values(this);
        Map<String, String> result = new LinkedHashMap<>();
        for (RecordComponent component : TrainingSettings.class.getRecordComponents()) {
            if (!component.isAnnotationPresent(Changeable.class)) {
                result.put(component.getName(), String.valueOf(values.get(component.getName())));
            }
        }
        return result;
    }

    /** Returns a builder with the default settings. */
    public static Builder builder() {
        return DEFAULT.toBuilder();
    }

    /** Returns a builder with these settings. */
    public Builder toBuilder() {
        return new Builder(Records.values(this));
    }

    /** Collects changes to settings. */
    public static final class Builder {
        private final Map<String, Object> values;

        private Builder(Map<String, Object> values) {
            this.values = values;
        }

        private Builder set(String component, Object value) {
            values.put(component, value);
            return this;
        }

        public Builder objective(Objective value) {
            return set("objective", value);
        }

        public Builder batch(int value) {
            return set("batch", value);
        }

        public Builder accumulate(int value) {
            return set("accumulate", value);
        }

        public Builder localSteps(int value) {
            return set("localSteps", value);
        }

        public Builder precision(MatrixPrecision value) {
            return set("precision", value);
        }

        public Builder samples(int value) {
            return set("samples", value);
        }

        public Builder iwaeSamples(int value) {
            return set("iwaeSamples", value);
        }

        public Builder memory(int value) {
            return set("memory", value);
        }

        public Builder memoryBytes(long value) {
            return set("memoryBytes", value);
        }

        public Builder dropout(double value) {
            return set("dropout", value);
        }

        public Builder gradClip(double value) {
            return set("gradClip", value);
        }

        public Builder samplerLearningRate(double value) {
            return set("samplerLearningRate", value);
        }

        public Builder scorerLearningRate(double value) {
            return set("scorerLearningRate", value);
        }

        public Builder halveEvery(long value) {
            return set("halveEvery", value);
        }

        public Builder labelSmoothing(double value) {
            return set("labelSmoothing", value);
        }

        public Builder lengthThreshold(int value) {
            return set("lengthThreshold", value);
        }

        public Builder lengthPenalty(double value) {
            return set("lengthPenalty", value);
        }

        public Builder epochs(int value) {
            return set("epochs", value);
        }

        public Builder steps(long value) {
            return set("steps", value);
        }

        public Builder evaluateEvery(long value) {
            return set("evaluateEvery", value);
        }

        public Builder checkpointEvery(long value) {
            return set("checkpointEvery", value);
        }

        public Builder patience(int value) {
            return set("patience", value);
        }

        public Builder validationSamples(int value) {
            return set("validationSamples", value);
        }

        public Builder seed(long value) {
            return set("seed", value);
        }

        /**
         * Returns the settings.
         *
         * @throws EspalierException if a value is out of its range
         */
        public TrainingSettings build() {
            return Records.create(TrainingSettings.class, values);
        }
    }
}

package org.espalier.model.train;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.Range;
import org.espalier.fst.base.Records;
import org.espalier.model.MatrixPrecision;

/**
 * The hyperparameters of a training. Networks compute in single precision, so 3.4e38 is the largest useful number.
 *
 * @param objective the networks that are trained, and from which samples
 * @param divergence what the sampler is trained to minimize
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
 * @param dreams the number of mark strings drawn from the scorer per step, over all workers; those that the machine accepts
 *     train the sampler as supervised pairs
 * @param dreamSteps the number of first steps that train the sampler from dreams alone
 * @param dreamMarks the largest number of marks of a dream; longer ones are cut off and skipped
 * @param dreamStates the largest number of states of a dream's lattice before minimization; dreams with larger ones are skipped
 * @param splices the share of the pairs of a step that the sampler learns from after they were continued by another training
 *     pair, cut anywhere
 * @param spliceSteps the number of first steps that have splices; 0 for all
 * @param hallucinations the share of the pairs of a step whose stem, the longest string that both sides have, is replaced by
 *     random symbols
 * @param proposalEvery DPG-off: the number of steps after which the proposal is compared with the sampler, and replaced if
 *     it is worse; 0 to draw from the sampler itself
 * @param ppoEpochs exclusive divergence: the number of updates of the sampler from the same strings
 * @param ppoClip exclusive divergence: the largest change of a string's probability, relative to that at the time of drawing,
 *     up to which it has a gradient
 * @param entropyBonus exclusive divergence: the weight of the sampler's entropy, beyond that in the divergence
 * @param dropout the dropout probability
 * @param gradClip the maximum norm of a network's gradient; infinite not to clip
 * @param samplerLearningRate the learning rate of φ
 * @param scorerLearningRate the learning rate of θ
 * @param halveEvery the half-life of both learning rates in steps (exponential decay); 0 for constant rates
 * @param weightDecay the share of its value, times the learning rate, by which each parameter of θ shrinks per step
 * @param average the decay of the moving average of the parameters that validations use and checkpoints keep for use; 0 to
 *     use the parameters of the last step
 * @param labelSmoothing the fraction of each target that is spread over all symbols possible there
 * @param lengthThreshold the number of marks above which a string is penalized
 * @param lengthPenalty the penalty, in nats per mark above the threshold, on a string's log weight
 * @param epochs the maximum number of passes over the pairs; 0 if only {@code steps} limits the training
 * @param steps the maximum number of steps; 0 if only {@code epochs} limits the training
 * @param evaluateEvery the number of steps between validations; 0 for a single one at the end
 * @param checkpointEvery the number of steps between checkpoints; 0 to save at validations only
 * @param patience the number of validations without improvement after which training ends; 0 for no early stopping
 * @param select the figures of validations by which the best checkpoint is selected, and patience measured
 * @param validationSamples the number of mark strings sampled per pair in a validation
 * @param seed the seed of all random streams
 */
public record TrainingSettings(
        Objective objective,
        Divergence divergence,
        @Range(min = 1, max = 1 << 20) int batch,
        @Changeable @Range(min = 1, max = 1 << 20) int accumulate,
        @Range(min = 1, max = 1 << 20) int localSteps,
        MatrixPrecision precision,
        @Range(min = 1, max = 1 << 20) int samples,
        @Range(min = 1, max = 1 << 20) int iwaeSamples,
        @Range(min = 0, max = 1 << 20) int memory,
        @Range(min = 0, max = Integer.MAX_VALUE) long memoryBytes,
        @Range(min = 0, max = 1 << 20) int dreams,
        @Range(min = 0, max = 1 << 30) long dreamSteps,
        @Range(min = 1, max = 1 << 20) int dreamMarks,
        @Range(min = 1) int dreamStates,
        @Range(min = 0, max = 1) double splices,
        @Range(min = 0) long spliceSteps,
        @Range(min = 0, max = 1) double hallucinations,
        @Range(min = 0) long proposalEvery,
        @Range(min = 1, max = 1 << 20) int ppoEpochs,

        @Range(min = 0, minExclusive = true, max = 1, maxExclusive = true)
        double ppoClip,

        @Range(min = 0, max = 3.4e38) double entropyBonus,
        @Range(min = 0, max = 1, maxExclusive = true) double dropout,

        @Range(min = 0, minExclusive = true, max = 3.4e38, orInfinite = true)
        double gradClip,

        @Range(min = 0, minExclusive = true, max = 100) double samplerLearningRate,
        @Range(min = 0, minExclusive = true, max = 100) double scorerLearningRate,
        @Range(min = 0) long halveEvery,
        @Range(min = 0, max = 100) double weightDecay,
        @Range(min = 0, max = 1, maxExclusive = true) double average,
        @Range(min = 0, max = 1, maxExclusive = true) double labelSmoothing,
        @Range(min = 0) int lengthThreshold,
        @Range(min = 0, max = 3.4e38) double lengthPenalty,
        @Changeable @Range(min = 0) int epochs,
        @Changeable @Range(min = 0) long steps,
        @Changeable @Range(min = 0) long evaluateEvery,
        @Changeable @Range(min = 0) long checkpointEvery,
        @Changeable @Range(min = 0) int patience,
        Selection select,
        @Range(min = 1, max = 1 << 20) int validationSamples,
        @Range(min = 0) long seed) {
    /** Marks a setting that a resumed training may change, because the steps done so far do not depend on it. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.RECORD_COMPONENT)
    public @interface Changeable {}

    /** The hyperparameters of the paper (Appendix D), where it gives them. */
    public static final TrainingSettings DEFAULT = new TrainingSettings(
            /* objective= */ Objective.ALTERNATING,
            /* divergence= */ Divergence.INCLUSIVE,
            /* batch= */ 16,
            /* accumulate= */ 1,
            /* localSteps= */ 1,
            /* precision= */ MatrixPrecision.FULL,
            /* samples= */ 16,
            /* iwaeSamples= */ 32,
            /* memory= */ 0,
            /* memoryBytes= */ 1L << 30,
            /* dreams= */ 0,
            /* dreamSteps= */ 0,
            /* dreamMarks= */ 200,
            /* dreamStates= */ 50_000,
            /* splices= */ 0,
            /* spliceSteps= */ 0,
            /* hallucinations= */ 0,
            /* proposalEvery= */ 100,
            /* ppoEpochs= */ 1,
            /* ppoClip= */ 0.2,
            /* entropyBonus= */ 0,
            /* dropout= */ 0.3,
            /* gradClip= */ 5,
            /* samplerLearningRate= */ 1e-5,
            /* scorerLearningRate= */ 1e-3,
            /* halveEvery= */ 0,
            /* weightDecay= */ 0,
            /* average= */ 0,
            /* labelSmoothing= */ 0.1,
            /* lengthThreshold= */ 100,
            /* lengthPenalty= */ 1,
            /* epochs= */ 10,
            /* steps= */ 0,
            /* evaluateEvery= */ 500,
            /* checkpointEvery= */ 500,
            /* patience= */ 0,
            /* select= */ Selection.LIKELIHOOD,
            /* validationSamples= */ 16,
            /* seed= */ 1);

    public TrainingSettings {
        Records.requireInRange(
                TrainingSettings.class,
                objective,
                divergence,
                batch,
                accumulate,
                localSteps,
                precision,
                samples,
                iwaeSamples,
                memory,
                memoryBytes,
                dreams,
                dreamSteps,
                dreamMarks,
                dreamStates,
                splices,
                spliceSteps,
                hallucinations,
                proposalEvery,
                ppoEpochs,
                ppoClip,
                entropyBonus,
                dropout,
                gradClip,
                samplerLearningRate,
                scorerLearningRate,
                halveEvery,
                weightDecay,
                average,
                labelSmoothing,
                lengthThreshold,
                lengthPenalty,
                epochs,
                steps,
                evaluateEvery,
                checkpointEvery,
                patience,
                select,
                validationSamples,
                seed);
        if (epochs == 0 && steps == 0) {
            throw new EspalierException("epochs and steps are both 0: give one of them, or training would never end")
                    .withSettings("epochs", "steps");
        }
        require(
                dreamSteps == 0 || dreams > 0,
                "dreamSteps is " + dreamSteps + ", but dreams is 0: set the number of dreams per step",
                "dreamSteps",
                "dreams");
        require(
                splices == 0 || objective == Objective.SAMPLER,
                "splices is " + splices
                        + ", but the scorer must not learn from spliced pairs: set objective to sampler, or splices to 0",
                "splices",
                "objective");
        require(
                spliceSteps == 0 || splices > 0,
                "spliceSteps is " + spliceSteps + ", but splices is 0: set the share of pairs that are spliced",
                "spliceSteps",
                "splices");
        requireNoneWithDpgOff(divergence, "splices", splices);
        requireNoneWithDpgOff(divergence, "hallucinations", hallucinations);
        require(
                splices + hallucinations <= 1,
                "splices and hallucinations are shares of the same pairs; got " + splices + " and " + hallucinations
                        + ": lower one, so that they add up to at most 1",
                "splices",
                "hallucinations");
        require(
                !select.needsOutputs() || objective.trainsScorer(),
                "select is " + select.name().toLowerCase(Locale.ROOT)
                        + ", but outputs depend on the scorer alone, which the objective sampler does not train: set select"
                        + " to likelihood",
                "select",
                "objective");
        boolean isInclusive = divergence == Divergence.INCLUSIVE;
        boolean isExclusive = divergence == Divergence.EXCLUSIVE;
        require(
                isInclusive || memory == 0,
                "memory is " + memory
                        + ", but only the inclusive divergence can learn from remembered strings, which are"
                        + " no longer draws from the sampler: set memory to 0",
                "memory",
                "divergence");
        require(
                divergence != Divergence.DPG_OFF || !objective.trainsScorer(),
                "the divergence dpg_off averages estimates of p̃(x, y) over steps, so the scorer must not change: set"
                        + " objective to sampler",
                "divergence",
                "objective");
        require(
                divergence != Divergence.DPG_OFF || localSteps == 1,
                "localSteps is " + localSteps + ", but with the divergence dpg_off all workers share one proposal: set"
                        + " localSteps to 1",
                "localSteps",
                "divergence");
        require(
                isExclusive || (ppoEpochs == 1 && entropyBonus == 0),
                "ppoEpochs and entropyBonus belong to the exclusive divergence: leave them at 1 and 0, or set divergence to"
                        + " exclusive",
                "ppoEpochs",
                "entropyBonus",
                "divergence");
        require(
                !isExclusive || samples > 1,
                "samples is 1, but the exclusive divergence compares the samples of a pair with each other: set it to at"
                        + " least 2",
                "samples",
                "divergence");
        require(
                ppoEpochs == 1 || objective != Objective.JOINT,
                "ppoEpochs is " + ppoEpochs
                        + ", but the joint objective changes the scorer, whose scores would be reused: set"
                        + " it to 1, or objective to alternating",
                "ppoEpochs",
                "objective");
    }

    private static void requireNoneWithDpgOff(Divergence divergence, String setting, double share) {
        require(
                share == 0 || divergence != Divergence.DPG_OFF,
                setting + " is " + share
                        + ", but the divergence dpg_off averages estimates of p̃(x, y) of pairs that come"
                        + " again: set divergence to inclusive, or " + setting + " to 0",
                setting,
                "divergence");
    }

    private static void require(boolean isMet, String message, String... settings) {
        if (!isMet) {
            throw new EspalierException(message).withSettings(settings);
        }
    }

    /**
     * Returns the factor of the learning rates at a step, 1 at first. It depends on the step alone and not on the total
     * number of steps, so a training may be prolonged.
     */
    double learningRateFactor(long step) {
        return halveEvery == 0 ? 1 : Math.pow(0.5, (double) step / halveEvery);
    }

    /** Returns the maximum number of steps for a number of training pairs. Steps with dreams alone come before the epochs. */
    public long totalSteps(int pairs) {
        long ofEpochs =
                epochs == 0 ? Long.MAX_VALUE : dreamSteps + (long) epochs * DataOrder.stepsPerEpoch(pairs, batch);
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

        public Builder divergence(Divergence value) {
            return set("divergence", value);
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

        public Builder dreams(int value) {
            return set("dreams", value);
        }

        public Builder dreamSteps(long value) {
            return set("dreamSteps", value);
        }

        public Builder dreamMarks(int value) {
            return set("dreamMarks", value);
        }

        public Builder dreamStates(int value) {
            return set("dreamStates", value);
        }

        public Builder splices(double value) {
            return set("splices", value);
        }

        public Builder spliceSteps(long value) {
            return set("spliceSteps", value);
        }

        public Builder hallucinations(double value) {
            return set("hallucinations", value);
        }

        public Builder proposalEvery(long value) {
            return set("proposalEvery", value);
        }

        public Builder ppoEpochs(int value) {
            return set("ppoEpochs", value);
        }

        public Builder ppoClip(double value) {
            return set("ppoClip", value);
        }

        public Builder entropyBonus(double value) {
            return set("entropyBonus", value);
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

        public Builder weightDecay(double value) {
            return set("weightDecay", value);
        }

        public Builder average(double value) {
            return set("average", value);
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

        public Builder select(Selection value) {
            return set("select", value);
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

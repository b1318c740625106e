package org.espalier.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.espalier.lab.results.ExperimentResults.Departure;
import org.espalier.lab.results.SamplerVariant;
import org.espalier.lab.task.SplitSizes;
import org.espalier.model.estimate.SamplingBudget;

/**
 * The sizes and hyperparameters of an experiment. {@link #PAPER} has the paper's; the others are scaled down to take less time.
 *
 * @param pairs the maximum sizes of the parts of the data
 * @param samplers the samplers compared by default
 */
public record ExperimentScale(
        String name,
        SplitSizes pairs,
        Dimensions dimensions,
        Steps steps,
        Learning learning,
        Testing testing,
        List<SamplerVariant> samplers) {
    /** The dimensions of embeddings and states. */
    public record Dimensions(int scorer, int sampler) {}

    /**
     * The numbers of training steps.
     *
     * @param scorer the number of steps that train θ, alternately with a sampler that is then discarded
     * @param sampler the number of steps that train each φ, with θ frozen
     * @param validations the number of validations during each training
     */
    public record Steps(int scorer, int sampler, int validations) {}

    /**
     * Hyperparameters of training.
     *
     * @param samplerHalveEvery the half-life of the samplers' learning rate in steps; 0 for a constant rate
     */
    public record Learning(
            double scorerRate, double samplerRate, long samplerHalveEvery, double dropout, double labelSmoothing) {}

    /**
     * The numbers of strings drawn in tests.
     *
     * @param samples the number of strings per test pair
     * @param refined the strings per test pair with refinement
     * @param referenceSamples the number of strings per sampler and pair for the reference estimate of log p̃(x, y)
     * @param maxExactPaths the maximum number of paths of a lattice that is enumerated instead
     */
    public record Testing(int samples, SamplingBudget refined, int referenceSamples, long maxExactPaths) {}

    private static final List<SamplerVariant> COMPARED = List.of(
            SamplerVariant.NONE,
            SamplerVariant.SWA,
            SamplerVariant.SWS,
            SamplerVariant.SWP,
            SamplerVariant.SWP_WEIGHTED,
            SamplerVariant.SWPS,
            SamplerVariant.SWG,
            SamplerVariant.SWG_SPLICES);

    private static final SamplingBudget REFINED = new SamplingBudget(128, 3);

    /** Checks that all stages work. */
    public static final ExperimentScale SMOKE = new ExperimentScale(
            "smoke",
            new SplitSizes(2000, 32, 32),
            new Dimensions(32, 32),
            new Steps(100, 60, 3),
            new Learning(2e-3, 2e-3, 0, 0, 0),
            new Testing(16, REFINED, 32, 5000),
            COMPARED);

    /**
     * Takes about twenty minutes per task on two cores. It has no dropout and no label smoothing: with the paper's values, networks
     * of this size unlearn to copy during the cipher task, because smoothing penalizes a mark that hardly any sample has.
     */
    public static final ExperimentScale SMALL = new ExperimentScale(
            "small",
            new SplitSizes(16_000, 200, 500),
            new Dimensions(64, 64),
            new Steps(3000, 2000, 20),
            new Learning(1e-3, 3e-3, 400, 0, 0),
            new Testing(32, REFINED, 64, 50_000),
            COMPARED);

    /** Has the paper's values. The paper does not report the numbers of steps and of test pairs. */
    public static final ExperimentScale PAPER = new ExperimentScale(
            "paper",
            new SplitSizes(Integer.MAX_VALUE, 1000, 1000),
            new Dimensions(256, 256),
            new Steps(50_000, 100_000, 100),
            new Learning(1e-3, 1e-5, 0, 0.3, 0.1),
            new Testing(32, REFINED, 256, 1_000_000),
            COMPARED);

    /** Takes less than five minutes with a small cipher task. */
    public static final ExperimentScale QUICKSTART = new ExperimentScale(
            "quickstart",
            new SplitSizes(4000, 50, 50),
            new Dimensions(32, 32),
            new Steps(500, 400, 8),
            new Learning(2e-3, 2e-3, 0, 0, 0),
            new Testing(32, REFINED, 64, 20_000),
            List.of(
                    SamplerVariant.NONE,
                    SamplerVariant.SWA,
                    SamplerVariant.SWS,
                    SamplerVariant.SWP,
                    SamplerVariant.SWPS));

    public static final List<ExperimentScale> NAMED = List.of(SMOKE, QUICKSTART, SMALL, PAPER);

    public ExperimentScale {
        samplers = List.copyOf(samplers);
    }

    public static Optional<ExperimentScale> of(String name) {
        return NAMED.stream().filter(scale -> scale.name.equals(name)).findFirst();
    }

    /**
     * Returns the learning rate of a sampler of the given dimension. Beyond the scale's dimension it falls in proportion: at the
     * rate that suits 64 dimensions, samplers of 256 become worse, and some diverge.
     */
    double samplerRate(int dimension) {
        return learning.samplerRate * Math.min(1, dimensions.sampler / (double) dimension);
    }

    /** Returns the settings that differ from the paper's. */
    List<Departure> departures() {
        List<Departure> result = new ArrayList<>();
        compare(result, "training pairs, at most", scale -> size(scale.pairs.train()));
        result.add(new Departure("test pairs, at most", size(pairs.test()), "not said"));
        compare(result, "dimension of the scorer", scale -> size(scale.dimensions.scorer));
        compare(result, "dimension of the samplers", scale -> size(scale.dimensions.sampler));
        compare(result, "learning rate of the scorer", scale -> number(scale.learning.scorerRate));
        compare(result, "learning rate of samplers", scale -> number(scale.learning.samplerRate));
        compare(
                result,
                "half-life of that rate, in steps",
                scale -> scale.learning.samplerHalveEvery == 0
                        ? "constant"
                        : size(Math.toIntExact(scale.learning.samplerHalveEvery)));
        compare(result, "dropout", scale -> number(scale.learning.dropout));
        compare(result, "label smoothing", scale -> number(scale.learning.labelSmoothing));
        result.add(new Departure("steps of training the scorer", size(steps.scorer), "not said"));
        result.add(new Departure("steps of training a sampler", size(steps.sampler), "not said"));
        return result;
    }

    private void compare(List<Departure> result, String setting, Function<ExperimentScale, String> value) {
        String here = value.apply(this);
        String paper = value.apply(PAPER);
        if (!here.equals(paper)) {
            result.add(new Departure(setting, here, paper));
        }
    }

    private static String size(int size) {
        return size == Integer.MAX_VALUE ? "all" : String.format(Locale.ROOT, "%,d", size);
    }

    private static String number(double value) {
        return value > 0 && value < 1e-2 ? String.format(Locale.ROOT, "%.0e", value) : String.valueOf(value);
    }

    /** Returns the run settings that all runs of this scale share. */
    List<String> settings() {
        return List.of(
                "scorer.dimension=" + dimensions.scorer,
                "training.dropout=" + learning.dropout,
                "training.labelSmoothing=" + learning.labelSmoothing,
                "training.scorerLearningRate=" + learning.scorerRate,
                "training.epochs=0",
                "training.patience=0",
                "training.validationSamples=16");
    }
}

package org.espalier.app.experiment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.espalier.app.results.Results.Departure;
import org.espalier.app.results.Variant;

/**
 * How large an experiment is. {@link #PAPER} has the paper's sizes and hyperparameters; the others have what fits into
 * their time, with learning rates to match.
 *
 * @param trainPairs at most so many of the data's
 * @param scorerSteps of training θ, alternately with a sampler that is then discarded
 * @param samplerSteps of training each φ with θ frozen
 * @param validations how often a training is validated in its course
 * @param testSamples strings drawn for each test pair
 * @param referenceSamples strings that each sampler draws for the reference estimate of log p̃(x, y)
 * @param maxExactPaths lattices with at most so many paths are enumerated for it instead
 * @param samplers those compared unless others are named
 */
public record Scale(
        String name,
        int trainPairs,
        int validPairs,
        int testPairs,
        int scorerDimension,
        int samplerDimension,
        int samplerSteps,
        int scorerSteps,
        int validations,
        double samplerLearningRate,
        double scorerLearningRate,
        double dropout,
        double labelSmoothing,
        int testSamples,
        int referenceSamples,
        long maxExactPaths,
        List<Variant> samplers) {

    private static final List<Variant> MAIN = List.of(
            Variant.NONE,
            Variant.SWA,
            Variant.SWS,
            Variant.SWP,
            Variant.SWP_GATED,
            Variant.SWP_WEIGHTED,
            Variant.SWP_LOCAL,
            Variant.SWPS);

    /** Minutes: shows that everything works, and little more. */
    public static final Scale SMOKE = new Scale(
            "smoke", 2000, 32, 32, 32, 32, 60, 100, 3, 5e-3, 5e-3, 0, 0, 16, 32, 5000, MAIN);

    /** About an hour a task on two cores. */
    public static final Scale SMALL = new Scale(
            "small", 16_000, 200, 200, 64, 64, 2000, 3000, 20, 1e-3, 2e-3, 0.1, 0, 32, 64, 50_000, MAIN);

    /** The paper's sizes; it does not say for how many steps it trained. */
    public static final Scale PAPER = new Scale(
            "paper",
            Integer.MAX_VALUE,
            1000,
            1000,
            256,
            256,
            100_000,
            50_000,
            100,
            1e-5,
            1e-3,
            0.3,
            0.1,
            32,
            256,
            1_000_000,
            MAIN);

    /** A small task of its own, in under five minutes. */
    public static final Scale QUICKSTART = new Scale(
            "quickstart",
            4000,
            50,
            50,
            32,
            32,
            500,
            500,
            10,
            5e-3,
            5e-3,
            0,
            0,
            32,
            64,
            20_000,
            List.of(Variant.NONE, Variant.SWA, Variant.SWS, Variant.SWP, Variant.SWPS));

    public static final List<Scale> NAMED = List.of(SMOKE, SMALL, PAPER);

    public static Optional<Scale> of(String name) {
        return NAMED.stream().filter(scale -> scale.name.equals(name)).findFirst();
    }

    /** Where this scale is not the paper's. */
    public List<Departure> departures() {
        List<Departure> result = new ArrayList<>();
        compare(result, "training pairs, at most", scale -> size(scale.trainPairs));
        compare(result, "test pairs, at most", scale -> size(scale.testPairs));
        compare(result, "dimension of the scorer", scale -> size(scale.scorerDimension));
        compare(result, "dimension of the samplers", scale -> size(scale.samplerDimension));
        compare(result, "learning rate of samplers", scale -> number(scale.samplerLearningRate));
        compare(result, "learning rate of the scorer", scale -> number(scale.scorerLearningRate));
        compare(result, "dropout", scale -> number(scale.dropout));
        compare(result, "label smoothing", scale -> number(scale.labelSmoothing));
        result.add(new Departure("steps of training the scorer", size(scorerSteps), "not said"));
        result.add(new Departure("steps of training a sampler", size(samplerSteps), "not said"));
        return result;
    }

    private void compare(List<Departure> result, String setting, Function<Scale, String> value) {
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
        return value == 0 ? "0" : value < 1e-2 ? String.format(Locale.ROOT, "%.0e", value) : String.valueOf(value);
    }

    /** What a run of this scale is told; keys of {@code org.espalier.app.config.Settings}. */
    List<String> settings() {
        return Arrays.asList(
                "scorer.dimension=" + scorerDimension,
                "training.dropout=" + dropout,
                "training.labelSmoothing=" + labelSmoothing,
                "training.samplerLearningRate=" + samplerLearningRate,
                "training.scorerLearningRate=" + scorerLearningRate,
                "training.epochs=0",
                "training.patience=0",
                "training.validationSamples=16");
    }
}

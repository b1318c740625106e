package org.espalier.run;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.Plural;
import org.espalier.model.LatticeSource;
import org.espalier.model.estimate.SamplingBudget;
import org.espalier.model.search.SearchSettings;
import org.espalier.run.data.InputFile.Input;
import org.espalier.run.data.PairFile;
import org.espalier.run.data.UnknownSymbolPolicy;
import org.espalier.run.data.WordList;
import org.espalier.run.folder.Calibration;
import org.espalier.run.folder.RunData;
import org.espalier.run.folder.RunFolder;
import org.espalier.run.folder.TrainedRun;
import org.espalier.run.metrics.Bootstrap;
import org.espalier.run.metrics.CalibrationMetrics;
import org.espalier.run.metrics.Confidence;
import org.espalier.run.metrics.ProbabilityCalibration;
import org.espalier.run.metrics.Temperature;

/**
 * Fits a {@link Temperature} for a trained run, so that of the outputs to which it gives a probability of 0.8 four in five are right,
 * and with a list of words a bonus for outputs in it.
 *
 * <pre>{@code
 * try (TrainedRun run = TrainedRun.open(folder, System.err::println)) {
 *     new Calibrator(run, SamplingBudget.of(128), 1, Optional.empty())
 *             .calibrate(folder, Calibrator.validationPairs(run, System.err::println), () -> {});
 * }
 * }</pre>
 *
 * @param run the run, or an ensemble; a calibration that it has is ignored
 * @param budget the strings drawn per output for its rank
 * @param seed the random seed
 * @param words the words that outputs should have, if they are known
 */
public record Calibrator(TrainedRun run, SamplingBudget budget, long seed, Optional<WordList> words) {
    /** The least number of inputs, and of those that the bonus depends on. A temperature or a bonus from fewer would be a guess. */
    public static final int LEAST_INPUTS = 20;

    /**
     * What was fitted.
     *
     * @param fitted the temperature, and the bonus of listed words; 0 without a list, or with one that makes no probabilities better
     *     or that fewer than {@value #LEAST_INPUTS} inputs depend on
     * @param inputs the number of inputs that they were fitted with
     * @param before the metrics of the probabilities without them, on these inputs
     * @param after the metrics of the probabilities with them, on these inputs
     * @param accuracyBefore the share of these inputs whose first output is right without them
     * @param accuracyAfter the share of these inputs whose first output is right with them; a temperature alone changes nothing
     * @param listInputs the number of these inputs that the bonus depends on; 0 without a list
     * @param isBonusLargest whether a list of all the right outputs would have given the same bonus
     */
    public record Fit(
            ProbabilityCalibration fitted,
            int inputs,
            CalibrationMetrics before,
            CalibrationMetrics after,
            double accuracyBefore,
            double accuracyAfter,
            int listInputs,
            boolean isBonusLargest) {
        /** Returns whether the log loss is larger, or the expected calibration error by more than chance explains. */
        private boolean isWorseThan(Fit other) {
            double error = after.expectedCalibrationError().value();
            return after.logLoss().value() > other.after.logLoss().value()
                    || (error > other.after.expectedCalibrationError().value()
                            && error > after.errorByChance().high());
        }
    }

    /**
     * Returns the pairs that a run was validated with.
     *
     * @param warnings receives warnings about pairs that are skipped
     * @throws EspalierException if it was validated with its training pairs, or the members of an ensemble with different ones
     */
    public static PairFile validationPairs(TrainedRun run, Consumer<String> warnings) {
        var data = run.config().data();
        if (data.valid().isPresent()) {
            for (TrainedRun member : run.members()) {
                if (!member.config().data().valid().equals(data.valid())) {
                    throw new EspalierException("the members of " + run.name()
                            + " were validated with different files; give pairs that none was trained on");
                }
            }
            return PairFile.read(data.valid().get(), data.reading(), InputStream.nullInputStream());
        }
        if (run.members().size() > 1) {
            throw new EspalierException(
                    "the members of " + run.name()
                            + " were validated with different parts of their training pairs; give pairs that none was trained on");
        }
        if (data.validShare() == 0) {
            throw new EspalierException(
                    run.name() + " has no validation pairs (validShare is 0), and its probabilities for"
                            + " its training pairs are too high; give other pairs");
        }
        LatticeSource validation =
                RunData.read(run.config()).split(run.rules(), warnings).valid();
        return new PairFile(
                data.train() + ", validation part",
                RunData.strings(validation, run.lattices().machine()));
    }

    /**
     * Fits a temperature, and the bonus of listed words if there is a list, and writes them to the folder of the run, where
     * everything that opens the run finds them.
     *
     * @param folder the folder that the run was opened from; of an ensemble, its own, not that of a member
     * @param pairs pairs that the run was not trained on; of the same inputs, all outputs are right
     * @param progress is called after each input
     * @throws EspalierException if there are too few inputs, or the run is being trained
     */
    public Fit calibrate(Path folder, PairFile pairs, Runnable progress) {
        Calibration.requireReplaceable(folder);
        try (RunFolder.Lock lock = RunFolder.lock(folder)) {
            requireNotTrained();
            Fit fit = fit(pairs, progress);
            Map<String, Object> about = new LinkedHashMap<>();
            about.put("pairs", pairs.name());
            about.put("inputs", fit.inputs);
            about.put("candidates", OutputFinder.CANDIDATES);
            about.put("samples", budget.samples());
            about.put("seed", seed);
            about.put("before", fit.before);
            about.put("after", fit.after);
            words.ifPresent(list -> {
                about.put("accuracyBefore", fit.accuracyBefore);
                about.put("accuracyAfter", fit.accuracyAfter);
            });
            Calibration.write(folder, run, fit.fitted, words.filter(list -> fit.fitted.prefersWords()), about);
            return fit;
        }
    }

    /**
     * Fits a temperature, and the bonus of listed words if there is a list, and writes nothing. Inputs that cannot be transduced,
     * or for which nothing is found, are skipped. Under a joint model, a list is not used that makes the log loss
     * larger than a temperature alone, or the expected calibration error by more than chance explains.
     *
     * @param pairs pairs that the run was not trained on; of the same inputs, all outputs are right
     * @param progress is called after each input
     * @throws EspalierException if there are too few inputs
     */
    public Fit fit(PairFile pairs, Runnable progress) {
        List<Input> inputs = pairs.inputs();
        if (inputs.size() < LEAST_INPUTS) {
            throw tooFew(pairs, Plural.of(inputs.size(), "input"));
        }
        SearchSettings search = SearchSettings.DEFAULT
                .withNBest(OutputFinder.CANDIDATES)
                .withMaxMarks(run.config().lattices().maxMarks());
        OutputFinder finder = new OutputFinder(
                run.uncalibrated(), search, OutputFinder.CANDIDATES, budget, UnknownSymbolPolicy.SKIP, seed);
        List<ProbabilityCalibration.Candidates> scored = new ArrayList<>();
        finder.forEach(inputs.stream().map(Input::x).toList(), (found, k) -> {
            if (!found.outputs().isEmpty()) {
                scored.add(candidates(found.outputs(), inputs.get(k).outputs()));
            }
            progress.run();
        });
        if (scored.size() < LEAST_INPUTS) {
            throw tooFew(pairs, Plural.of(scored.size(), "input") + " for which outputs are found");
        }
        boolean hasRest = run.model().scorer().isConditional();
        Fit alone = measured(
                ProbabilityCalibration.of(Temperature.fit(
                        scored.stream().map(Calibrator::withoutWords).toList(), hasRest)),
                scored,
                hasRest,
                false);
        if (alone.listInputs < LEAST_INPUTS) {
            return alone;
        }
        ProbabilityCalibration likely = ProbabilityCalibration.fit(scored, hasRest);
        if (!likely.prefersWords()) {
            return alone;
        }
        if (hasRest) {
            return measured(likely, scored, true, likely.isLargest());
        }
        // Not all inputs that are measured had a say in the bonus.
        Fit fit = measured(likely.withTemperatureFor(scored), scored, false, likely.isLargest());
        return fit.isWorseThan(alone) ? alone : fit;
    }

    private Fit measured(
            ProbabilityCalibration fitted,
            List<ProbabilityCalibration.Candidates> scored,
            boolean hasRest,
            boolean isBonusLargest) {
        // Without calibration, outputs that were not found have no probability.
        List<Confidence> before = scored.stream()
                .map(input -> ProbabilityCalibration.NONE.first(input, false))
                .toList();
        List<Confidence> after =
                scored.stream().map(input -> fitted.first(input, hasRest)).toList();
        return new Fit(
                fitted,
                scored.size(),
                CalibrationMetrics.of(before, Bootstrap.of(seed)),
                CalibrationMetrics.of(after, Bootstrap.of(seed)),
                accuracy(before),
                accuracy(after),
                (int) scored.stream()
                        .filter(input -> input.dependsOnBonus(hasRest))
                        .count(),
                isBonusLargest);
    }

    private ProbabilityCalibration.Candidates candidates(List<Transduction> outputs, List<List<String>> right) {
        double[] logP = new double[outputs.size()];
        boolean[] listed = new boolean[outputs.size()];
        boolean[] correct = new boolean[outputs.size()];
        for (int k = 0; k < logP.length; k++) {
            List<String> symbols = outputs.get(k).symbols();
            logP[k] = outputs.get(k).logP().value();
            listed[k] = words.isPresent() && words.get().contains(symbols);
            correct[k] = right.contains(symbols);
        }
        return new ProbabilityCalibration.Candidates(logP, listed, correct);
    }

    private static Temperature.ScoredOutputs withoutWords(ProbabilityCalibration.Candidates outputs) {
        return new Temperature.ScoredOutputs(outputs.logP(), outputs.correct()[0]);
    }

    private static double accuracy(List<Confidence> confidences) {
        return confidences.stream()
                .mapToDouble(each -> each.isCorrect() ? 1 : 0)
                .average()
                .orElseThrow();
    }

    private static EspalierException tooFew(PairFile pairs, String found) {
        return new EspalierException(
                pairs.name() + " has " + found + ", too few to calibrate with; give pairs with at least " + LEAST_INPUTS
                        + " different inputs that the run was not trained on");
    }

    private void requireNotTrained() {
        for (TrainedRun member : run.members()) {
            if (member.folder().isBeingTrainedIn()) {
                throw new EspalierException(member.name() + " is being trained; wait until it has ended, or stop it");
            }
        }
    }
}

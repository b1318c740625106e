package org.espalier.run.result;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.espalier.fst.base.Plural;
import org.espalier.model.estimate.Estimate;
import org.espalier.model.estimate.Estimates;
import org.espalier.model.estimate.ExactValues;
import org.espalier.model.estimate.RunningEstimates;
import org.espalier.model.estimate.RunningMean;
import org.espalier.model.estimate.SmcEstimate;

/**
 * How good a run is: means over pairs, which are told of in their order, since sums depend on it in their last bits.
 *
 * <p>What is found out about a pair can also be written as a line of JSON and be taken from it: not a bit is lost.
 */
public final class Evaluation {
    private static final Map<String, String> NAMES = Map.ofEntries(
            Map.entry("samples", "strings drawn a pair"),
            Map.entry("partialKl", "partial KL"),
            Map.entry("iwae", "log-likelihood, IWAE bound"),
            Map.entry("logLikelihood", "log-likelihood"),
            Map.entry("ess", "ESS"),
            Map.entry("deduplicatedEss", "ESS, deduplicated"),
            Map.entry("markLength", "marks a string"),
            Map.entry("seconds", "seconds a pair"),
            Map.entry("smcLogLikelihood", "log-likelihood, SMC"),
            Map.entry("exactPairs", "pairs enumerated"),
            Map.entry("exactKl", "KL(q || p), exact"),
            Map.entry("exactInclusiveKl", "KL(p || q), exact"),
            Map.entry("exactLogLikelihood", "log-likelihood, exact"));

    private final RunningEstimates estimates = new RunningEstimates();
    private final RunningMean filtered = new RunningMean();
    private final RunningMean exclusive = new RunningMean();
    private final RunningMean inclusive = new RunningMean();
    private final RunningMean likelihood = new RunningMean();

    public void add(Estimates ofPair) {
        estimates.add(ofPair);
    }

    public void add(SmcEstimate ofPair) {
        filtered.add(ofPair.logLikelihood().value());
    }

    public void add(ExactValues ofPair) {
        addExact(ofPair.exclusiveKl(), ofPair.inclusiveKl(), ofPair.logLikelihood());
    }

    private void addExact(double kl, double inclusiveKl, double logLikelihood) {
        exclusive.add(kl);
        inclusive.add(inclusiveKl);
        likelihood.add(logLikelihood);
    }

    /** What was found out about a pair as one JSON object; what was not asked, or cannot be said, is left out. */
    public static String line(
            RowId label, Estimates estimates, Optional<SmcEstimate> filtered, Optional<ExactValues> exact) {
        Map<String, Object> object = Json.object(
                label.key(),
                label.value(),
                "partialKl",
                estimates.partialKl().value(),
                "iwae",
                estimates.iwae().value(),
                "logLikelihood",
                estimates.logLikelihood().value(),
                "ess",
                estimates.ess(),
                "deduplicatedEss",
                estimates.deduplicatedEss(),
                "markLength",
                estimates.markLength().value());
        filtered.ifPresent(
                found -> object.put("smcLogLikelihood", found.logLikelihood().value()));
        exact.ifPresent(found -> object.putAll(Json.object(
                "exactKl", found.exclusiveKl(),
                "exactInclusiveKl", found.inclusiveKl(),
                "exactLogLikelihood", found.logLikelihood())));
        return Json.line(object);
    }

    /** Takes a pair from what {@link #line} has written. */
    public void add(String line) {
        Map<String, Object> object = Json.parse(line);
        estimates.add(new Estimates(
                0,
                0,
                estimate(object, "partialKl"),
                estimate(object, "iwae"),
                estimate(object, "logLikelihood"),
                estimate(object, "markLength"),
                number(object, "ess"),
                number(object, "deduplicatedEss")));
        if (object.containsKey("smcLogLikelihood")) {
            filtered.add(number(object, "smcLogLikelihood"));
        }
        if (object.containsKey("exactKl")) {
            addExact(
                    number(object, "exactKl"),
                    number(object, "exactInclusiveKl"),
                    number(object, "exactLogLikelihood"));
        }
    }

    private static Estimate estimate(Map<String, Object> object, String key) {
        return new Estimate(number(object, key), Double.NaN);
    }

    private static double number(Map<String, Object> object, String key) {
        return object.get(key) instanceof Number number ? number.doubleValue() : Double.NaN;
    }

    /** How many pairs have been told of. */
    public long pairs() {
        return estimates.pairs();
    }

    /** How many of them were enumerated. */
    public long enumerated() {
        return exclusive.count();
    }

    /**
     * What was found.
     *
     * @param samples how many strings were drawn for a pair
     * @param seconds how long a pair took
     * @param smc whether to include the log-likelihood by sequential Monte Carlo
     * @param exact whether to include exact values
     */
    public Map<String, Object> results(int samples, double seconds, boolean smc, boolean exact) {
        Map<String, Object> results = new LinkedHashMap<>();
        results.put("samples", samples);
        results.put("partialKl", estimates.partialKl());
        results.put("iwae", estimates.iwae());
        results.put("logLikelihood", estimates.logLikelihood());
        results.put("ess", estimates.ess());
        results.put("deduplicatedEss", estimates.deduplicatedEss());
        results.put("markLength", estimates.markLength());
        results.put("seconds", seconds);
        if (smc) {
            results.put("smcLogLikelihood", filtered.estimate());
        }
        if (exact) {
            results.put("exactPairs", exclusive.count());
            if (exclusive.count() > 0) {
                results.put("exactKl", exclusive.estimate());
                results.put("exactInclusiveKl", inclusive.estimate());
                results.put("exactLogLikelihood", likelihood.estimate());
            }
        }
        return results;
    }

    /** Returns how many pairs were not enumerated and why, or empty if all were. */
    public Optional<String> notEnumerated(long maxPaths) {
        long left = pairs() - enumerated();
        if (left == 0) {
            return Optional.empty();
        }
        return Optional.of(left + " of " + Plural.of(pairs(), "pair")
                + Plural.form(
                        left,
                        " is not enumerated: its lattice is cyclic or has",
                        " are not enumerated: their lattices are cyclic or have")
                + " more than " + Plural.of(maxPaths, "path"));
    }

    /** Results as the values of one JSON object. */
    public static Map<String, Object> object(EvaluationHeader head, Map<String, Object> results) {
        Map<String, Object> object = head.object();
        results.forEach((key, value) -> object.put(key, value instanceof Estimate e ? Json.estimate(e) : value));
        return object;
    }

    /** Returns results as lines of a table for people. */
    public static List<String> lines(EvaluationHeader head, Map<String, Object> results) {
        List<String> lines = new ArrayList<>();
        lines.add(head.line());
        results.forEach((key, value) -> lines.add(row(NAMES.getOrDefault(key, key), value)));
        return lines;
    }

    private static String row(String name, Object value) {
        if (value instanceof Estimate estimate) {
            return String.format(Locale.ROOT, "%-28s%12.4f", name, estimate.value())
                    + (Double.isNaN(estimate.standardError())
                            ? ""
                            : String.format(Locale.ROOT, "  ± %.4f", estimate.standardError()));
        }
        return value instanceof Double number
                ? String.format(Locale.ROOT, "%-28s%12.6f", name, number)
                : String.format(Locale.ROOT, "%-28s%12s", name, value);
    }
}

package org.espalier.run.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.espalier.model.estimate.AcceptedMass;
import org.espalier.model.estimate.Estimate;
import org.espalier.model.estimate.RunningEstimates;
import org.espalier.model.estimate.SamplingBudget;

/** Formats the result of an evaluation, as a table for people and as JSON. */
public final class EvaluationLines {
    private final EvaluationHeader header;
    private final List<ResultRow> rows = new ArrayList<>();

    /**
     * A number of the result.
     *
     * @param key the JSON key
     * @param name the name in the table
     * @param value an {@link Estimate}, a {@link Double}, or an integer
     */
    private record ResultRow(String key, String name, Object value) {
        Object json() {
            return value instanceof Estimate estimate ? Json.estimate(estimate) : value;
        }

        String line() {
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

    /**
     * Arranges the result of an evaluation.
     *
     * @param budget the strings drawn per pair
     * @param seconds the time per pair
     * @param smc whether to include the log-likelihood by sequential Monte Carlo
     * @param exact whether to include exact values
     */
    public EvaluationLines(
            EvaluationHeader header,
            Evaluation evaluation,
            SamplingBudget budget,
            double seconds,
            boolean smc,
            boolean exact) {
        this.header = header;
        RunningEstimates estimates = evaluation.estimates();
        if (budget.isRefined()) {
            add("samples", "strings per pair, at most", budget.samples());
            add("refine", "rounds of refinement", budget.refine());
            add("drawn", "strings drawn per pair", estimates.samples());
        } else {
            add("samples", "strings drawn per pair", budget.samples());
        }
        add("partialKl", "partial KL", estimates.partialKl());
        add("iwae", "log-likelihood, IWAE bound", estimates.iwae());
        add("logLikelihood", "log-likelihood", estimates.logLikelihood());
        add("ess", "ESS", estimates.ess());
        add("deduplicatedEss", "ESS, deduplicated", estimates.deduplicatedEss());
        add("markLength", "marks per string", estimates.markLength());
        add("seconds", "seconds per pair", seconds);
        if (smc) {
            add("smcLogLikelihood", "log-likelihood, SMC", evaluation.smcLogLikelihood());
        }
        if (exact) {
            add("exactPairs", "pairs enumerated", evaluation.enumerated());
            if (evaluation.enumerated() > 0) {
                add("exactKl", "KL(q || p), exact", evaluation.exactKl());
                add("exactInclusiveKl", "KL(p || q), exact", evaluation.exactInclusiveKl());
                add("exactLogLikelihood", "log-likelihood, exact", evaluation.exactLogLikelihood());
            }
        }
    }

    /** Adds an estimate of the mass of p̃ on the mark strings of the machine. */
    public void addMass(AcceptedMass mass) {
        add("massDraws", "strings drawn for the mass", mass.drawn());
        add("acceptedMass", "mass the machine accepts", mass.mass());
        if (mass.cut() > 0) {
            add("cutMass", "mass of strings cut off", mass.cutMass());
        }
    }

    private void add(String key, String name, Object value) {
        rows.add(new ResultRow(key, name, value));
    }

    /** Returns the values of one JSON object. */
    public Map<String, Object> object() {
        Map<String, Object> object = header.object();
        rows.forEach(row -> object.put(row.key, row.json()));
        return object;
    }

    /** Returns the lines of a table. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>(List.of(header.line()));
        rows.forEach(row -> lines.add(row.line()));
        return lines;
    }
}

package org.espalier.run.result;

import java.io.Serializable;
import java.util.Map;
import java.util.Optional;
import org.espalier.model.estimate.Estimates;
import org.espalier.model.estimate.ExactValues;
import org.espalier.model.estimate.SmcEstimate;
import org.jspecify.annotations.Nullable;

/**
 * What an evaluation measures of one pair. It holds plain numbers only, so that Spark can send it to the driver.
 *
 * @param weight the weight of the pair in means over pairs
 * @param estimates the estimates from importance sampling
 * @param smcLogLikelihood the estimate of log p̃(x, y) by sequential Monte Carlo; null if it was not wanted
 * @param exact the exact values; null if they were not wanted, or the paths cannot be enumerated
 */
public record PairMeasures(
        double weight,
        Estimates estimates,
        @Nullable Double smcLogLikelihood,
        @Nullable ExactValues exact) implements Serializable {
    /** Collects the measures of a pair. */
    public static PairMeasures of(
            double weight, Estimates estimates, Optional<SmcEstimate> filtered, Optional<ExactValues> exact) {
        return new PairMeasures(
                weight,
                estimates,
                filtered.map(found -> found.logLikelihood().value()).orElse(null),
                exact.orElse(null));
    }

    /** Returns one JSON object; measures that were not wanted, or do not exist, are omitted. */
    public String json(RowId id) {
        Map<String, Object> object = Json.object(
                id.key(),
                id.value(),
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
        if (smcLogLikelihood != null) {
            object.put("smcLogLikelihood", smcLogLikelihood);
        }
        if (exact != null) {
            object.putAll(Json.object(
                    "exactKl", exact.exclusiveKl(),
                    "exactInclusiveKl", exact.inclusiveKl(),
                    "exactLogLikelihood", exact.logLikelihood()));
        }
        return Json.line(object);
    }
}

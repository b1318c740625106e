package org.espalier.bench;

import java.util.LinkedHashMap;
import java.util.Map;
import org.espalier.model.HistoryMode;
import org.espalier.model.MarkScorer;
import org.espalier.model.Model;
import org.espalier.model.Parameters;
import org.espalier.model.PathSampler;
import org.espalier.model.SamplerKind;
import org.espalier.model.SamplerSettings;
import org.espalier.model.ScorerSettings;
import org.espalier.model.Vocabulary;

/** The samplers that are measured, by the names they have in tables. */
final class MeasuredSamplers {
    private MeasuredSamplers() {}

    /** A sampler and a scorer with random parameters that depend on the seed alone. */
    static Model model(ScorerSettings scorer, SamplerSettings sampler, Vocabulary vocabulary, long seed) {
        return new Model(
                MarkScorer.create(scorer, vocabulary.marks(), Parameters.Precision.SINGLE, seed),
                PathSampler.create(sampler, vocabulary, Parameters.Precision.SINGLE, seed + 1));
    }

    /** All but SWP with Algorithm 1 run anew at each prefix, whose cost is of another order. */
    static Map<String, SamplerSettings> all(int dimension) {
        Map<String, SamplerSettings> result = new LinkedHashMap<>();
        for (SamplerKind kind : SamplerKind.values()) {
            result.put(kind.name(), SamplerSettings.of(kind).withDimension(dimension));
        }
        SamplerSettings swp = SamplerSettings.of(SamplerKind.SWP).withDimension(dimension);
        result.put("SWP gated", swp.withGated(true));
        result.put("SWP with history, weighted", swp.withHistory(HistoryMode.WEIGHTED));
        result.put("SWP with history, local", swp.withHistory(HistoryMode.LOCAL));
        return result;
    }
}

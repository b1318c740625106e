package org.espalier.bench;

import java.util.EnumSet;
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

/** The measured samplers. */
final class MeasuredSamplers {
    private MeasuredSamplers() {}

    /** Returns a sampler and a scorer with random parameters that depend only on the seed. */
    static Model model(ScorerSettings scorer, SamplerSettings sampler, Vocabulary vocabulary, long seed) {
        MarkScorer created = MarkScorer.create(scorer, vocabulary, Parameters.Precision.SINGLE, seed);
        return new Model(created, PathSampler.create(sampler, vocabulary, created, seed + 1));
    }

    /**
     * Returns all samplers by name, except SWP that reruns Algorithm 1 at each prefix, which is far slower, and the Transformer,
     * which takes small lattices only.
     */
    static Map<String, SamplerSettings> all(int dimension) {
        Map<String, SamplerSettings> result = new LinkedHashMap<>();
        for (SamplerKind kind : EnumSet.complementOf(EnumSet.of(SamplerKind.TRANSFORMER))) {
            result.put(kind.name(), SamplerSettings.of(kind).withDimension(dimension));
        }
        SamplerSettings swp = SamplerSettings.of(SamplerKind.SWP).withDimension(dimension);
        result.put("SWP gated", swp.withGated(true));
        result.put("SWP with history, weighted", swp.withHistory(HistoryMode.WEIGHTED));
        result.put("SWP with history, local", swp.withHistory(HistoryMode.LOCAL));
        return result;
    }
}

package org.espalier.model;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.Range;
import org.espalier.fst.base.Records;

/**
 * The architecture and size of a sampler.
 *
 * @param kind the family
 * @param dimension d, the dimension of every embedding and recurrent state
 * @param recurrence the kind of its recurrent networks
 * @param gated for kinds that embed arcs, whether arc embeddings are computed by a gated update instead of a plain one
 * @param history for SWP, how it uses the marks so far
 */
public record SamplerSettings(
        SamplerKind kind,
        @Range(min = 2, max = 1 << 16, even = true) int dimension,
        Recurrence recurrence,
        boolean gated,
        HistoryMode history) {
    private static final Set<SamplerKind> EMBEDDING_ARCS =
            EnumSet.of(SamplerKind.SWP, SamplerKind.SWPS, SamplerKind.SWC, SamplerKind.SWG);

    public SamplerSettings {
        Records.requireInRange(SamplerSettings.class, kind, dimension, recurrence, gated, history);
        if (history != HistoryMode.NONE && kind != SamplerKind.SWP) {
            throw new EspalierException("history " + word(history) + " is for sampler swp; " + word(kind)
                            + " has one way to use the marks so far: leave history at none")
                    .withSettings("history");
        }
        if (gated && !EMBEDDING_ARCS.contains(kind)) {
            throw new EspalierException("a gated arc update is for samplers swp, swps, swc and swg; " + word(kind)
                            + " embeds no arcs: leave gated at false")
                    .withSettings("gated");
        }
    }

    /** Returns the settings of the paper for a family. */
    public static SamplerSettings of(SamplerKind kind) {
        return new SamplerSettings(kind, 256, Recurrence.GRU, false, HistoryMode.NONE);
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    public SamplerSettings withDimension(int changed) {
        return new SamplerSettings(kind, changed, recurrence, gated, history);
    }

    public SamplerSettings withRecurrence(Recurrence changed) {
        return new SamplerSettings(kind, dimension, changed, gated, history);
    }

    public SamplerSettings withGated(boolean changed) {
        return new SamplerSettings(kind, dimension, recurrence, changed, history);
    }

    public SamplerSettings withHistory(HistoryMode changed) {
        return new SamplerSettings(kind, dimension, recurrence, gated, changed);
    }
}

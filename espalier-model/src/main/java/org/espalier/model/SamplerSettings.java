package org.espalier.model;

import java.util.Locale;
import org.espalier.fst.base.EspalierException;

/**
 * The architecture and size of a sampler.
 *
 * @param kind the family
 * @param dimension d, the dimension of every embedding and recurrent state
 * @param recurrence the kind of its recurrent networks
 * @param gated for SWP and SWPS, whether arc embeddings are computed by a gated update instead of a plain one
 * @param history for SWP, how it uses the marks so far
 */
public record SamplerSettings(
        SamplerKind kind, int dimension, Recurrence recurrence, boolean gated, HistoryMode history) {
    public SamplerSettings {
        if (dimension < 2 || dimension % 2 != 0) {
            throw new EspalierException("a sampler's dimension must be even and at least 2; got " + dimension);
        }
        if (history != HistoryMode.NONE && kind != SamplerKind.SWP) {
            throw new EspalierException("history " + word(history) + " is for sampler swp; " + word(kind)
                    + " has one way to use the marks so far: leave history at none");
        }
        if (gated && kind != SamplerKind.SWP && kind != SamplerKind.SWPS) {
            throw new EspalierException("a gated arc update is for samplers swp and swps; " + word(kind)
                    + " embeds no arcs: leave gated at false");
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

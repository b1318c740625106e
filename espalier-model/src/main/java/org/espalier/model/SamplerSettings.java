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
 * @param layers the number of stacked layers of each of its recurrent networks, or of the Transformer
 * @param recurrence the kind of its recurrent networks
 * @param gated for kinds that run Algorithm 1, whether arc embeddings are computed by a gated update instead of a plain one
 * @param history for SWP, how it uses the marks so far
 * @param heads for the Transformer, the number of attention heads, a divisor of the dimension; half of them look ahead
 * @param maxArcs for the Transformer, the largest number of arcs of a lattice
 */
public record SamplerSettings(
        SamplerKind kind,
        @Range(min = 2, max = 1 << 16, even = true) int dimension,
        @Range(min = 1, max = 64) int layers,
        Recurrence recurrence,
        boolean gated,
        HistoryMode history,
        @Range(min = 2, max = 1 << 16, even = true) int heads,
        @Range(min = 1, max = 1 << 14) int maxArcs) {
    private static final Set<SamplerKind> UPDATING_ARCS =
            EnumSet.of(SamplerKind.SWP, SamplerKind.SWPS, SamplerKind.SWC, SamplerKind.SWG);

    public SamplerSettings {
        Records.requireInRange(
                SamplerSettings.class, kind, dimension, layers, recurrence, gated, history, heads, maxArcs);
        if (history != HistoryMode.NONE && kind != SamplerKind.SWP) {
            throw new EspalierException("history " + word(history) + " is for sampler swp; " + word(kind)
                            + " has one way to use the marks so far: leave history at none")
                    .withSettings("history");
        }
        if (gated && !UPDATING_ARCS.contains(kind)) {
            throw new EspalierException("a gated arc update is for samplers swp, swps, swc and swg; " + word(kind)
                            + " has none: leave gated at false")
                    .withSettings("gated");
        }
        if (layers > 1 && kind == SamplerKind.SWP && history == HistoryMode.NONE) {
            throw new EspalierException("sampler swp has no layers to stack unless it uses the marks so far; got "
                            + layers + ": leave layers at 1, or set history")
                    .withSettings("layers", "history");
        }
        if (kind == SamplerKind.TRANSFORMER && dimension % heads != 0) {
            throw new EspalierException("a Transformer's dimension must be a multiple of its heads; got " + dimension
                            + " and " + heads)
                    .withSettings("heads", "dimension");
        }
    }

    /** Returns the settings of the paper for a family. */
    public static SamplerSettings of(SamplerKind kind) {
        return new SamplerSettings(kind, 256, 1, Recurrence.GRU, false, HistoryMode.NONE, 4, 2048);
    }

    /** Returns whether the next mark depends on the state of the lattice only, and not on the marks so far. */
    public boolean isMarkov() {
        return kind == SamplerKind.SWC
                || kind == SamplerKind.TRANSFORMER
                || (kind == SamplerKind.SWP && history == HistoryMode.NONE);
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    public SamplerSettings withDimension(int changed) {
        return new SamplerSettings(kind, changed, layers, recurrence, gated, history, heads, maxArcs);
    }

    public SamplerSettings withLayers(int changed) {
        return new SamplerSettings(kind, dimension, changed, recurrence, gated, history, heads, maxArcs);
    }

    public SamplerSettings withRecurrence(Recurrence changed) {
        return new SamplerSettings(kind, dimension, layers, changed, gated, history, heads, maxArcs);
    }

    public SamplerSettings withGated(boolean changed) {
        return new SamplerSettings(kind, dimension, layers, recurrence, changed, history, heads, maxArcs);
    }

    public SamplerSettings withHistory(HistoryMode changed) {
        return new SamplerSettings(kind, dimension, layers, recurrence, gated, changed, heads, maxArcs);
    }

    public SamplerSettings withHeads(int changed) {
        return new SamplerSettings(kind, dimension, layers, recurrence, gated, history, changed, maxArcs);
    }

    public SamplerSettings withMaxArcs(int changed) {
        return new SamplerSettings(kind, dimension, layers, recurrence, gated, history, heads, changed);
    }
}

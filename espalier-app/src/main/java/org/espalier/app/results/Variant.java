package org.espalier.app.results;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Optional;
import org.espalier.model.History;
import org.espalier.model.Recurrence;
import org.espalier.model.SamplerKind;
import org.espalier.model.SamplerSettings;

/** The samplers that are compared: the paper's, those its section 3.3 proposes, and ours. */
public enum Variant {
    NONE("none", "No lookahead", SamplerKind.NONE, false, History.NONE),
    SWA("swa", "SWA", SamplerKind.SWA, false, History.NONE),
    SWS("sws", "SWS", SamplerKind.SWS, false, History.NONE),
    SWP("swp", "SWP", SamplerKind.SWP, false, History.NONE),
    SWP_GATED("swp-gated", "SWP, gated", SamplerKind.SWP, true, History.NONE),
    SWP_WEIGHTED("swp-weighted", "SWP, history × β", SamplerKind.SWP, false, History.WEIGHTED),
    SWP_LOCAL("swp-local", "SWP, history alone", SamplerKind.SWP, false, History.LOCAL),
    SWP_RERUN("swp-rerun", "SWP, run anew", SamplerKind.SWP, false, History.RERUN),
    SWP_GATED_WEIGHTED("swp-gated-weighted", "SWP, gated, history × β", SamplerKind.SWP, true, History.WEIGHTED),
    SWPS("swps", "SWPS", SamplerKind.SWPS, false, History.NONE),
    SWPS_GATED("swps-gated", "SWPS, gated", SamplerKind.SWPS, true, History.NONE);

    private final String id;
    private final String label;
    private final SamplerKind kind;
    private final boolean gated;
    private final History history;

    Variant(String id, String label, SamplerKind kind, boolean gated, History history) {
        this.id = id;
        this.label = label;
        this.kind = kind;
        this.gated = gated;
        this.history = history;
    }

    /** Its name on the command line, in files and in folders. */
    @JsonValue
    public String id() {
        return id;
    }

    /** Its name in tables. */
    public String label() {
        return label;
    }

    public static Optional<Variant> of(String id) {
        return Arrays.stream(values()).filter(variant -> variant.id.equals(id)).findFirst();
    }

    @JsonCreator
    static Variant required(String id) {
        return of(id).orElseThrow(() -> new IllegalArgumentException("no sampler is called " + id));
    }

    public SamplerSettings settings(int dimension) {
        return new SamplerSettings(kind, dimension, Recurrence.GRU, gated, history);
    }
}

package org.espalier.lab.results;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.espalier.model.HistoryMode;
import org.espalier.model.SamplerKind;
import org.espalier.model.SamplerSettings;

/** The samplers that are compared: the paper's, those that its section 3.3 and its Limitations propose, and ours. */
public enum SamplerVariant {
    NONE("none", "No lookahead", SamplerKind.NONE, false, HistoryMode.NONE),
    SWA("swa", "SWA", SamplerKind.SWA, false, HistoryMode.NONE),
    SWS("sws", "SWS", SamplerKind.SWS, false, HistoryMode.NONE),
    SWP("swp", "SWP", SamplerKind.SWP, false, HistoryMode.NONE),
    SWP_GATED("swp-gated", "SWP, gated", SamplerKind.SWP, true, HistoryMode.NONE),
    SWP_WEIGHTED("swp-weighted", "SWP, history × β", SamplerKind.SWP, false, HistoryMode.WEIGHTED),
    SWP_LOCAL("swp-local", "SWP, history alone", SamplerKind.SWP, false, HistoryMode.LOCAL),
    SWP_RERUN("swp-rerun", "SWP, run anew", SamplerKind.SWP, false, HistoryMode.RERUN),
    SWP_GATED_WEIGHTED("swp-gated-weighted", "SWP, gated, history × β", SamplerKind.SWP, true, HistoryMode.WEIGHTED),
    SWPS("swps", "SWPS", SamplerKind.SWPS, false, HistoryMode.NONE),
    SWPS_GATED("swps-gated", "SWPS, gated", SamplerKind.SWPS, true, HistoryMode.NONE),
    SWC("swc", "SWC", SamplerKind.SWC, false, HistoryMode.NONE),
    SWG("swg", "SWG", SamplerKind.SWG, false, HistoryMode.NONE),
    TRANSFORMER("transformer", "Transformer", SamplerKind.TRANSFORMER, false, HistoryMode.NONE, 2),
    SWPS_MEMORY("swps-memory", "SWPS, memory", SWPS, Training.MEMORY),
    SWPS_SPLICES("swps-splices", "SWPS, splices", SWPS, Training.SPLICES),
    SWG_MEMORY("swg-memory", "SWG, memory", SWG, Training.MEMORY),
    SWG_DREAMS("swg-dreams", "SWG, dreams", SWG, Training.DREAMS),
    SWG_SPLICES("swg-splices", "SWG, splices", SWG, Training.SPLICES),
    SWG_SPLICES_MEMORY("swg-splices-memory", "SWG, splices, memory", SWG, Training.SPLICES, Training.MEMORY),
    SWG_SPLICES_EXCLUSIVE(
            "swg-splices-exclusive", "SWG, splices, exclusive KL", SWG, Training.SPLICES, Training.EXCLUSIVE),
    SWPS_PPO("swps-ppo", "SWPS, PPO", SWPS, Training.EXCLUSIVE, Training.UPDATES),
    SWG_PPO("swg-ppo", "SWG, PPO", SWG, Training.EXCLUSIVE, Training.UPDATES),
    SWG_SPLICES_PPO(
            "swg-splices-ppo", "SWG, splices, PPO", SWG, Training.SPLICES, Training.EXCLUSIVE, Training.UPDATES);

    /** What a sampler may learn from beside its own samples for the training pairs, and what it minimizes. */
    private static final class Training {
        static final String MEMORY = "training.memory=8";
        static final String DREAMS = "training.dreams=16";
        static final String SPLICES = "training.splices=0.5";
        static final String EXCLUSIVE = "training.divergence=exclusive";
        static final String UPDATES = "training.ppoEpochs=4";
    }

    private final String id;
    private final String label;
    private final SamplerKind kind;
    private final boolean gated;
    private final HistoryMode history;
    private final int layers;
    private final String training;

    SamplerVariant(String id, String label, SamplerKind kind, boolean gated, HistoryMode history) {
        this(id, label, kind, gated, history, 1);
    }

    SamplerVariant(String id, String label, SamplerKind kind, boolean gated, HistoryMode history, int layers) {
        this.id = id;
        this.label = label;
        this.kind = kind;
        this.gated = gated;
        this.history = history;
        this.layers = layers;
        this.training = "";
    }

    /** A sampler that is trained in another way. */
    SamplerVariant(String id, String label, SamplerVariant same, String... training) {
        this.id = id;
        this.label = label;
        this.kind = same.kind;
        this.gated = same.gated;
        this.history = same.history;
        this.layers = same.layers;
        this.training = String.join(",", training);
    }

    /** Returns its name on the command line, in files and in folders. */
    @JsonValue
    public String id() {
        return id;
    }

    /** Returns its name in tables. */
    public String label() {
        return label;
    }

    public SamplerKind kind() {
        return kind;
    }

    /**
     * Returns the settings of its training beside those of the scale, each as {@code key=value}. Splices belong to the first half of
     * the steps: so the sampler meets pairs longer than those to train on, and still ends with pairs like them.
     */
    public List<String> training(int steps) {
        String all = training.contains(Training.SPLICES) ? training + ",training.spliceSteps=" + steps / 2 : training;
        return all.isEmpty() ? List.of() : List.of(all.split(",", -1));
    }

    public static Optional<SamplerVariant> of(String id) {
        return Arrays.stream(values()).filter(variant -> variant.id.equals(id)).findFirst();
    }

    /** Returns the sampler that has these settings in some dimension. */
    public static Optional<SamplerVariant> of(SamplerSettings settings) {
        SamplerSettings ofKind = SamplerSettings.of(settings.kind());
        return Arrays.stream(values())
                .filter(variant -> variant.kind == settings.kind() && ofKind.heads() == settings.heads())
                .filter(variant -> variant.settings(settings.dimension()).equals(settings))
                .findFirst();
    }

    @JsonCreator
    static SamplerVariant required(String id) {
        return of(id).orElseThrow(() -> new IllegalArgumentException("no sampler is called " + id));
    }

    public SamplerSettings settings(int dimension) {
        return SamplerSettings.of(kind)
                .withDimension(dimension)
                .withLayers(layers)
                .withGated(gated)
                .withHistory(history);
    }
}

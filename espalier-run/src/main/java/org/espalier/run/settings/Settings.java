package org.espalier.run.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.espalier.fst.LatticeOptions;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.NearestWord;
import org.espalier.model.SamplerKind;
import org.espalier.model.SamplerSettings;
import org.espalier.model.ScorerSettings;
import org.espalier.model.train.TrainingSettings;
import org.espalier.run.data.CaseFolding;
import org.espalier.run.data.Columns;
import org.espalier.run.data.FileFormat;
import org.espalier.run.data.Normalization;
import org.espalier.run.data.Reading;
import org.espalier.run.data.TokenUnit;
import org.espalier.run.data.Tokenizer;

/**
 * All settings of a run. Each is described once, here, in the order in which settings are listed and written. The defaults
 * are the paper's where it gives them.
 *
 * <p>To add a hyperparameter, add a component with its range to a record such as {@link TrainingSettings}, and describe it
 * here.
 */
public final class Settings {
    private static final List<Setting<?>> DESCRIBED = new ArrayList<>();

    static final TypedSettings<ScorerSettings> SCORER = new TypedSettings<>(ScorerSettings.DEFAULT);
    static final TypedSettings<SamplerSettings> SAMPLER = new TypedSettings<>(SamplerSettings.of(SamplerKind.SWS));
    static final TypedSettings<TrainingSettings> TRAINING = new TypedSettings<>(TrainingSettings.DEFAULT);
    static final TypedSettings<LatticeOptions> LATTICE = new TypedSettings<>(LatticeOptions.DEFAULT);

    static final Setting<String> MACHINE =
            add(Setting.file("machine", "a machine: a file or builtin:NAME", "machine: a file or builtin:NAME")
                    .asMachine());
    static final Setting<String> TRAIN =
            add(Setting.file("train", "a file of pairs", "training pairs: a file of lines x<TAB>y"));
    static final Setting<String> VALID = add(Setting.file(
            "valid",
            "a file of pairs",
            "validation pairs, which select the best checkpoint; default: a part of train"));
    static final Setting<Double> VALID_SHARE = add(Setting.of(
            "validShare",
            ValueType.of(RunConfig.Data.class, "validShare"),
            0.1,
            "without valid: fraction of train held out for validation, chosen by seed; 0: validation on train itself"));
    static final Setting<String> TEST =
            add(Setting.file("test", "a file of pairs", "test pairs, the default of evaluate"));
    static final Setting<FileFormat> FORMAT = add(Setting.of(
            "format", ValueType.<FileFormat>of(Reading.class, "format"), FileFormat.TSV, "notation of files of pairs"));
    static final Setting<Columns> COLUMNS = add(Setting.of(
            "columns",
            new ValueType<>(Columns.EXPECTED, Columns::of, Columns::toString),
            Columns.DEFAULT,
            "contents of the columns of files of pairs"));
    static final Setting<Normalization> NORMALIZE = add(Setting.of(
                    "normalize",
                    ValueType.<Normalization>of(Tokenizer.class, "normalization"),
                    Normalization.NFC,
                    "Unicode normalization of texts")
            .asOfModel());
    static final Setting<CaseFolding> FOLD = add(Setting.of(
                    "fold",
                    ValueType.<CaseFolding>of(Tokenizer.class, "folding"),
                    CaseFolding.NONE,
                    "whether capital letters are read as small ones")
            .asOfModel());
    static final Setting<String> OUT = add(Setting.file("out", "a folder", "output folder of the run"));

    static {
        add(TRAINING.describe("seed", "seed", "random seed"));
    }

    static final Setting<Integer> THREADS = add(Setting.of(
                    "threads",
                    ValueType.<Integer>of(RunConfig.class, "threads"),
                    0,
                    "number of threads; 0: one per processor core")
            .asChangeable());

    /** The section whose settings may be given together, by one value. */
    private static final String TOKENS = "tokens";

    static final Setting<TokenUnit> INPUT_TOKENS = add(tokens("input", "unit of the symbols of inputs"));
    static final Setting<TokenUnit> OUTPUT_TOKENS = add(tokens("output", "unit of the symbols of outputs"));

    static {
        scorer("kind", "network architecture");
        scorer(
                "given",
                "what the model is conditional on: nothing, which gives p(x, y), or input, which gives p(y given x)");
        scorer("dimension", "size of embeddings and hidden states");
        scorer("layers", "number of stacked layers");
        scorer("attention", "given the input: also attend over all of it");
        scorer("masked", "given the input: only marks with which a path for it continues have a probability");
        scorer("tied", "given the input: a symbol of it shares the embedding of the mark of its name");
        scorer("heads", "transformer: number of attention heads, a divisor of the dimension");
        scorer("maxMarks", "transformer: maximum length of mark strings");
    }

    static final Setting<String> SCORER_FROM =
            add(Setting.file("scorer.from", "the folder of a run", "folder of a run whose trained scorer is used"));

    static {
        sampler(
                "kind",
                "lookahead: none, attention, suffixes, graph of paths, suffixes and graph, graph in context, graph in context"
                        + " guided by the scorer, or attention over the graph");
        sampler("dimension", "size of embeddings and hidden states");
        sampler("layers", "number of stacked layers of recurrent networks or of the transformer");
        sampler("recurrence", "type of recurrent layers");
        sampler("gated", "swp, swps, swc, swg: gated updates along arcs");
        sampler("history", "swp: conditioning on the marks so far");
        sampler(
                "heads",
                "transformer: number of attention heads, a divisor of the dimension; half look ahead, half back");
        add(SAMPLER.describe("maxArcs", "sampler.maxArcs", "transformer: maximum number of arcs of a lattice"));

        training("objective", "trained networks: the sampler alone, or both, alternating or jointly");
        training("divergence", "loss of the sampler: inclusive KL, the same by DPG-off, or exclusive KL by PPO");
        training("batch", "batch size in pairs, over all workers");
        training(
                "accumulate",
                "number of micro-batches per worker and step; more use less memory, with the same gradient");
        training(
                "localSteps",
                "steps of each worker between averages of their parameters (local SGD); 1: synchronous steps");
        training("precision", "precision of large matrix products; bfloat16 is faster on processors that support it");
        training("samples", "number of samples per pair to train the sampler");
        training("iwaeSamples", "number of samples per pair to train the scorer (IWAE)");
        training("memory", "number of best strings remembered per training pair as targets; 0: no memory");
        training("memoryBytes", "maximum memory for remembered strings in bytes");
        training("dreams", "number of strings drawn from the scorer per step, as supervised pairs for the sampler");
        training("dreamSteps", "number of first steps that train the sampler from dreams alone");
        training("dreamMarks", "maximum number of marks of a dream");
        training("dreamStates", "maximum number of states of a dream's lattice before minimization");
        training(
                "splices",
                "share of pairs that the sampler learns from after they were spliced with other training pairs");
        training("spliceSteps", "number of first steps that have splices; 0: all");
        training("hallucinations", "share of pairs whose stem, what x and y have in common, becomes random symbols");
        training(
                "proposalEvery",
                "dpg_off: number of steps until the proposal is compared with the sampler; 0: no separate proposal");
        training("ppoEpochs", "exclusive: number of updates of the sampler from the same samples");
        training("ppoClip", "exclusive: clip range of the probability ratio");
        training("entropyBonus", "exclusive: additional weight of the sampler's entropy");
        training("dropout", "dropout probability");
        training("gradClip", "maximum gradient norm of each network (gradient clipping)");
        training("samplerLearningRate", "learning rate of the sampler");
        training("scorerLearningRate", "learning rate of the scorer");
        training("halveEvery", "half-life of the learning rates in steps (exponential decay); 0: constant rates");
        training("weightDecay", "decay of the scorer's parameters per step, relative to the learning rate");
        training("average", "decay of the moving average of parameters that is validated and used; 0: no average");
        training("labelSmoothing", "label smoothing: fraction of each target spread over all possible symbols");
        training("lengthThreshold", "number of marks above which a string is penalized");
        training("lengthPenalty", "penalty in nats per mark above the threshold");
        training("epochs", "maximum number of epochs; 0: no limit but steps");
        training("steps", "maximum number of steps; 0: no limit but epochs");
        training("evaluateEvery", "number of steps between validations; 0: one at the end");
        training("checkpointEvery", "number of steps between checkpoints; 0: at validations only");
        training("patience", "early stopping: number of validations without improvement; 0: no early stopping");
        training(
                "select",
                "criterion of the best checkpoint and of patience: likelihood of the validation pairs, or accuracy or character"
                        + " error rate of outputs found for their first 1,000 inputs with a beam of 8");
        training("validationSamples", "number of samples per pair in validation");

        add(LATTICE.describe(
                "maxStates", "lattice.maxStates", "maximum number of states of a lattice before minimization"));
        add(LATTICE.describe(
                        "maxMarks",
                        "lattice.maxMarks",
                        "maximum length of mark strings, up to which cyclic lattices are unrolled; 0: no limit")
                .asOfModel());
    }

    static final Setting<Long> CACHE_BYTES = add(Setting.of(
            "lattice.cacheBytes",
            ValueType.of(RunConfig.class, "cacheBytes"),
            0L,
            "memory for built lattices in bytes; 0: a quarter of the heap"));

    /** All settings, those of a section one after the other. */
    public static final List<Setting<?>> ALL = List.copyOf(DESCRIBED);

    private static <T> Setting<T> add(Setting<T> setting) {
        DESCRIBED.add(setting);
        return setting;
    }

    private static void scorer(String component, String help) {
        add(SCORER.describe(component, "scorer." + component, help).asOfModel());
    }

    private static void sampler(String component, String help) {
        add(SAMPLER.describe(component, "sampler." + component, help).asOfModel());
    }

    private static void training(String component, String help) {
        add(TRAINING.describe(component, "training." + component, help));
    }

    private static Setting<TokenUnit> tokens(String tape, String help) {
        return Setting.of(
                        TOKENS + "." + tape,
                        new ValueType<>(TokenUnit.NAMES, TokenUnit::of, TokenUnit::toString),
                        TokenUnit.WORDS,
                        help)
                .asOfModel();
    }

    private Settings() {}

    /** Returns the settings that a key stands for: one, or both units of symbols for {@code tokens}. */
    static List<Setting<?>> named(String key, SettingOrigin origin) {
        return key.equals(TOKENS) ? List.of(INPUT_TOKENS, OUTPUT_TOKENS) : List.of(byKey(key, origin));
    }

    static boolean isSection(String name) {
        return ALL.stream()
                .anyMatch(setting -> !name.isEmpty() && setting.section().equals(name));
    }

    /** Returns the setting of a key. */
    static Setting<?> byKey(String key, SettingOrigin origin) {
        return ALL.stream()
                .filter(setting -> setting.key().equals(key))
                .findFirst()
                .orElseThrow(() -> unknown(key, origin));
    }

    private static RuntimeException unknown(String key, SettingOrigin origin) {
        int dot = key.indexOf('.');
        String section = key.substring(0, Math.max(0, dot));
        if (isSection(key)) {
            return origin.error("'" + key + "' is a section; its settings are " + names(key)
                    + ", each on a line of its own under it, indented");
        }
        if (!isSection(section)) {
            return origin.error(message(dot < 0 ? key : section, ""));
        }
        return origin.error(message(key.substring(dot + 1), section));
    }

    private static String message(String name, String section) {
        Optional<String> near = NearestWord.to(name, known(section).stream());
        return "unknown key " + EspalierException.quote(name)
                + (section.isEmpty() ? "" : " in " + section)
                + near.map(meant -> " (did you mean " + meant + "?)").orElse("")
                + "; known there: " + names(section) + elsewhere(name, section);
    }

    private static String elsewhere(String name, String section) {
        return ALL.stream()
                .filter(setting ->
                        setting.name().equals(name) && !setting.section().equals(section))
                .findFirst()
                .map(setting ->
                        "; " + (setting.section().isEmpty() ? "the top" : setting.section()) + " has one of that name")
                .orElse("");
    }

    private static String names(String section) {
        return String.join(", ", known(section));
    }

    /** Returns the names that are known in a section; at the top level these include the sections. */
    private static List<String> known(String section) {
        return ALL.stream()
                .filter(setting -> section.isEmpty() || setting.section().equals(section))
                .map(setting -> section.isEmpty() && !setting.section().isEmpty() ? setting.section() : setting.name())
                .distinct()
                .toList();
    }
}

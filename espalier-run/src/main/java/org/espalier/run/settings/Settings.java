package org.espalier.run.settings;

import static org.espalier.run.settings.Setting.Need.OPTIONAL;
import static org.espalier.run.settings.Setting.Need.REQUIRED;
import static org.espalier.run.settings.Setting.Role.FILE;
import static org.espalier.run.settings.Setting.Role.MACHINE;

import java.util.List;
import java.util.Optional;
import org.espalier.fst.LatticeOptions;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.NearestWord;
import org.espalier.model.HistoryMode;
import org.espalier.model.MatrixPrecision;
import org.espalier.model.Recurrence;
import org.espalier.model.SamplerKind;
import org.espalier.model.SamplerSettings;
import org.espalier.model.ScorerSettings;
import org.espalier.model.train.Objective;
import org.espalier.model.train.TrainingSettings;
import org.espalier.run.data.Normalization;
import org.espalier.run.data.TokenUnit;

/** All settings there are, in the order in which they are listed. The defaults are the paper's. */
public final class Settings {
    private static final int LARGEST_DIMENSION = 1 << 16;

    static final Setting<String> MACHINE_NAME = Setting.file(
            "machine", REQUIRED, MACHINE, "a machine: a file or builtin:NAME", "the machine: a file or builtin:NAME");
    static final Setting<String> TRAIN =
            Setting.file("train", REQUIRED, FILE, "a file of pairs", "pairs to train on: a file of lines x<TAB>y");
    static final Setting<String> VALID = Setting.file(
            "valid",
            OPTIONAL,
            FILE,
            "a file of pairs",
            "pairs to choose the best checkpoint by; if none, some of train");
    static final Setting<Double> VALID_SHARE = Setting.of(
            "validShare",
            ValueType.share(),
            0.1,
            "without valid: the share of train set apart for that by the seed; 0: train itself");
    static final Setting<String> TEST =
            Setting.file("test", OPTIONAL, FILE, "a file of pairs", "pairs that evaluate takes unless told others");
    static final Setting<TokenUnit> TOKENS = Setting.of(
            "tokens",
            ValueType.oneOf(TokenUnit.class),
            TokenUnit.WORDS,
            "what a symbol is: a word between spaces, or a character");
    static final Setting<Normalization> NORMALIZE = Setting.of(
            "normalize",
            ValueType.oneOf(Normalization.class),
            Normalization.NFC,
            "how text is read: in Unicode's composed form, or as it stands");
    static final Setting<String> OUT =
            Setting.file("out", REQUIRED, FILE, "a folder", "the folder of the run, which is made");
    static final Setting<Long> SEED =
            Setting.of("seed", ValueType.whole(0L, Long.MAX_VALUE), 1L, "what all random choices depend on");
    static final Setting<Integer> THREADS =
            Setting.of("threads", ValueType.whole(0, 4096), 0, "threads to compute with; 0: one for each core");

    static final Setting<ScorerSettings.Kind> SCORER_KIND = Setting.of(
            "scorer.kind",
            ValueType.oneOf(ScorerSettings.Kind.class),
            ScorerSettings.DEFAULT.kind(),
            "the architecture of the scorer");
    static final Setting<Integer> SCORER_DIMENSION = Setting.of(
            "scorer.dimension",
            ValueType.whole(1, LARGEST_DIMENSION),
            ScorerSettings.DEFAULT.dimension(),
            "of its embeddings and states");
    static final Setting<Integer> SCORER_LAYERS =
            Setting.of("scorer.layers", ValueType.whole(1, 64), ScorerSettings.DEFAULT.layers(), "one on another");
    static final Setting<Integer> SCORER_HEADS = Setting.of(
            "scorer.heads",
            ValueType.whole(1, LARGEST_DIMENSION),
            ScorerSettings.DEFAULT.heads(),
            "transformer: attention heads, a divisor of the dimension");
    static final Setting<Integer> SCORER_MAX_MARKS = Setting.of(
            "scorer.maxMarks",
            ValueType.whole(1, 1 << 20),
            ScorerSettings.DEFAULT.maxMarks(),
            "transformer: the longest mark string it has positions for");
    static final Setting<String> SCORER_FROM = Setting.file(
            "scorer.from", OPTIONAL, FILE, "the folder of a run", "a run whose scorer, trained before, is taken over");

    static final Setting<SamplerKind> SAMPLER_KIND = Setting.of(
            "sampler.kind",
            ValueType.oneOf(SamplerKind.class),
            SamplerKind.SWS,
            "no lookahead, attention, suffixes, graph of paths, or suffixes and paths");
    static final Setting<Integer> SAMPLER_DIMENSION = Setting.of(
            "sampler.dimension",
            ValueType.even(2, LARGEST_DIMENSION),
            SamplerSettings.of(SamplerKind.SWS).dimension(),
            "of its embeddings and states");
    static final Setting<Recurrence> SAMPLER_RECURRENCE = Setting.of(
            "sampler.recurrence", ValueType.oneOf(Recurrence.class), Recurrence.GRU, "its recurrent networks");
    static final Setting<Boolean> SAMPLER_GATED =
            Setting.of("sampler.gated", ValueType.yesOrNo(), false, "swp, swps: gated updates along arcs");
    static final Setting<HistoryMode> SAMPLER_HISTORY = Setting.of(
            "sampler.history",
            ValueType.oneOf(HistoryMode.class),
            HistoryMode.NONE,
            "swp: how the marks so far are let in");

    static final Setting<Objective> OBJECTIVE = Setting.of(
            "training.objective",
            ValueType.oneOf(Objective.class),
            TrainingSettings.DEFAULT.objective(),
            "what learns: the sampler alone, or the scorer too, in turn or at once");
    static final Setting<Integer> BATCH = Setting.of(
            "training.batch",
            ValueType.whole(1, 1 << 20),
            TrainingSettings.DEFAULT.batch(),
            "pairs a step, of all workers together");
    static final Setting<Integer> ACCUMULATE = Setting.of(
            "training.accumulate",
            ValueType.whole(1, 1 << 20),
            TrainingSettings.DEFAULT.accumulate(),
            "parts in which a worker computes its share of a step, for less memory; the gradient is the same");
    static final Setting<Integer> LOCAL_STEPS = Setting.of(
            "training.localSteps",
            ValueType.whole(1, 1 << 20),
            TrainingSettings.DEFAULT.localSteps(),
            "steps that each worker takes alone before all take their mean; 1 to add up gradients in every step");
    static final Setting<MatrixPrecision> PRECISION = Setting.of(
            "training.precision",
            ValueType.oneOf(MatrixPrecision.class),
            TrainingSettings.DEFAULT.precision(),
            "of large matrix products; bfloat16 is faster on processors with instructions for it");
    static final Setting<Integer> SAMPLES = Setting.of(
            "training.samples",
            ValueType.whole(1, 1 << 20),
            TrainingSettings.DEFAULT.samples(),
            "mark strings drawn for each pair to train the sampler");
    static final Setting<Integer> IWAE_SAMPLES = Setting.of(
            "training.iwaeSamples",
            ValueType.whole(1, 1 << 20),
            TrainingSettings.DEFAULT.iwaeSamples(),
            "mark strings drawn for each pair to train the scorer");
    static final Setting<Double> DROPOUT = Setting.of(
            "training.dropout",
            ValueType.share(),
            TrainingSettings.DEFAULT.dropout(),
            "the share of activations dropped in training");
    static final Setting<Double> GRAD_CLIP = Setting.of(
            "training.gradClip",
            ValueType.positive(),
            TrainingSettings.DEFAULT.gradClip(),
            "the largest norm of a network's gradient");
    static final Setting<Double> SAMPLER_RATE = Setting.of(
            "training.samplerLearningRate",
            ValueType.rate(),
            TrainingSettings.DEFAULT.samplerLearningRate(),
            "the sampler's learning rate");
    static final Setting<Double> SCORER_RATE = Setting.of(
            "training.scorerLearningRate",
            ValueType.rate(),
            TrainingSettings.DEFAULT.scorerLearningRate(),
            "the scorer's learning rate");
    static final Setting<Long> HALVE_EVERY = Setting.of(
            "training.halveEvery",
            ValueType.whole(0L, Long.MAX_VALUE),
            TrainingSettings.DEFAULT.halveEvery(),
            "steps in which both rates fall to a half, smoothly; 0: they stay");
    static final Setting<Double> LABEL_SMOOTHING = Setting.of(
            "training.labelSmoothing",
            ValueType.share(),
            TrainingSettings.DEFAULT.labelSmoothing(),
            "the share of each target spread over all symbols possible there");
    static final Setting<Integer> LENGTH_THRESHOLD = Setting.of(
            "training.lengthThreshold",
            ValueType.whole(0, Integer.MAX_VALUE),
            TrainingSettings.DEFAULT.lengthThreshold(),
            "the number of marks from which on strings are penalized");
    static final Setting<Double> LENGTH_PENALTY = Setting.of(
            "training.lengthPenalty",
            ValueType.notNegative(),
            TrainingSettings.DEFAULT.lengthPenalty(),
            "nats off a string's weight for each mark above it");
    static final Setting<Integer> EPOCHS = Setting.of(
            "training.epochs",
            ValueType.whole(0, Integer.MAX_VALUE),
            TrainingSettings.DEFAULT.epochs(),
            "passes over the pairs; 0: steps alone bound the run");
    static final Setting<Long> STEPS = Setting.of(
            "training.steps",
            ValueType.whole(0L, Long.MAX_VALUE),
            TrainingSettings.DEFAULT.steps(),
            "the most steps; 0: epochs alone bound the run");
    static final Setting<Long> EVALUATE_EVERY = Setting.of(
            "training.evaluateEvery",
            ValueType.whole(0L, Long.MAX_VALUE),
            TrainingSettings.DEFAULT.evaluateEvery(),
            "steps from one validation to the next; 0: one at the end");
    static final Setting<Long> CHECKPOINT_EVERY = Setting.of(
            "training.checkpointEvery",
            ValueType.whole(0L, Long.MAX_VALUE),
            TrainingSettings.DEFAULT.checkpointEvery(),
            "steps from one checkpoint to the next; 0: at validations");
    static final Setting<Integer> PATIENCE = Setting.of(
            "training.patience",
            ValueType.whole(0, Integer.MAX_VALUE),
            TrainingSettings.DEFAULT.patience(),
            "validations without improvement that end the run; 0: none do");
    static final Setting<Integer> VALIDATION_SAMPLES = Setting.of(
            "training.validationSamples",
            ValueType.whole(1, 1 << 20),
            TrainingSettings.DEFAULT.validationSamples(),
            "mark strings drawn for each pair to validate");

    static final Setting<Integer> MAX_STATES = Setting.of(
            "lattice.maxStates",
            ValueType.whole(1, Integer.MAX_VALUE),
            LatticeOptions.DEFAULT_MAX_STATES,
            "the most states of a lattice before minimization");
    static final Setting<Integer> MAX_MARKS = Setting.of(
            "lattice.maxMarks",
            ValueType.whole(0, Integer.MAX_VALUE),
            0,
            "the longest mark string of a lattice, which unrolls a cyclic one; 0: any length");
    static final Setting<Long> CACHE_BYTES = Setting.of(
            "lattice.cacheBytes",
            ValueType.whole(0L, Long.MAX_VALUE),
            0L,
            "memory for built lattices; 0: a quarter of the heap");

    /** Every setting, sections together. */
    public static final List<Setting<?>> ALL = List.of(
            MACHINE_NAME,
            TRAIN,
            VALID,
            VALID_SHARE,
            TEST,
            TOKENS,
            NORMALIZE,
            OUT,
            SEED,
            THREADS,
            SCORER_KIND,
            SCORER_DIMENSION,
            SCORER_LAYERS,
            SCORER_HEADS,
            SCORER_MAX_MARKS,
            SCORER_FROM,
            SAMPLER_KIND,
            SAMPLER_DIMENSION,
            SAMPLER_RECURRENCE,
            SAMPLER_GATED,
            SAMPLER_HISTORY,
            OBJECTIVE,
            BATCH,
            ACCUMULATE,
            LOCAL_STEPS,
            PRECISION,
            SAMPLES,
            IWAE_SAMPLES,
            DROPOUT,
            GRAD_CLIP,
            SAMPLER_RATE,
            SCORER_RATE,
            HALVE_EVERY,
            LABEL_SMOOTHING,
            LENGTH_THRESHOLD,
            LENGTH_PENALTY,
            EPOCHS,
            STEPS,
            EVALUATE_EVERY,
            CHECKPOINT_EVERY,
            PATIENCE,
            VALIDATION_SAMPLES,
            MAX_STATES,
            MAX_MARKS,
            CACHE_BYTES);

    private Settings() {}

    static boolean isSection(String name) {
        return ALL.stream()
                .anyMatch(setting -> !name.isEmpty() && setting.section().equals(name));
    }

    /** The setting of a whole key. */
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

    /** What may stand in a section; at the top, sections too. */
    private static List<String> known(String section) {
        return ALL.stream()
                .filter(setting -> section.isEmpty() || setting.section().equals(section))
                .map(setting -> section.isEmpty() && !setting.section().isEmpty() ? setting.section() : setting.name())
                .distinct()
                .toList();
    }
}

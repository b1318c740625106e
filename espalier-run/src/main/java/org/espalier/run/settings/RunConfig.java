package org.espalier.run.settings;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.espalier.fst.LatticeOptions;
import org.espalier.fst.Minimality;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.SamplerSettings;
import org.espalier.model.ScorerSettings;
import org.espalier.model.train.TrainingSettings;
import org.espalier.run.data.Tokenizer;

/**
 * What a training run is to do.
 *
 * @param out the folder of the run
 * @param threads how many to compute with
 * @param scorerFrom a run whose scorer is taken over, if any
 * @param values what it was made of
 */
public record RunConfig(
        Data data,
        Path out,
        long seed,
        int threads,
        ScorerSettings scorer,
        Optional<Path> scorerFrom,
        SamplerSettings sampler,
        TrainingSettings training,
        LatticeOptions lattices,
        long cacheBytes,
        SettingValues values) {
    /**
     * The machine and the pairs.
     *
     * @param machine a file or {@code builtin:NAME}
     * @param validShare the share of the training pairs that is set apart if there is no file to validate with
     */
    public record Data(
            String machine,
            String train,
            Optional<String> valid,
            double validShare,
            Optional<String> test,
            Tokenizer reading) {}

    /** The keys of what may change when a run is resumed: what it has done so far does not depend on them. */
    public static final List<String> CHANGEABLE = List.of(
            Settings.THREADS.key(),
            Settings.ACCUMULATE.key(),
            Settings.EPOCHS.key(),
            Settings.STEPS.key(),
            Settings.EVALUATE_EVERY.key(),
            Settings.CHECKPOINT_EVERY.key(),
            Settings.PATIENCE.key());

    /** What shapes the networks, and what the numbers they compute mean. */
    private static final List<Setting<?>> OF_MODEL = List.of(
            Settings.TOKENS,
            Settings.NORMALIZE,
            Settings.SCORER_KIND,
            Settings.SCORER_DIMENSION,
            Settings.SCORER_LAYERS,
            Settings.SCORER_HEADS,
            Settings.SCORER_MAX_MARKS,
            Settings.SAMPLER_KIND,
            Settings.SAMPLER_DIMENSION,
            Settings.SAMPLER_RECURRENCE,
            Settings.SAMPLER_GATED,
            Settings.SAMPLER_HISTORY,
            Settings.MAX_MARKS);

    /** Reads a configuration file. */
    public static SettingValues read(Path file) {
        return Yaml.read(file);
    }

    /** The values of {@code key=value} words, as {@code --set} takes them. */
    public static SettingValues overrides(List<String> words) {
        SettingValues.Builder values = new SettingValues.Builder();
        for (String word : words) {
            SettingOrigin origin = new SettingOrigin("--set " + EspalierException.shown(word), 0, 0, Path.of(""));
            int equals = word.indexOf('=');
            if (equals < 1) {
                throw origin.error("expected key=value, for example --set training.batch=32");
            }
            values.add(word.substring(0, equals), origin, word.substring(equals + 1), origin);
        }
        return values.build();
    }

    /** The values of settings by their keys, each as its text or something that has it as its {@code toString}. */
    public static SettingValues values(Map<String, ?> given) {
        SettingValues.Builder values = new SettingValues.Builder();
        given.forEach((key, value) -> {
            SettingOrigin origin = new SettingOrigin("setting " + EspalierException.shown(key), 0, 0, Path.of(""));
            values.add(key, origin, String.valueOf(value), origin);
        });
        return values.build();
    }

    /** A configuration file that says all defaults, and what each setting means. */
    public static String defaults() {
        return SettingValues.NONE.yaml();
    }

    /**
     * The configuration of these values.
     *
     * @throws EspalierException if a required one is missing, or some do not go together
     */
    public static RunConfig of(SettingValues given) {
        SettingValues values = given.value(Settings.THREADS) > 0
                ? given
                : given.with(Settings.THREADS, Runtime.getRuntime().availableProcessors());
        return new RunConfig(
                data(values),
                Path.of(values.value(Settings.OUT)),
                values.value(Settings.SEED),
                values.value(Settings.THREADS),
                checked(values, List.of(Settings.SCORER_HEADS, Settings.SCORER_DIMENSION), () -> scorer(values)),
                values.find(Settings.SCORER_FROM).map(Path::of),
                checked(values, List.of(Settings.SAMPLER_HISTORY, Settings.SAMPLER_GATED), () -> sampler(values)),
                checked(values, List.of(Settings.EPOCHS, Settings.STEPS), () -> training(values)),
                new LatticeOptions(
                        Minimality.LABELS, values.value(Settings.MAX_STATES), values.value(Settings.MAX_MARKS)),
                cacheBytes(values.value(Settings.CACHE_BYTES)),
                values);
    }

    /** By key, the settings without which trained parameters mean nothing. */
    public Map<String, String> modelSettings() {
        return OF_MODEL.stream().collect(Collectors.toMap(Setting::key, this::text));
    }

    private <T> String text(Setting<T> setting) {
        return setting.type().format().apply(values.value(setting));
    }

    private static Data data(SettingValues values) {
        return new Data(
                values.value(Settings.MACHINE_NAME),
                values.value(Settings.TRAIN),
                values.find(Settings.VALID),
                values.value(Settings.VALID_SHARE),
                values.find(Settings.TEST),
                new Tokenizer(values.value(Settings.TOKENS), values.value(Settings.NORMALIZE)));
    }

    private static ScorerSettings scorer(SettingValues values) {
        return new ScorerSettings(
                values.value(Settings.SCORER_KIND),
                values.value(Settings.SCORER_DIMENSION),
                values.value(Settings.SCORER_LAYERS),
                values.value(Settings.SCORER_HEADS),
                values.value(Settings.SCORER_MAX_MARKS));
    }

    private static SamplerSettings sampler(SettingValues values) {
        return new SamplerSettings(
                values.value(Settings.SAMPLER_KIND),
                values.value(Settings.SAMPLER_DIMENSION),
                values.value(Settings.SAMPLER_RECURRENCE),
                values.value(Settings.SAMPLER_GATED),
                values.value(Settings.SAMPLER_HISTORY));
    }

    private static TrainingSettings training(SettingValues values) {
        return TrainingSettings.builder()
                .objective(values.value(Settings.OBJECTIVE))
                .batch(values.value(Settings.BATCH))
                .accumulate(values.value(Settings.ACCUMULATE))
                .localSteps(values.value(Settings.LOCAL_STEPS))
                .precision(values.value(Settings.PRECISION))
                .samples(values.value(Settings.SAMPLES))
                .iwaeSamples(values.value(Settings.IWAE_SAMPLES))
                .dropout(values.value(Settings.DROPOUT))
                .gradClip(values.value(Settings.GRAD_CLIP))
                .samplerLearningRate(values.value(Settings.SAMPLER_RATE))
                .scorerLearningRate(values.value(Settings.SCORER_RATE))
                .halveEvery(values.value(Settings.HALVE_EVERY))
                .labelSmoothing(values.value(Settings.LABEL_SMOOTHING))
                .lengthThreshold(values.value(Settings.LENGTH_THRESHOLD))
                .lengthPenalty(values.value(Settings.LENGTH_PENALTY))
                .epochs(values.value(Settings.EPOCHS))
                .steps(values.value(Settings.STEPS))
                .evaluateEvery(values.value(Settings.EVALUATE_EVERY))
                .checkpointEvery(values.value(Settings.CHECKPOINT_EVERY))
                .patience(values.value(Settings.PATIENCE))
                .validationSamples(values.value(Settings.VALIDATION_SAMPLES))
                .seed(values.value(Settings.SEED))
                .build();
    }

    private static long cacheBytes(long given) {
        return given > 0 ? given : Runtime.getRuntime().maxMemory() / 4;
    }

    /** What settings make together; where they do not go together, the error names the first of these that was changed. */
    private static <T> T checked(SettingValues values, List<Setting<?>> blamed, Supplier<T> made) {
        try {
            return made.get();
        } catch (EspalierException e) {
            Setting<?> setting =
                    blamed.stream().filter(values::isChanged).findFirst().orElse(blamed.get(0));
            throw values.error(setting, String.valueOf(e.getMessage()));
        }
    }
}

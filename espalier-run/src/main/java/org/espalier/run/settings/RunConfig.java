package org.espalier.run.settings;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.espalier.fst.LatticeOptions;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.Range;
import org.espalier.model.SamplerSettings;
import org.espalier.model.ScorerSettings;
import org.espalier.model.train.TrainingSettings;
import org.espalier.run.data.Reading;
import org.espalier.run.data.TokenUnit;
import org.espalier.run.data.Tokenizer;

/**
 * The typed settings of a run.
 *
 * @param out the folder of the run
 * @param seed the random seed
 * @param threads the number of threads
 * @param scorerFrom the folder of a run whose trained scorer is used, if any
 * @param cacheBytes the memory for built lattices
 * @param values the settings of which these were made
 */
public record RunConfig(
        Data data,
        Path out,
        long seed,
        @Range(min = 0, max = 4096) int threads,
        ScorerSettings scorer,
        Optional<Path> scorerFrom,
        SamplerSettings sampler,
        TrainingSettings training,
        LatticeOptions lattices,
        @Range(min = 0) long cacheBytes,
        SettingValues values) {
    /**
     * The machine and the pairs.
     *
     * @param machine a file or {@code builtin:NAME}
     * @param train the file of training pairs
     * @param valid the file of validation pairs, if any
     * @param validShare the fraction of the training pairs that is held out for validation if there is no file for it
     * @param test the file of test pairs, if any
     * @param reading how files become pairs, and texts symbols
     */
    public record Data(
            String machine,
            String train,
            Optional<String> valid,
            @Range(min = 0, max = 1, maxExclusive = true) double validShare,
            Optional<String> test,
            Reading reading) {}

    /** The keys of the settings that a resumed run may change. */
    public static final List<String> CHANGEABLE =
            Settings.ALL.stream().filter(Setting::changeable).map(Setting::key).toList();

    /** Reads a configuration file. */
    public static SettingValues read(Path file) {
        return Yaml.read(file);
    }

    /** Parses texts {@code key=value}. */
    public static SettingValues overrides(List<String> words) {
        SettingValues.Builder values = new SettingValues.Builder();
        for (String word : words) {
            SettingOrigin origin = SettingOrigin.given(word);
            int equals = word.indexOf('=');
            if (equals < 1) {
                throw origin.error("expected key=value, for example training.batch=32");
            }
            values.add(word.substring(0, equals), origin, word.substring(equals + 1), origin);
        }
        return values.build();
    }

    /** Parses the texts of values by key, where a value that is not a string stands for its {@code toString}. */
    public static SettingValues values(Map<String, ?> given) {
        SettingValues.Builder values = new SettingValues.Builder();
        given.forEach((key, value) -> {
            SettingOrigin origin = SettingOrigin.given(key);
            values.add(key, origin, String.valueOf(value), origin);
        });
        return values.build();
    }

    /** Returns a configuration file with all defaults and a comment on each setting. */
    public static String defaults() {
        return SettingValues.NONE.yaml();
    }

    /**
     * Makes the typed settings of values.
     *
     * @throws EspalierException if a required value is missing, or values contradict each other
     */
    public static RunConfig of(SettingValues given) {
        SettingValues values = given.value(Settings.THREADS) > 0
                ? given
                : given.with(Settings.THREADS, Runtime.getRuntime().availableProcessors());
        Data data = new Data(
                values.value(Settings.MACHINE),
                values.value(Settings.TRAIN),
                values.find(Settings.VALID),
                values.value(Settings.VALID_SHARE),
                values.find(Settings.TEST),
                new Reading(
                        values.value(Settings.FORMAT),
                        values.value(Settings.COLUMNS),
                        tokenizer(values, Settings.INPUT_TOKENS),
                        tokenizer(values, Settings.OUTPUT_TOKENS)));
        Path out = Path.of(values.value(Settings.OUT));
        ScorerSettings scorer = Settings.SCORER.read(values);
        SamplerSettings sampler = Settings.SAMPLER.read(values);
        TrainingSettings training = Settings.TRAINING.read(values);
        if (training.dreams() > 0 && scorer.given() == ScorerSettings.Given.INPUT) {
            throw new EspalierException("training.dreams is " + training.dreams()
                    + ", but dreams are drawn from a joint " + "scorer: set it to 0, or scorer.given to nothing");
        }
        long cacheBytes = values.value(Settings.CACHE_BYTES);
        return new RunConfig(
                data,
                out,
                training.seed(),
                values.value(Settings.THREADS),
                scorer,
                values.find(Settings.SCORER_FROM).map(Path::of),
                sampler,
                training,
                Settings.LATTICE.read(values),
                cacheBytes > 0 ? cacheBytes : Runtime.getRuntime().maxMemory() / 4,
                values);
    }

    private static Tokenizer tokenizer(SettingValues values, Setting<TokenUnit> unit) {
        return new Tokenizer(values.value(unit), values.value(Settings.NORMALIZE), values.value(Settings.FOLD));
    }

    /** Returns, by key, the texts of the settings without which trained parameters are meaningless. */
    public Map<String, String> modelSettings() {
        return Settings.ALL.stream()
                .filter(Setting::ofModel)
                .collect(Collectors.toMap(Setting::key, values::formatted));
    }
}

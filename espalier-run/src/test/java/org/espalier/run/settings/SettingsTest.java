package org.espalier.run.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.espalier.fst.base.Records;
import org.junit.jupiter.api.Test;

/** Descriptions of settings and typed settings belong together: none exists without the other. */
class SettingsTest {
    /** Typed settings without a description: {@code values} is the source, and runs always use one kind of minimality. */
    private static final Set<String> NOT_SETTINGS = Set.of("values", "lattices.minimality");

    /** Values of which at least one is legal for every setting, and differs from the default. */
    private static final List<String> CANDIDATES = List.of(
            "3",
            "0.5",
            "8",
            "true",
            "other",
            "transformer",
            "swp",
            "rnn",
            "weighted",
            "joint",
            "accuracy",
            "exclusive",
            "bfloat16",
            "chars",
            "cmudict",
            "y x",
            "case",
            "none",
            "input");

    private static final Map<String, String> REQUIRED =
            Map.of("machine", "builtin:edit", "train", "a.tsv", "out", "run");

    @Test
    void everyTypedSettingIsReachedByADescription() {
        Map<String, Object> all = components("", config(Map.of()));
        all.keySet().removeAll(NOT_SETTINGS);
        Set<String> reached = new TreeSet<>();
        Settings.ALL.forEach(setting -> reached.addAll(reached(setting)));
        assertThat(reached).isEqualTo(all.keySet());
    }

    @Test
    void everyDescriptionReachesATypedSetting() {
        for (Setting<?> setting : Settings.ALL) {
            assertThat(reached(setting)).as(setting.key()).isNotEmpty();
        }
    }

    /** Returns the typed settings that differ when a setting has another legal value. */
    private static Set<String> reached(Setting<?> setting) {
        Map<String, String> context = new LinkedHashMap<>(REQUIRED);
        // Some values of these are for one sampler only.
        if (List.of("sampler.gated", "sampler.history").contains(setting.key())) {
            context.put("sampler.kind", "swp");
        }
        if (List.of("scorer.attention", "scorer.masked", "scorer.tied").contains(setting.key())) {
            context.put("scorer.given", "input");
        }
        // And some are for one divergence, or only with dreams or a frozen scorer.
        if (List.of("training.ppoEpochs", "training.entropyBonus").contains(setting.key())) {
            context.put("training.divergence", "exclusive");
        }
        if (setting.key().equals("training.dreamSteps")) {
            context.put("training.dreams", "1");
        }
        if (List.of("training.splices", "training.spliceSteps").contains(setting.key())) {
            context.put("training.objective", "sampler");
        }
        if (setting.key().equals("training.spliceSteps")) {
            context.put("training.splices", "0.5");
        }
        Map<String, Object> before = components("", config(context));
        for (String text : CANDIDATES) {
            boolean isOther = !text.equals(context.getOrDefault(setting.key(), String.valueOf(setting.defaultText())));
            if (isOther && setting.parse(text).isPresent()) {
                Map<String, String> changed = new LinkedHashMap<>(context);
                changed.put(setting.key(), text);
                Map<String, Object> after = components("", config(changed));
                return after.keySet().stream()
                        .filter(name -> !name.equals("values"))
                        .filter(name -> !Objects.equals(after.get(name), before.get(name)))
                        .collect(Collectors.toSet());
            }
        }
        throw new AssertionError("no candidate is a value of " + setting.key() + "; add one");
    }

    private static RunConfig config(Map<String, String> given) {
        Map<String, String> values = new LinkedHashMap<>(REQUIRED);
        values.putAll(given);
        return RunConfig.of(RunConfig.values(values));
    }

    /** Returns the components of a record and of the records of settings in it, by their path. */
    private static Map<String, Object> components(String path, Record record) {
        Map<String, Object> result = new LinkedHashMap<>();
        Records.values(record).forEach((name, value) -> {
            if (value instanceof Record nested) {
                result.putAll(components(path + name + ".", nested));
            } else {
                result.put(path + name, value);
            }
        });
        return result;
    }

    @Test
    void defaultsAreLegalValues() {
        for (Setting<?> setting : Settings.ALL) {
            String text = setting.defaultText();
            assertThat(text == null || setting.parse(text).isPresent())
                    .as(setting.key())
                    .isTrue();
        }
    }

    @Test
    void settingsThatAResumedRunMayChange() {
        assertThat(RunConfig.CHANGEABLE)
                .containsExactly(
                        "threads",
                        "training.accumulate",
                        "training.epochs",
                        "training.steps",
                        "training.evaluateEvery",
                        "training.checkpointEvery",
                        "training.patience");
    }

    /** Checkpoints record these texts; a change would make the runs that exist unreadable. */
    @Test
    void settingsThatCheckpointsRecord() {
        assertThat(config(Map.of()).modelSettings())
                .isEqualTo(Map.ofEntries(
                        Map.entry("tokens.input", "words"),
                        Map.entry("tokens.output", "words"),
                        Map.entry("normalize", "nfc"),
                        Map.entry("fold", "none"),
                        Map.entry("scorer.kind", "lstm"),
                        Map.entry("scorer.given", "nothing"),
                        Map.entry("scorer.dimension", "256"),
                        Map.entry("scorer.layers", "2"),
                        Map.entry("scorer.attention", "false"),
                        Map.entry("scorer.masked", "false"),
                        Map.entry("scorer.tied", "false"),
                        Map.entry("scorer.heads", "4"),
                        Map.entry("scorer.maxMarks", "1024"),
                        Map.entry("sampler.kind", "sws"),
                        Map.entry("sampler.dimension", "256"),
                        Map.entry("sampler.layers", "1"),
                        Map.entry("sampler.recurrence", "gru"),
                        Map.entry("sampler.gated", "false"),
                        Map.entry("sampler.history", "none"),
                        Map.entry("sampler.heads", "4"),
                        Map.entry("lattice.maxMarks", "0")));
    }

    /** The order in which configurations are written. */
    @Test
    void keysKeepTheirOrder() {
        String training =
                "objective divergence batch accumulate localSteps precision samples iwaeSamples memory memoryBytes"
                        + " dreams dreamSteps dreamMarks dreamStates splices spliceSteps hallucinations proposalEvery ppoEpochs ppoClip entropyBonus dropout"
                        + " gradClip"
                        + " samplerLearningRate scorerLearningRate halveEvery weightDecay average labelSmoothing lengthThreshold lengthPenalty epochs"
                        + " steps evaluateEvery checkpointEvery patience select validationSamples";
        List<String> keys =
                new ArrayList<>(List.of("machine", "train", "valid", "validShare", "test", "format", "columns"));
        keys.addAll(List.of("normalize", "fold", "out", "seed", "threads", "tokens.input", "tokens.output"));
        Stream.of("kind given dimension layers attention masked tied heads maxMarks from".split(" "))
                .forEach(name -> keys.add("scorer." + name));
        Stream.of("kind dimension layers recurrence gated history heads maxArcs".split(" "))
                .forEach(name -> keys.add("sampler." + name));
        Stream.of(training.split(" ")).forEach(name -> keys.add("training." + name));
        Stream.of("maxStates maxMarks cacheBytes".split(" ")).forEach(name -> keys.add("lattice." + name));
        assertThat(Settings.ALL).extracting(Setting::key).containsExactlyElementsOf(keys);
    }

    @Test
    void settingsOfASectionStandTogether() {
        List<String> sections = Settings.ALL.stream().map(Setting::section).toList();
        List<String> starts = new ArrayList<>();
        for (int i = 0; i < sections.size(); i++) {
            if (i == 0 || !sections.get(i).equals(sections.get(i - 1))) {
                starts.add(sections.get(i));
            }
        }
        assertThat(starts).doesNotHaveDuplicates();
    }

    /** The reference has a table of all settings; if this fails, replace it by the one in the message. */
    @Test
    void tableOfTheReferenceIsCurrent() throws IOException {
        StringBuilder table = new StringBuilder("| key | default | meaning |\n|---|---|---|\n");
        for (Setting<?> setting : Settings.ALL) {
            String text = setting.defaultText();
            table.append("| `").append(setting.key()).append("` | ");
            table.append(text == null ? "" : "`" + text + "`").append(" | ");
            table.append(setting.explanation().replace("x<TAB>y", "`x<TAB>y`")).append(" |\n");
        }
        assertThat(Files.readString(Path.of("../docs/reference/formats.md"))).contains(table);
    }
}

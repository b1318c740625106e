package org.espalier.run.settings;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.espalier.fst.base.EspalierException;

/**
 * Values of settings, each of a kind that its setting takes, with where each was given. What was not given has its
 * default. Immutable.
 */
public final class SettingValues {
    /** Values of nothing but defaults. */
    static final SettingValues NONE = new SettingValues(Map.of());

    private final Map<Setting<?>, Given> given;

    private record Given(String text, SettingOrigin origin) {}

    private SettingValues(Map<Setting<?>, Given> given) {
        this.given = given;
    }

    /** Values to which more are added. */
    static final class Builder {
        private final Map<Setting<?>, Given> given = new LinkedHashMap<>();

        void add(String key, SettingOrigin ofKey, String text, SettingOrigin ofValue) {
            Setting<?> setting = Settings.byKey(key, ofKey);
            Given before = given.get(setting);
            if (before != null) {
                throw ofKey.error(key + " was given before, " + before.origin + "; keep one of the two");
            }
            if (setting.parse(text).isEmpty()) {
                throw ofValue.error(key + " is " + EspalierException.quote(text) + ", expected "
                        + setting.type().expected());
            }
            given.put(setting, new Given(setting.resolved(text, ofValue.folder()), ofValue));
        }

        SettingValues build() {
            return new SettingValues(Map.copyOf(given));
        }
    }

    /** These values, but where the others have one, theirs. */
    public SettingValues overriddenBy(SettingValues others) {
        Map<Setting<?>, Given> both = new LinkedHashMap<>(given);
        both.putAll(others.given);
        return new SettingValues(Map.copyOf(both));
    }

    /** These values with one of them changed. */
    <T> SettingValues with(Setting<T> setting, T value) {
        Map<Setting<?>, Given> changed = new LinkedHashMap<>(given);
        changed.put(
                setting,
                new Given(setting.type().format().apply(value), new SettingOrigin("Espalier", 0, 0, Path.of(""))));
        return new SettingValues(Map.copyOf(changed));
    }

    /** The keys that were given. */
    public List<String> keys() {
        return given.keySet().stream().map(Setting::key).toList();
    }

    /** The configuration files that values were given in. */
    public Set<Path> files() {
        return given.values().stream()
                .map(Given::origin)
                .filter(origin -> origin.line() > 0)
                .map(origin -> Path.of(origin.source()))
                .collect(Collectors.toSet());
    }

    /** What was given, as words that {@link RunConfig#overrides} takes. */
    public List<String> words() {
        return given.entrySet().stream()
                .map(entry -> entry.getKey().key() + "=" + entry.getValue().text)
                .toList();
    }

    /** Whether a value was given that is not the default. */
    boolean isChanged(Setting<?> setting) {
        Given value = given.get(setting);
        return value != null && !value.text.equals(setting.byDefault());
    }

    /** The value of a setting that has a default or was required to be given. */
    <T> T value(Setting<T> setting) {
        return find(setting)
                .orElseThrow(() -> new EspalierException("'" + setting.key() + "' is missing: " + setting.meaning()
                        + "; give it in the configuration or with --set " + setting.key() + "=…"));
    }

    <T> Optional<T> find(Setting<T> setting) {
        return text(setting).flatMap(setting::parse);
    }

    private Optional<String> text(Setting<?> setting) {
        Given value = given.get(setting);
        return value == null ? Optional.ofNullable(setting.byDefault()) : Optional.of(value.text);
    }

    /** An error about the value of a setting, where it was given. */
    EspalierException error(Setting<?> setting, String message) {
        Given value = given.get(setting);
        return value == null ? new EspalierException(setting.key() + ": " + message) : value.origin.error(message);
    }

    /** A configuration file that says each value, with what it means; files are named from the root of the file system. */
    public String yaml() {
        StringBuilder out = new StringBuilder();
        String section = "";
        for (Setting<?> setting : Settings.ALL) {
            if (!setting.section().equals(section)) {
                section = setting.section();
                out.append('\n').append(section).append(":\n");
            }
            String indent = section.isEmpty() ? "" : "  ";
            out.append(indent).append("# ").append(setting.explanation()).append('\n');
            out.append(indent).append(line(setting)).append('\n');
        }
        return out.toString();
    }

    private String line(Setting<?> setting) {
        Path root = Path.of("").toAbsolutePath();
        return text(setting)
                .map(text -> setting.name() + ": " + Yaml.scalar(setting.resolved(text, root)))
                .orElse("# " + setting.name() + ":");
    }
}

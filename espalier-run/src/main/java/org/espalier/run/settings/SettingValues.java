package org.espalier.run.settings;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.espalier.fst.base.EspalierException;

/** Values of settings, with the place where each was given. A setting that was not given has its default. Immutable. */
public final class SettingValues {
    /** No values, so every setting has its default. */
    static final SettingValues NONE = new SettingValues(Map.of());

    /** The values that were given, by key. */
    private final Map<String, Given> given;

    private record Given(String text, SettingOrigin origin) {}

    private SettingValues(Map<String, Given> given) {
        this.given = Collections.unmodifiableMap(new LinkedHashMap<>(given)); // in their order
    }

    /** Collects and checks values. */
    static final class Builder {
        private final Map<String, Given> given = new LinkedHashMap<>();

        void add(String key, SettingOrigin ofKey, String text, SettingOrigin ofValue) {
            for (Setting<?> setting : Settings.named(key, ofKey)) {
                Given before = given.get(setting.key());
                if (before != null) {
                    throw ofKey.error(setting.key() + " was given before, " + before.origin + "; keep one of the two");
                }
                if (setting.parse(text).isEmpty()) {
                    throw ofValue.error(key + " is " + EspalierException.quote(text) + ", expected "
                            + setting.type().expected());
                }
                given.put(setting.key(), new Given(setting.resolved(text, ofValue.folder()), ofValue));
            }
        }

        SettingValues build() {
            return new SettingValues(given);
        }
    }

    /** Returns these values, replaced by others where those were given. */
    public SettingValues overriddenBy(SettingValues others) {
        Map<String, Given> both = new LinkedHashMap<>(given);
        both.putAll(others.given);
        return new SettingValues(both);
    }

    /** Returns these values with one of them replaced. */
    <T> SettingValues with(Setting<T> setting, T value) {
        Map<String, Given> changed = new LinkedHashMap<>(given);
        changed.put(
                setting.key(),
                new Given(setting.type().format().apply(value), new SettingOrigin("Espalier", 0, 0, Path.of(""))));
        return new SettingValues(changed);
    }

    /** Returns the keys of the values that were given. */
    public List<String> keys() {
        return List.copyOf(given.keySet());
    }

    /** Returns the configuration files in which values were given. */
    public Set<Path> files() {
        return given.values().stream()
                .map(Given::origin)
                .filter(origin -> origin.line() > 0)
                .map(origin -> Path.of(origin.source()))
                .collect(Collectors.toSet());
    }

    /** Returns the values that were given as texts {@code key=value}, as {@link RunConfig#overrides} takes them. */
    public List<String> words() {
        return given.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue().text)
                .toList();
    }

    /**
     * Returns the value of a setting.
     *
     * @throws EspalierException if it has no default and was not given
     */
    <T> T value(Setting<T> setting) {
        return find(setting)
                .orElseThrow(() -> new EspalierException("'" + setting.key() + "' is missing: " + setting.help()
                                + "; give it in the configuration")
                        .withSettings(setting.key()));
    }

    <T> Optional<T> find(Setting<T> setting) {
        return text(setting).flatMap(setting::parse);
    }

    /** Returns the text of a setting, formatted in the same way however the value was given. */
    <T> String formatted(Setting<T> setting) {
        return setting.type().format().apply(value(setting));
    }

    private Optional<String> text(Setting<?> setting) {
        Given value = given.get(setting.key());
        return value == null ? Optional.ofNullable(setting.defaultText()) : Optional.of(value.text);
    }

    /** Returns an error about settings that contradict each other, at the place of the first that is not the default. */
    EspalierException error(List<Setting<?>> settings, String message) {
        Setting<?> blamed =
                settings.stream().filter(this::isChanged).findFirst().orElse(settings.get(0));
        Given value = given.get(blamed.key());
        return value == null ? new EspalierException(blamed.key() + ": " + message) : value.origin.error(message);
    }

    private boolean isChanged(Setting<?> setting) {
        Given value = given.get(setting.key());
        return value != null && !value.text.equals(setting.defaultText());
    }

    /** Returns a configuration file with all values and a comment on each; paths are absolute. */
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

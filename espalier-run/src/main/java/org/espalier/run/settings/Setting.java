package org.espalier.run.settings;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One setting of a run.
 *
 * @param key its name, after the name of its section and a dot if it is in one
 * @param type the values it takes
 * @param byDefault its value where none is given, as text; null if there is none
 * @param need whether it must be given
 * @param meaning what it is, in a line
 */
public record Setting<T>(
        String key, ValueType<T> type, @Nullable String byDefault, Need need, Role role, String meaning) {
    /** Whether a run can do without. */
    enum Need {
        REQUIRED,
        OPTIONAL
    }

    /** What its text is: files that are named in a file lie beside it. */
    enum Role {
        VALUE,
        FILE,
        MACHINE
    }

    static <T> Setting<T> of(String key, ValueType<T> type, T byDefault, String meaning) {
        return new Setting<>(key, type, type.format().apply(byDefault), Need.OPTIONAL, Role.VALUE, meaning);
    }

    static Setting<String> file(String key, Need need, Role role, String what, String meaning) {
        return new Setting<>(key, ValueType.text(what), null, need, role, meaning);
    }

    /** The section it is in, or the empty string. */
    String section() {
        return key.substring(0, Math.max(0, key.indexOf('.')));
    }

    /** Its name in its section. */
    String name() {
        return key.substring(key.indexOf('.') + 1);
    }

    /** What it means and which values it takes. */
    String explanation() {
        return role == Role.VALUE ? meaning + " (" + type.expected() + ")" : meaning;
    }

    /** The text with the file it names, if it names one, found from a folder. */
    String resolved(String text, Path folder) {
        boolean isFile = role == Role.FILE || (role == Role.MACHINE && !text.startsWith("builtin:"));
        if (!isFile) {
            return text;
        }
        String path = folder.resolve(text).normalize().toString();
        return path.isEmpty() ? "." : path; // the folder one is in is normalized to nothing at all
    }

    Optional<T> parse(String text) {
        return type.parse().apply(text);
    }
}

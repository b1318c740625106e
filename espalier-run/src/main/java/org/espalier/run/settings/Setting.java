package org.espalier.run.settings;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The description of a setting of a run.
 *
 * @param key its name, after the name of its section and a dot if it is in one
 * @param type the values that it takes
 * @param defaultText its default as text; null if it has none
 * @param content what its text refers to
 * @param changeable whether a resumed run may change it, because the steps done so far do not depend on it
 * @param ofModel whether trained parameters are meaningless with another value; checkpoints record such settings
 * @param help what it is, a noun phrase
 */
public record Setting<T>(
        String key,
        ValueType<T> type,
        @Nullable String defaultText,
        Content content,
        boolean changeable,
        boolean ofModel,
        String help) {
    /** What the text of a setting refers to. The path of a file is relative to the file that gives the setting. */
    enum Content {
        VALUE,
        FILE,
        MACHINE
    }

    /** Describes a setting that has a default. */
    static <T> Setting<T> of(String key, ValueType<T> type, T defaultValue, String help) {
        return new Setting<>(key, type, type.format().apply(defaultValue), Content.VALUE, false, false, help);
    }

    /** Describes a setting that names a file, which has no default. */
    static Setting<String> file(String key, String expected, String help) {
        return new Setting<>(key, ValueType.text(expected), null, Content.FILE, false, false, help);
    }

    /** Returns this setting as one that names a file or a built-in machine. */
    Setting<T> asMachine() {
        return new Setting<>(key, type, defaultText, Content.MACHINE, changeable, ofModel, help);
    }

    /** Returns this setting as one that a resumed run may change. */
    Setting<T> asChangeable() {
        return new Setting<>(key, type, defaultText, content, true, ofModel, help);
    }

    /** Returns this setting as one without which trained parameters are meaningless. */
    Setting<T> asOfModel() {
        return new Setting<>(key, type, defaultText, content, changeable, true, help);
    }

    /** Returns the section it is in, or the empty string. */
    String section() {
        return key.substring(0, Math.max(0, key.indexOf('.')));
    }

    /** Returns its name in its section. */
    String name() {
        return key.substring(key.indexOf('.') + 1);
    }

    /** Returns its help and the values that it takes. */
    String explanation() {
        return content == Content.VALUE ? help + " (" + type.expected() + ")" : help;
    }

    /** Resolves the path in a text against a folder, if the text is a path. */
    String resolved(String text, Path folder) {
        boolean isFile = content == Content.FILE || (content == Content.MACHINE && !text.startsWith("builtin:"));
        if (!isFile) {
            return text;
        }
        String path = folder.resolve(text).normalize().toString();
        return path.isEmpty() ? "." : path; // the current folder normalizes to the empty path
    }

    /** Returns the value of a text, if this setting takes it. */
    Optional<T> parse(String text) {
        return type.parse().apply(text);
    }
}

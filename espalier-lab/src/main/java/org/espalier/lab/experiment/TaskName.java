package org.espalier.lab.experiment;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The paper's tasks. */
public enum TaskName {
    TR,
    SCAN,
    CIPHER;

    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<TaskName> of(String id) {
        return Arrays.stream(values()).filter(task -> task.id().equals(id)).findFirst();
    }

    /** Returns the input of the pair that the paper's Appendix E shows. Ciphers are random, so the task cipher has none. */
    Optional<List<String>> paperExample() {
        return switch (this) {
            case TR -> Optional.of(List.of("c", "h", "a", "l", "n", "a", "y"));
            case SCAN -> Optional.of(List.of("look around left twice and jump around right".split(" ")));
            case CIPHER -> Optional.empty();
        };
    }
}

package org.espalier.run.data;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the columns of a file of pairs hold, from left to right.
 *
 * @param roles the role of each column; only {@link Role#IGNORED} may be there more than once
 */
public record Columns(List<Role> roles) {
    /** What a column holds. */
    public enum Role {
        /** The input. */
        X,
        /** The output. */
        Y,
        /** Tags, such as the features of an inflected form, separated by semicolons; they become symbols of the input. */
        TAGS,
        /** The weight of the pair, for example how often it was observed. */
        COUNT,
        /** The name of the pair. */
        ID,
        /** Nothing of interest. */
        IGNORED;

        String word() {
            return this == IGNORED ? "-" : name().toLowerCase(Locale.ROOT);
        }
    }

    /** An input and its output. */
    public static final Columns DEFAULT = new Columns(List.of(Role.X, Role.Y));

    /** What {@link #of} takes, as messages say it. */
    public static final String EXPECTED =
            "the contents of the columns, each once: x, y, tags, count, id or - (ignored), for example x tags y";

    public Columns {
        roles = List.copyOf(roles);
        if (!isValid(roles)) {
            throw new IllegalArgumentException("not columns of pairs: " + roles);
        }
    }

    private static boolean isValid(List<Role> roles) {
        Set<Role> seen = new HashSet<>();
        return roles.contains(Role.X)
                && roles.contains(Role.Y)
                && roles.stream().allMatch(role -> role == Role.IGNORED || seen.add(role));
    }

    /** Returns the columns of words separated by spaces or commas, if they are valid. */
    public static Optional<Columns> of(String text) {
        List<Role> roles = new ArrayList<>();
        for (String word : text.strip().split("[\\s,]+", -1)) {
            List<Role> named = List.of(Role.values()).stream()
                    .filter(role -> role.word().equals(word))
                    .toList();
            if (named.isEmpty()) {
                return Optional.empty();
            }
            roles.addAll(named);
        }
        return isValid(roles) ? Optional.of(new Columns(roles)) : Optional.empty();
    }

    public boolean has(Role role) {
        return roles.contains(role);
    }

    /** Returns the columns that an input alone has: those without the output and its weight. */
    List<Role> ofInput() {
        return roles.stream()
                .filter(role -> role == Role.X || role == Role.TAGS || role == Role.ID)
                .toList();
    }

    /** Returns the words that {@link #of} takes. */
    @Override
    public String toString() {
        return roles.stream().map(Role::word).collect(Collectors.joining(" "));
    }
}

package org.espalier.fst.language;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * The variables that are bound at the current place of the parser. An inner comprehension hides a variable of an outer
 * one.
 */
final class Scope {
    /** For each comprehension, innermost first, its variables and whether they were used. */
    private final Deque<Map<String, Boolean>> frames = new ArrayDeque<>();

    void open() {
        frames.push(new HashMap<>());
    }

    void close() {
        frames.pop();
    }

    /** Binds a variable in the innermost comprehension. Returns false if it is bound there already. */
    boolean bind(String variable) {
        return frames.element().putIfAbsent(variable, false) == null;
    }

    boolean contains(String word) {
        return frames.stream().anyMatch(frame -> frame.containsKey(word));
    }

    /** Returns whether a word is a variable here, and marks it as used. */
    boolean use(String word) {
        return frames.stream().anyMatch(frame -> frame.replace(word, true) != null);
    }

    /** Returns whether a variable of the innermost comprehension was used. */
    boolean isUsed(String variable) {
        return frames.element().getOrDefault(variable, false);
    }
}

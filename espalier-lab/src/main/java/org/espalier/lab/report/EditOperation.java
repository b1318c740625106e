package org.espalier.lab.report;

import java.util.ArrayList;
import java.util.List;

/** What several marks do together, as the paper abbreviates them in its Appendix E. */
sealed interface EditOperation {
    record Delete(String symbol) implements EditOperation {}

    record Insert(String symbol) implements EditOperation {}

    record Substitute(String from, String to) implements EditOperation {}

    /** A substitution whose result is deleted again. */
    record SubstituteAndDelete(String from, String to) implements EditOperation {}

    /** A mark by itself, such as the choice of a cipher. */
    record Other(String mark) implements EditOperation {}

    /** The operations that marks spell; those that spell none stay as they are. */
    static List<EditOperation> fold(List<String> marks) {
        List<EditOperation> operations = new ArrayList<>();
        int t = 0;
        while (t < marks.size()) {
            EditOperation operation = at(marks, t);
            operations.add(operation);
            t += operation.marks();
        }
        return operations;
    }

    private static EditOperation at(List<String> marks, int t) {
        String mark = marks.get(t);
        int left = marks.size() - t;
        return switch (word(mark)) {
            case "delete" -> left > 1 ? new Delete(marks.get(t + 1)) : new Other(mark);
            case "insert" -> left > 1 ? new Insert(marks.get(t + 1)) : new Other(mark);
            case "replace" ->
                left > 4 && marks.get(t + 2).equals(marks.get(t + 4))
                        ? replace(marks.get(t + 1), marks.get(t + 2), marks.get(t + 3), mark)
                        : new Other(mark);
            default -> new Other(mark);
        };
    }

    private static EditOperation replace(String from, String to, String then, String mark) {
        return switch (word(then)) {
            case "copy" -> new Substitute(from, to);
            case "delete" -> new SubstituteAndDelete(from, to);
            default -> new Other(mark);
        };
    }

    private static String word(String mark) {
        return mark.startsWith("<") && mark.endsWith(">") ? mark.substring(1, mark.length() - 1) : mark;
    }

    /** How many marks it has. */
    private int marks() {
        if (this instanceof Other) {
            return 1;
        }
        return this instanceof Delete || this instanceof Insert ? 2 : 5;
    }

    /** The name of its kind, for a style. */
    default String kind() {
        if (this instanceof Delete) {
            return "delete";
        }
        if (this instanceof Insert) {
            return "insert";
        }
        return this instanceof Substitute ? "substitute" : this instanceof SubstituteAndDelete ? "delete" : "other";
    }

    /** The signs and symbols that it is written with, in turn. */
    default List<String> parts() {
        if (this instanceof Delete delete) {
            return List.of("−", delete.symbol);
        }
        if (this instanceof Insert insert) {
            return List.of("+", insert.symbol);
        }
        if (this instanceof Substitute substitute) {
            return List.of(substitute.from, "→", substitute.to);
        }
        if (this instanceof SubstituteAndDelete substitute) {
            return List.of(substitute.from, "→", substitute.to, "→", "ε");
        }
        return this instanceof Other other ? List.of(other.mark) : List.of();
    }
}

package org.espalier.lab.report;

import java.util.ArrayList;
import java.util.List;

/** An edit that one or more marks stand for, in the notation of the paper's Appendix E. */
sealed interface EditOperation {
    /** Returns the number of marks that stand for this operation. */
    int marks();

    /** Returns the CSS class of this operation. */
    String kind();

    /** Returns the signs and symbols that this operation is written with, in order. */
    List<String> parts();

    record Delete(String symbol) implements EditOperation {
        @Override
        public int marks() {
            return 2;
        }

        @Override
        public String kind() {
            return "delete";
        }

        @Override
        public List<String> parts() {
            return List.of("−", symbol);
        }
    }

    record Insert(String symbol) implements EditOperation {
        @Override
        public int marks() {
            return 2;
        }

        @Override
        public String kind() {
            return "insert";
        }

        @Override
        public List<String> parts() {
            return List.of("+", symbol);
        }
    }

    record Substitute(String from, String to) implements EditOperation {
        @Override
        public int marks() {
            return 5;
        }

        @Override
        public String kind() {
            return "substitute";
        }

        @Override
        public List<String> parts() {
            return List.of(from, "→", to);
        }
    }

    /** A substitution whose result is deleted. */
    record SubstituteAndDelete(String from, String to) implements EditOperation {
        @Override
        public int marks() {
            return 5;
        }

        @Override
        public String kind() {
            return "delete";
        }

        @Override
        public List<String> parts() {
            return List.of(from, "→", to, "→", "ε");
        }
    }

    /** A single mark that is no edit, such as the choice of a cipher. */
    record Other(String mark) implements EditOperation {
        @Override
        public int marks() {
            return 1;
        }

        @Override
        public String kind() {
            return "other";
        }

        @Override
        public List<String> parts() {
            return List.of(mark);
        }
    }

    /** Groups marks into operations. A mark that starts no edit becomes an {@link Other}. */
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
        int remaining = marks.size() - t;
        return switch (word(mark)) {
            case "delete" -> remaining > 1 ? new Delete(marks.get(t + 1)) : new Other(mark);
            case "insert" -> remaining > 1 ? new Insert(marks.get(t + 1)) : new Other(mark);
            case "replace" ->
                remaining > 4 && marks.get(t + 2).equals(marks.get(t + 4))
                        ? replace(marks.get(t + 1), marks.get(t + 2), marks.get(t + 3), mark)
                        : new Other(mark);
            default -> new Other(mark);
        };
    }

    private static EditOperation replace(String from, String to, String next, String mark) {
        return switch (word(next)) {
            case "copy" -> new Substitute(from, to);
            case "delete" -> new SubstituteAndDelete(from, to);
            default -> new Other(mark);
        };
    }

    private static String word(String mark) {
        return mark.startsWith("<") && mark.endsWith(">") ? mark.substring(1, mark.length() - 1) : mark;
    }
}

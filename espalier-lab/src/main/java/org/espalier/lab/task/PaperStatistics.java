package org.espalier.lab.task;

import java.util.List;
import java.util.Optional;

/**
 * The table of data statistics in the paper's Appendix A, as printed there. Its lengths count an end symbol. (The input
 * length of {@code tr}'s test part does not fit the sizes in the same row.)
 */
public final class PaperStatistics {
    private static final List<Row> ROWS = List.of(
            new Row("tr", "train", 177, 7.2, 6.9, 232, 303),
            new Row("tr", "valid", 177, 7.3, 7.0, 237, 310),
            new Row("tr", "test", 177, 3.0, 6.8, 220, 287),
            new Row("scan", "train", 35, 8.1, 12.0, 285, 366),
            new Row("scan", "valid", 35, 8.0, 11.5, 271, 349),
            new Row("scan", "test", 35, 9.0, 25.3, 658, 854),
            new Row("cipher", "train", 67, 6.2, 6.4, 1028, 1191),
            new Row("cipher", "valid", 67, 6.1, 6.3, 992, 1149),
            new Row("cipher", "test", 67, 12.0, 12.2, 3989, 4645));

    private PaperStatistics() {}

    /**
     * A row of the table.
     *
     * @param marks the size of the mark alphabet
     * @param states the number of states of T_xy before minimization
     */
    public record Row(
            String task, String part, int marks, double inputLength, double outputLength, int states, int arcs) {}

    /** Returns the row of a part of a task's data, if the paper has it. */
    public static Optional<Row> of(String task, String part) {
        return ROWS.stream()
                .filter(row -> row.task.equals(task) && row.part.equals(part))
                .findFirst();
    }
}

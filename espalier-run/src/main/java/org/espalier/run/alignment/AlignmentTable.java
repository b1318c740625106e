package org.espalier.run.alignment;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Formats an alignment as a table: x above y, and the probability of each column. */
public final class AlignmentTable {
    private static final String NOTHING = "_";
    private static final String GAP = "  ";

    private AlignmentTable() {}

    /** Returns three lines, {@code x}, {@code y} and {@code p}, with one column per operation; no line if there are no columns. */
    public static List<String> of(Alignment alignment, AlignmentPosterior posterior) {
        List<AlignmentOperation> columns = alignment.columns();
        if (columns.isEmpty()) {
            return List.of();
        }
        List<List<String>> rows = List.of(
                cells("x", columns, operation -> side(operation.read())),
                cells("y", columns, operation -> side(operation.written())),
                cells("p", columns, operation -> String.format(Locale.ROOT, "%.2f", posterior.of(operation))));
        int[] widths = new int[columns.size() + 1];
        for (List<String> row : rows) {
            for (int k = 0; k < widths.length; k++) {
                widths[k] = Math.max(widths[k], DisplayText.width(row.get(k)));
            }
        }
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private static List<String> cells(
            String name, List<AlignmentOperation> columns, Function<AlignmentOperation, String> cell) {
        List<String> cells = new ArrayList<>(List.of(name));
        columns.stream().map(cell).forEach(cells::add);
        return cells;
    }

    private static String side(List<String> symbols) {
        return symbols.isEmpty() ? NOTHING : DisplayText.of(symbols);
    }

    private static String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int k = 0; k < widths.length; k++) {
            String cell = row.get(k);
            line.append(k == 0 ? "" : GAP).append(cell);
            line.append(" ".repeat(k + 1 < widths.length ? widths[k] - DisplayText.width(cell) : 0));
        }
        return line.toString();
    }
}

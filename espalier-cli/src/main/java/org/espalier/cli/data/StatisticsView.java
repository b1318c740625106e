package org.espalier.cli.data;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.espalier.cli.console.Console;
import org.espalier.fst.base.Plural;
import org.espalier.lab.task.DataStatistics;
import org.espalier.lab.task.PaperStatistics;
import org.espalier.run.result.Json;

/** Prints the statistics of a task as a table or as JSON, next to those of the paper. */
final class StatisticsView {
    private StatisticsView() {}

    static void print(DataStatistics statistics, boolean json, Console console) {
        if (json) {
            console.out().println(Json.line(object(statistics)));
        } else {
            table(statistics, console);
        }
    }

    private static void table(DataStatistics statistics, Console console) {
        var out = console.out();
        out.println(statistics.task() + ", " + Plural.of(statistics.marks(), "mark")
                + PaperStatistics.of(statistics.task(), "train")
                        .map(row -> " (paper: " + row.marks() + ")")
                        .orElse(""));
        out.println(head("", "", "input", "output", "", "T_xy", "", "minimal"));
        out.println(head("part", "pairs", "length", "length", "states", "arcs", "states", "arcs"));
        boolean hasPaper = false;
        for (DataStatistics.Part part : statistics.parts()) {
            out.printf(
                    Locale.ROOT,
                    "%-7s %,8d %7.2f %7.2f %,9.1f %,9.1f %,9.1f %,9.1f%n",
                    part.name(),
                    part.pairs(),
                    part.inputLength(),
                    part.outputLength(),
                    part.before().states(),
                    part.before().arcs(),
                    part.minimal().states(),
                    part.minimal().arcs());
            var paper = PaperStatistics.of(statistics.task(), part.name());
            paper.ifPresent(row -> out.printf(
                    Locale.ROOT,
                    "%-7s %8s %7.1f %7.1f %,9d %,9d%n",
                    " paper",
                    "",
                    row.inputLength(),
                    row.outputLength(),
                    row.states(),
                    row.arcs()));
            hasPaper |= paper.isPresent();
        }
        if (hasPaper) {
            out.println("The paper's lengths count an end symbol; ours do not.");
        }
    }

    private static String head(Object... words) {
        return String.format(Locale.ROOT, "%-7s %8s %7s %7s %9s %9s %9s %9s", words);
    }

    private static Map<String, Object> object(DataStatistics statistics) {
        Map<String, Object> object = Json.object("task", statistics.task(), "marks", statistics.marks());
        PaperStatistics.of(statistics.task(), "train").ifPresent(row -> object.put("paperMarks", row.marks()));
        List<Map<String, Object>> parts = statistics.parts().stream()
                .map(part -> object(statistics.task(), part))
                .toList();
        object.put("parts", parts);
        return object;
    }

    private static Map<String, Object> object(String task, DataStatistics.Part part) {
        Map<String, Object> object = Json.object(
                "part", part.name(),
                "pairs", part.pairs(),
                "inputLength", part.inputLength(),
                "outputLength", part.outputLength(),
                "states", part.minimal().states(),
                "arcs", part.minimal().arcs(),
                "before",
                        Json.object(
                                "states", part.before().states(),
                                "arcs", part.before().arcs()));
        PaperStatistics.of(task, part.name())
                .ifPresent(row -> object.put(
                        "paper",
                        Json.object(
                                "inputLength", row.inputLength(),
                                "outputLength", row.outputLength(),
                                "before", Json.object("states", row.states(), "arcs", row.arcs()))));
        return object;
    }
}

package org.espalier.lab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.lab.results.ExperimentResults;
import org.espalier.lab.results.SamplerResult;
import org.espalier.lab.results.SamplerVariant;

/** Formats the main table as plain text. */
public final class ConsoleTable {
    private static final List<String> HEAD =
            List.of("task", "sampler", "Partial KL", "KL", "marks", "ESS", "sampling a pair", "training step");

    /** The number of columns with names, which are left-aligned; the others hold numbers and are right-aligned. */
    private static final int NAMES = 2;

    private ConsoleTable() {}

    /** Returns a heading and one line per task and sampler. A star marks a Partial KL that is lowest by more than noise. */
    public static List<String> lines(ExperimentResults results) {
        List<List<String>> rows = new ArrayList<>(List.of(HEAD));
        for (TaskSummary task : TaskSummary.of(results)) {
            task.samplers().forEach(sampler -> rows.add(row(task, sampler)));
        }
        int[] widths = IntStream.range(0, HEAD.size())
                .map(c ->
                        rows.stream().mapToInt(row -> length(row.get(c))).max().orElse(0))
                .toArray();
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private static List<String> row(TaskSummary task, SamplerVariant sampler) {
        return List.of(
                task.name(),
                sampler.label(),
                starred(task, sampler),
                task.spread(sampler, SamplerResult::kl).text(2),
                task.spread(sampler, SamplerResult::markLength).text(1),
                task.spread(sampler, SamplerResult::deduplicatedEss).text(1),
                MeanAndError.seconds(task.mean(sampler, SamplerResult::secondsToSample)),
                MeanAndError.seconds(task.mean(sampler, SamplerResult::secondsToStep)));
    }

    private static String starred(TaskSummary task, SamplerVariant sampler) {
        MeanAndError ours = task.spread(sampler, SamplerResult::partialKl);
        boolean best = task.samplers().stream()
                .map(other -> task.spread(other, SamplerResult::partialKl))
                .allMatch(other -> other.equals(ours) || ours.isClearlyBelow(other));
        return (best && ours.isKnown() ? "* " : "") + ours.text(2);
    }

    private static String line(List<String> row, int... widths) {
        StringBuilder line = new StringBuilder();
        for (int c = 0; c < widths.length; c++) {
            String padding = " ".repeat(widths[c] - length(row.get(c)));
            line.append(c == 0 ? "" : "  ").append(c < NAMES ? row.get(c) + padding : padding + row.get(c));
        }
        return line.toString().stripTrailing();
    }

    /** Returns the number of code points. */
    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }
}

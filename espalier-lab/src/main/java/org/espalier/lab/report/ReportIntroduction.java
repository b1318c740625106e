package org.espalier.lab.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.espalier.lab.results.ExperimentResults;

/** The introduction of the report: the command, the versions and the machine that made it. */
final class ReportIntroduction {
    static final String MADE = "How it was made";
    static final String TITLE = "Structure-aware path inference, reproduced";

    private ReportIntroduction() {}

    static String introduction(ExperimentResults results) {
        String tasks = results.tasks().stream()
                .map(task -> task.task() + " (d = " + task.dimension() + ")")
                .collect(Collectors.joining(", "));
        return "Samplers of paths through neuralized finite-state transducers, each trained on the same frozen scorer: "
                + "the paper’s tables with its numbers beside ours, at scale " + results.scale() + ", on " + tasks
                + ".";
    }

    /** Returns names and values of facts, in the order of the page. */
    static Map<String, String> facts(ExperimentResults results) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("command", results.command());
        facts.put("scale", results.scale());
        facts.put("seeds", results.seeds().stream().map(String::valueOf).collect(Collectors.joining(", ")));
        results.made().forEach((name, value) -> facts.putIfAbsent(name, String.valueOf(value)));
        return facts;
    }

    static ReportTable departures(ExperimentResults results) {
        List<List<ReportTable.Cell>> rows = results.departures().stream()
                .map(departure -> List.of(
                        ReportTable.Cell.name(departure.setting()),
                        ReportTable.Cell.plain(departure.here()),
                        ReportTable.Cell.paper(departure.paper())))
                .toList();
        return new ReportTable("Departures from the paper’s settings", "", List.of("Setting", "here", "paper"), rows);
    }
}

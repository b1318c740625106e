package org.espalier.lab.report;

import java.util.Arrays;
import java.util.List;
import org.espalier.lab.results.ExperimentResults;

/** A part of the report, the same on the page and in Markdown. */
record ReportSection(String title, String introduction, List<ReportTable> tables, List<Chart> charts) {
    /** What was found. A part with nothing to show is left out, here and below. */
    static List<ReportSection> findings(ExperimentResults results) {
        ResultTables tables = new ResultTables(results);
        ReportCharts charts = new ReportCharts(results);
        AnalysisTables analysis = new AnalysisTables(results);
        return shown(
                new ReportSection(
                        "Divergence from the posterior",
                        "How far each sampler q is from the posterior p of the frozen scorer. Partial KL is what the "
                                + "paper measures; it leaves out log p̃(x, y), so that it compares samplers but never "
                                + "reaches 0. The paper could not add it. Here it is known, and with it KL itself.",
                        List.of(tables.partialKl(), tables.kl()),
                        List.of()),
                new ReportSection(
                        "Cost",
                        "What a sampler asks for what it gives. The paper found SWP about ten times as slow as SWA.",
                        List.of(tables.secondsToSample(), tables.secondsToStep()),
                        charts.cost()),
                new ReportSection("Learning", "Validation in the course of training.", List.of(), charts.learning()),
                new ReportSection("Dimension", "The same samplers, smaller and larger.", List.of(), charts.sweep()),
                new ReportSection(
                        "Mark strings and samples",
                        "",
                        List.of(tables.markLength(), tables.deduplicatedEss()),
                        List.of()),
                new ReportSection(
                        "Where samplers lose",
                        "On pairs so short that the posterior is known exactly, what a sampler loses can be told apart: what "
                                + "no sampler of its kind could avoid, and what its features and its training add.",
                        List.of(analysis.limits(), analysis.influences(), analysis.internals()),
                        List.of()));
    }

    /** On what, and from what, it was found. */
    static List<ReportSection> circumstances(ExperimentResults results) {
        ResultTables tables = new ResultTables(results);
        return shown(new ReportSection(
                "Data and training",
                "",
                List.of(
                        ReportIntroduction.departures(results),
                        tables.data(),
                        tables.marks(),
                        tables.reference(),
                        tables.training()),
                List.of()));
    }

    private static List<ReportSection> shown(ReportSection... sections) {
        return Arrays.stream(sections)
                .map(ReportSection::withoutEmptyTables)
                .filter(ReportSection::isWorthShowing)
                .toList();
    }

    private ReportSection withoutEmptyTables() {
        return new ReportSection(
                title,
                introduction,
                tables.stream()
                        .filter(table ->
                                !table.rows().isEmpty() && table.columns().size() > 1)
                        .toList(),
                charts);
    }

    private boolean isWorthShowing() {
        return !tables.isEmpty() || !charts.isEmpty();
    }
}

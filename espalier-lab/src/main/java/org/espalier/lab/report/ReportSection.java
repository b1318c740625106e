package org.espalier.lab.report;

import java.util.Arrays;
import java.util.List;
import org.espalier.lab.results.ExperimentResults;

/** A section of the report, in HTML and in Markdown. */
record ReportSection(String title, String introduction, List<ReportTable> tables, List<Chart> charts) {
    /** Returns the sections of results. Empty sections are omitted. */
    static List<ReportSection> findings(ExperimentResults results) {
        ResultTables tables = new ResultTables(results);
        ReportCharts charts = new ReportCharts(results);
        RefinementTables refinement = new RefinementTables(results);
        AnalysisTables analysis = new AnalysisTables(results);
        return shown(
                new ReportSection(
                        "Divergence from the posterior",
                        "The divergence of each sampler q from the posterior p of the frozen scorer. The paper "
                                + "measures Partial KL, which lacks the term log p̃(x, y): it compares samplers, but a "
                                + "perfect sampler does not have 0. Here the term is known, and with it KL itself.",
                        List.of(
                                tables.partialKl(),
                                tables.kl(),
                                tables.differences(),
                                tables.refinedKl(),
                                tables.klByLength()),
                        List.of()),
                new ReportSection(
                        "Refinement",
                        "Estimates of log p̃(x, y) from strings of the sampler alone, and with refinement, on pairs whose "
                                + "exact value is known by enumeration. The chart has the number of strings that were really drawn.",
                        List.of(refinement.errors(), refinement.biases()),
                        charts.refinement()),
                new ReportSection(
                        "Cost",
                        "Time and quality of each sampler. In the paper SWP is about ten times as slow as SWA.",
                        List.of(tables.secondsToSample(), tables.secondsToStep()),
                        charts.cost()),
                new ReportSection("Learning", "Validation during training.", List.of(), charts.learning()),
                new ReportSection("Dimension", "The same samplers with other dimensions.", List.of(), charts.sweep()),
                new ReportSection(
                        "Mark strings and samples",
                        "",
                        List.of(tables.markLength(), tables.ess(), tables.deduplicatedEss()),
                        List.of()),
                new ReportSection(
                        "Where samplers lose",
                        "Short pairs, whose posterior is known exactly, show which part of the loss no sampler of a kind "
                                + "can avoid, and which part comes from its features and its training.",
                        List.of(analysis.limits(), analysis.influences(), analysis.internals()),
                        List.of()));
    }

    /** Returns the sections about data and settings. */
    static List<ReportSection> background(ExperimentResults results) {
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
                .filter(ReportSection::hasContent)
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

    private boolean hasContent() {
        return !tables.isEmpty() || !charts.isEmpty();
    }
}

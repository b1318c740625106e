package org.espalier.app.report;

import java.util.Arrays;
import java.util.List;
import org.espalier.app.results.Results;

/** A part of the report, the same on the page and in Markdown. */
record Section(String title, String introduction, List<Table> tables, List<Chart> charts) {
    /** What was found. A part with nothing to show is left out, here and below. */
    static List<Section> findings(Results results) {
        Tables tables = new Tables(results);
        Charts charts = new Charts(results);
        AnalysisTables analysis = new AnalysisTables(results);
        return shown(
                new Section(
                        "Divergence from the posterior",
                        "How far each sampler q is from the posterior p of the frozen scorer. Partial KL is what the "
                                + "paper measures; it leaves out log p̃(x, y), so that it compares samplers but never "
                                + "reaches 0. The paper could not add it. Here it is known, and with it KL itself.",
                        List.of(tables.partialKl(), tables.kl()),
                        List.of()),
                new Section(
                        "Cost",
                        "What a sampler asks for what it gives. The paper found SWP about ten times as slow as SWA.",
                        List.of(tables.secondsToSample(), tables.secondsToStep()),
                        charts.cost()),
                new Section("Learning", "Validation in the course of training.", List.of(), charts.learning()),
                new Section("Dimension", "The same samplers, smaller and larger.", List.of(), charts.sweep()),
                new Section(
                        "Mark strings and samples",
                        "",
                        List.of(tables.markLength(), tables.deduplicatedEss()),
                        List.of()),
                new Section(
                        "Where samplers lose",
                        "On pairs so short that the posterior is known exactly, what a sampler loses can be told apart: what "
                                + "no sampler of its kind could avoid, and what its features and its training add.",
                        List.of(analysis.limits(), analysis.influences(), analysis.internals()),
                        List.of()));
    }

    /** On what, and from what, it was found. */
    static List<Section> circumstances(Results results) {
        Tables tables = new Tables(results);
        return shown(new Section(
                "Data and training",
                "",
                List.of(Head.departures(results), tables.data(), tables.marks(), tables.reference(), tables.training()),
                List.of()));
    }

    private static List<Section> shown(Section... sections) {
        return Arrays.stream(sections)
                .map(Section::withoutEmptyTables)
                .filter(Section::isWorthShowing)
                .toList();
    }

    private Section withoutEmptyTables() {
        return new Section(
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

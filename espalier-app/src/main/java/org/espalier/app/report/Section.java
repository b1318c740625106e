package org.espalier.app.report;

import java.util.ArrayList;
import java.util.List;
import org.espalier.app.results.Results;

/** A part of the report, the same on the page and in Markdown. */
record Section(String title, String introduction, List<Table> tables, List<Chart> charts) {
    /** The parts that have something to show, in their order. */
    static List<Section> of(Results results) {
        Tables tables = new Tables(results);
        Charts charts = new Charts(results);
        List<Section> sections = new ArrayList<>();
        sections.add(new Section(
                "Divergence from the posterior",
                "How far each sampler q is from the posterior p of the frozen scorer. Partial KL is what the paper "
                        + "measures; it leaves out log p̃(x, y), so that it compares samplers but never reaches 0. The "
                        + "paper could not add it. Here it is known, and with it KL itself.",
                List.of(tables.partialKl(), tables.kl()),
                List.of()));
        sections.add(new Section(
                "Cost",
                "What a sampler asks for what it gives. The paper found SWP about ten times as slow as SWA.",
                List.of(tables.secondsToSample(), tables.secondsToStep()),
                charts.cost()));
        sections.add(new Section("Learning", "Validation in the course of training.", List.of(), charts.learning()));
        sections.add(new Section("Dimension", "The same samplers, smaller and larger.", List.of(), charts.sweep()));
        sections.add(new Section(
                "Mark strings and samples", "", List.of(tables.markLength(), tables.deduplicatedEss()), List.of()));
        sections.add(new Section(
                "Data and training",
                "",
                List.of(tables.data(), tables.marks(), tables.reference(), tables.training()),
                List.of()));
        return sections.stream()
                .map(Section::shown)
                .filter(Section::isWorthShowing)
                .toList();
    }

    private Section shown() {
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

package org.espalier.lab.report;

import java.util.List;
import java.util.stream.Collectors;
import org.espalier.lab.results.ExperimentResults;
import org.espalier.lab.results.ProposalExample;
import org.espalier.lab.results.ProposalExample.Proposal;
import org.espalier.lab.results.TaskResults;

/** Writes the report in Markdown. It refers to the files of charts and pictures beside it. */
final class MarkdownPage {
    private static final String SPECIAL = "\\`*_{}[]<>|#~$";

    private final StringBuilder out = new StringBuilder();

    private MarkdownPage() {}

    static String of(ExperimentResults results) {
        MarkdownPage page = new MarkdownPage();
        List<ReportSection> findings = ReportSection.findings(results);
        page.head(results);
        findings.stream().limit(1).forEach(page::section);
        if (results.tasks().stream().anyMatch(task -> !task.examples().isEmpty())) {
            page.paragraph("## " + ProposalSection.TITLE);
            page.paragraph(escape(ProposalSection.INTRODUCTION));
            results.tasks().forEach(task -> task.examples().forEach(example -> page.example(task, example)));
        }
        findings.stream().skip(1).forEach(page::section);
        ReportSection.background(results).forEach(page::section);
        page.facts(results);
        return page.out.toString();
    }

    private void head(ExperimentResults results) {
        out.append("# ").append(escape(ReportIntroduction.TITLE)).append("\n\n");
        paragraph(escape(ReportIntroduction.introduction(results)));
    }

    private void facts(ExperimentResults results) {
        paragraph("## " + ReportIntroduction.MADE);
        ReportIntroduction.facts(results)
                .forEach((name, value) -> out.append("- ")
                        .append(escape(name))
                        .append(": ")
                        .append(escape(value))
                        .append('\n'));
    }

    private void section(ReportSection section) {
        paragraph("## " + escape(section.title()));
        paragraph(escape(section.introduction()));
        section.tables().forEach(this::table);
        section.charts().forEach(chart -> paragraph("![" + escape(chart.title()) + "](" + chart.id() + ".svg)"));
    }

    private void table(ReportTable table) {
        paragraph("### " + escape(table.title()));
        paragraph(escape(table.note()));
        rows(table);
    }

    private void rows(ReportTable table) {
        line(table.columns().stream().map(MarkdownPage::escape).toList());
        line(table.columns().stream().map(column -> "---").toList());
        table.rows().forEach(row -> line(row.stream().map(MarkdownPage::cell).toList()));
        out.append('\n');
    }

    private void line(List<String> cells) {
        out.append(cells.stream().collect(Collectors.joining(" | ", "| ", " |")))
                .append('\n');
    }

    private static String cell(ReportTable.Cell cell) {
        String text = escape(cell.text());
        return cell.isBold() && !text.isEmpty() ? "**" + text + "**" : text;
    }

    private void example(TaskResults task, ProposalExample example) {
        paragraph("### " + escape(task.task()) + ": " + escape(String.join(" ", example.x())) + " : "
                + escape(String.join(" ", example.y())));
        for (Proposal proposal : example.proposals()) {
            out.append("- **")
                    .append(escape(proposal.sampler().label()))
                    .append("** (")
                    .append(escape(ProposalSection.scores(proposal)))
                    .append("): ")
                    .append(operations(proposal.marks()))
                    .append('\n');
            ProposalSection.ofPaper(task, example, proposal.sampler())
                    .ifPresent(marks -> out.append("  - in the paper: ")
                            .append(operations(marks))
                            .append('\n'));
        }
        out.append('\n');
        if (example.picture() != null) {
            paragraph("![the lattice of this pair](" + example.picture() + ")");
        }
    }

    private static String operations(List<String> marks) {
        return EditOperation.fold(marks).stream()
                .map(operation -> escape(String.join("", operation.parts())))
                .collect(Collectors.joining(" "));
    }

    private void paragraph(String text) {
        if (!text.isEmpty()) {
            out.append(text).append("\n\n");
        }
    }

    static String escape(String text) {
        StringBuilder result = new StringBuilder();
        text.codePoints().forEach(c -> {
            if (SPECIAL.indexOf(c) >= 0) {
                result.append('\\');
            }
            result.appendCodePoint(c == '\n' ? ' ' : c);
        });
        return result.toString();
    }
}

package org.espalier.app.report;

import java.util.List;
import java.util.stream.Collectors;
import org.espalier.app.results.Example;
import org.espalier.app.results.Example.Proposal;
import org.espalier.app.results.Results;
import org.espalier.app.results.TaskResults;

/** The report in Markdown, which refers to plots and pictures beside it. */
final class MarkdownPage {
    private static final String SPECIAL = "\\`*_{}[]<>|#~$";

    private final StringBuilder out = new StringBuilder();

    private MarkdownPage() {}

    static String of(Results results) {
        MarkdownPage page = new MarkdownPage();
        List<Section> findings = Section.findings(results);
        page.head(results);
        findings.stream().limit(1).forEach(page::section);
        if (results.tasks().stream().anyMatch(task -> !task.examples().isEmpty())) {
            page.paragraph("## " + Examples.TITLE);
            page.paragraph(escape(Examples.INTRODUCTION));
            results.tasks().forEach(task -> task.examples().forEach(example -> page.example(task, example)));
        }
        findings.stream().skip(1).forEach(page::section);
        Section.circumstances(results).forEach(page::section);
        page.facts(results);
        return page.out.toString();
    }

    private void head(Results results) {
        out.append("# ").append(escape(Head.TITLE)).append("\n\n");
        paragraph(escape(Head.introduction(results)));
    }

    private void facts(Results results) {
        paragraph("## " + Head.MADE);
        Head.facts(results)
                .forEach((name, value) -> out.append("- ")
                        .append(escape(name))
                        .append(": ")
                        .append(escape(value))
                        .append('\n'));
    }

    private void section(Section section) {
        paragraph("## " + escape(section.title()));
        paragraph(escape(section.introduction()));
        section.tables().forEach(this::table);
        section.charts().forEach(chart -> paragraph("![" + escape(chart.title()) + "](" + chart.id() + ".svg)"));
    }

    private void table(Table table) {
        paragraph("### " + escape(table.title()));
        paragraph(escape(table.note()));
        rows(table);
    }

    private void rows(Table table) {
        line(table.columns().stream().map(MarkdownPage::escape).toList());
        line(table.columns().stream().map(column -> "---").toList());
        table.rows().forEach(row -> line(row.stream().map(MarkdownPage::cell).toList()));
        out.append('\n');
    }

    private void line(List<String> cells) {
        out.append(cells.stream().collect(Collectors.joining(" | ", "| ", " |")))
                .append('\n');
    }

    private static String cell(Table.Cell cell) {
        String text = escape(cell.text());
        return cell.isBold() && !text.isEmpty() ? "**" + text + "**" : text;
    }

    private void example(TaskResults task, Example example) {
        paragraph("### " + escape(task.task()) + ": " + escape(String.join(" ", example.x())) + " : "
                + escape(String.join(" ", example.y())));
        for (Proposal proposal : example.proposals()) {
            out.append("- **")
                    .append(escape(proposal.sampler().label()))
                    .append("** (")
                    .append(escape(Examples.scores(proposal)))
                    .append("): ")
                    .append(operations(proposal.marks()))
                    .append('\n');
            Examples.ofPaper(task, example, proposal.sampler())
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
        return Operation.fold(marks).stream()
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

package org.espalier.lab.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import org.espalier.lab.report.ReportTable.Cell;
import org.espalier.lab.results.ExperimentResults;
import org.espalier.lab.results.ProposalExample;
import org.espalier.lab.results.ProposalExample.Proposal;
import org.espalier.lab.results.TaskResults;

/**
 * Writes the report as one HTML file that contains its style, scripts and pictures. Charts are drawn twice: as SVG, for print
 * and for readers without scripts, and by ECharts, which replaces the SVG by an interactive chart.
 */
final class HtmlPage {
    private final ExperimentResults results;
    private final Function<String, String> pictures;
    private final HtmlWriter html = new HtmlWriter();

    private HtmlPage(ExperimentResults results, Function<String, String> pictures) {
        this.results = results;
        this.pictures = pictures;
    }

    /**
     * Returns the page.
     *
     * @param pictures returns the SVG text of a picture by its file name, or an empty string if it does not exist
     */
    static String of(ExperimentResults results, Function<String, String> pictures) {
        return new HtmlPage(results, pictures).write();
    }

    private String write() {
        html.markup("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n")
                .markup("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n")
                .element("title", ReportIntroduction.TITLE)
                .markup("<style>\n" + resource("report.css") + "</style>\n</head>\n<body>\n<main>\n");
        List<ReportSection> findings = ReportSection.findings(results);
        head();
        findings.stream().limit(1).forEach(this::section);
        examples();
        findings.stream().skip(1).forEach(this::section);
        ReportSection.background(results).forEach(this::section);
        facts();
        html.markup("</main>\n");
        List<Chart> charts =
                findings.stream().flatMap(section -> section.charts().stream()).toList();
        if (!charts.isEmpty()) {
            script(new String(WebLibrary.ECHARTS.bytes(), StandardCharsets.UTF_8));
            script("const charts = " + ChartJson.json(charts) + ";\n" + resource("report.js"));
        }
        return html.markup("</body>\n</html>\n").toString();
    }

    private void head() {
        html.open("header")
                .element("h1", ReportIntroduction.TITLE)
                .element("p", "lead", ReportIntroduction.introduction(results));
        html.close("header");
    }

    private void facts() {
        html.open("section").element("h2", ReportIntroduction.MADE);
        html.open("dl");
        ReportIntroduction.facts(results)
                .forEach((name, value) -> html.open("div")
                        .element("dt", name)
                        .element("dd", value)
                        .close("div"));
        html.close("dl").close("section");
    }

    private void section(ReportSection section) {
        html.open("section").element("h2", section.title()).element("p", "intro", section.introduction());
        section.tables().forEach(this::table);
        if (!section.charts().isEmpty()) {
            html.open("div", "charts");
            section.charts().forEach(this::chart);
            html.close("div");
        }
        html.close("section");
    }

    private void table(ReportTable table) {
        html.open("figure").open("figcaption").element("h3", table.title()).element("p", table.note());
        html.close("figcaption")
                .open("div", "scroll")
                .open("table")
                .open("thead")
                .open("tr");
        table.columns()
                .forEach(column -> html.open(
                                "th", column.startsWith("paper") ? "paper" : column.startsWith("×") ? "aside" : "")
                        .text(column)
                        .close("th"));
        html.close("tr").close("thead").open("tbody");
        for (List<Cell> row : table.rows()) {
            html.open("tr");
            row.forEach(this::cell);
            html.close("tr");
        }
        html.close("tbody").close("table").close("div").close("figure");
    }

    private void cell(Cell cell) {
        String element = cell.kind() == ReportTable.Kind.NAME ? "th" : "td";
        html.open(element, style(cell));
        cell.sampler()
                .ifPresent(sampler -> html.markup(
                        "<span class=\"dot\" style=\"--colour: " + SamplerColours.of(sampler) + "\"></span>"));
        html.text(cell.text()).close(element);
    }

    private static String style(Cell cell) {
        return switch (cell.kind()) {
            case NAME, PLAIN -> "";
            case BEST -> "best";
            case ASIDE -> "aside";
            case PAPER -> "paper";
            case BEST_OF_PAPER -> "best paper";
        };
    }

    private void chart(Chart chart) {
        html.markup("<div class=\"chart\" id=\"chart-" + chart.id() + "\">\n")
                .markup(ChartSvg.draw(chart))
                .close("div");
    }

    private void examples() {
        if (results.tasks().stream().allMatch(task -> task.examples().isEmpty())) {
            return;
        }
        html.open("section").element("h2", ProposalSection.TITLE).element("p", "intro", ProposalSection.INTRODUCTION);
        results.tasks().forEach(task -> task.examples().forEach(example -> example(task, example)));
        html.close("section");
    }

    private void example(TaskResults task, ProposalExample example) {
        html.open("article").open("h3").text(task.task());
        if (example.fromPaper()) {
            html.element("span", "tag", "in the paper");
        }
        html.close("h3")
                .open("p", "pair")
                .open("span", "symbols")
                .symbols(example.x())
                .close("span");
        html.element("span", "arrow", "→")
                .open("span", "symbols")
                .symbols(example.y())
                .close("span")
                .close("p");
        if (example.picture() != null) {
            html.open("div", "picture")
                    .markup(pictures.apply(example.picture()))
                    .close("div");
        }
        example.proposals().forEach(proposal -> proposal(task, example, proposal));
        html.close("article");
    }

    private void proposal(TaskResults task, ProposalExample example, Proposal proposal) {
        html.markup("<div class=\"proposal\" style=\"--colour: " + SamplerColours.of(proposal.sampler()) + "\">")
                .open("p", "who")
                .element("b", proposal.sampler().label())
                .element("span", ProposalSection.scores(proposal))
                .close("p");
        operations(proposal.marks(), "operations");
        ProposalSection.ofPaper(task, example, proposal.sampler()).ifPresent(marks -> {
            html.element("p", "who", "the paper’s " + proposal.sampler().label());
            operations(marks, "operations theirs");
        });
        html.close("div");
    }

    private void operations(List<String> marks, String style) {
        html.open("p", style);
        for (EditOperation operation : EditOperation.fold(marks)) {
            html.open("span", operation.kind());
            operation.parts().forEach(part -> html.element("bdi", part));
            html.close("span");
        }
        html.close("p");
    }

    /** Writes a script. End tags inside it are escaped, since the first one would end it. */
    private void script(String code) {
        html.markup("<script>\n" + code.replace("</script", "<\\/script").replace("<!--", "<\\!--") + "\n</script>\n");
    }

    private static String resource(String name) {
        try (InputStream in = HtmlPage.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the program lacks its file " + name + "; build it again");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

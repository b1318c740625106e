package org.espalier.lab.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.espalier.fst.base.AtomicFiles;
import org.espalier.fst.base.FileErrors;
import org.espalier.lab.results.ExperimentResults;

/** What an experiment found, for people. */
public final class Report {
    /** The page. */
    public static final String PAGE = "report.html";

    /** The tables in Markdown. */
    public static final String TABLES = "results.md";

    private Report() {}

    /**
     * Writes the page, the tables and every plot into a folder, in which the pictures that examples name must be already;
     * one that is not there is left out of the page.
     */
    public static void write(ExperimentResults results, Path folder) {
        for (ReportSection section : ReportSection.findings(results)) {
            for (Chart chart : section.charts()) {
                AtomicFiles.writeText(folder.resolve(chart.id() + ".svg"), ChartSvg.draw(chart));
            }
        }
        AtomicFiles.writeText(folder.resolve(TABLES), MarkdownPage.of(results));
        AtomicFiles.writeText(folder.resolve(PAGE), HtmlPage.of(results, name -> picture(folder.resolve(name))));
    }

    private static String picture(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            throw FileErrors.reading(file.toString(), e);
        }
    }
}

package org.espalier.lab.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.espalier.fst.base.AtomicFiles;
import org.espalier.fst.base.FileErrors;
import org.espalier.lab.results.ExperimentResults;

/** Writes the report of an experiment. */
public final class Report {
    /** The file name of the HTML page. */
    public static final String PAGE = "report.html";

    /** The file name of the tables in Markdown. */
    public static final String TABLES = "results.md";

    private Report() {}

    /**
     * Writes the page, the tables and all charts into a folder. The folder must already hold the pictures of the examples; the
     * page omits missing ones.
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

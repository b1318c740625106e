package org.espalier.bench;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.espalier.fst.base.AtomicFiles;
import org.espalier.fst.base.EspalierException;
import org.espalier.lab.report.Chart;
import org.espalier.lab.report.ChartSvg;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** The folder of benchmark results: one JSON file per benchmark, and the tables and charts made from these files. */
final class BenchmarkFolder {
    /** The page of all tables. */
    static final String TABLES = "tables.md";

    private record Stored(String name, Class<? extends BenchmarkReport> type) {}

    private static final List<Stored> REPORTS = List.of(
            new Stored("lattice", LatticeReport.class),
            new Stored("training", TrainingReport.class),
            new Stored("samplers", SamplersReport.class),
            new Stored("throughput", ThroughputReport.class),
            new Stored("search", SearchReport.class),
            new Stored("refinement", RefinementReport.class),
            new Stored("workers", WorkersReport.class),
            new Stored("service", ServiceReport.class),
            new Stored("soak", SoakReport.class));

    private final Path folder;

    BenchmarkFolder(Path folder) {
        this.folder = folder;
    }

    /** Prints a report and, if a folder is given, stores it there and redraws the folder. */
    static void publish(String name, BenchmarkReport report, Optional<Path> folder) {
        new PrintStream(System.out, true, StandardCharsets.UTF_8).print(report.markdown());
        if (folder.isPresent()) {
            AtomicFiles.writeText(folder.get().resolve(name + ".json"), BenchmarkEnvironment.json(report));
            new BenchmarkFolder(folder.get()).redraw();
        }
    }

    /** Writes the tables and charts of all reports in the folder anew, without measuring anything. */
    void redraw() {
        List<BenchmarkReport> reports = reports();
        if (reports.isEmpty()) {
            throw new EspalierException(folder + " has no benchmark results; expected one of "
                    + String.join(
                            ", ",
                            REPORTS.stream()
                                    .map(stored -> stored.name + ".json")
                                    .toList()));
        }
        for (BenchmarkReport report : reports) {
            for (Chart chart : report.charts()) {
                AtomicFiles.writeText(folder.resolve(chart.id() + ".svg"), ChartSvg.draw(chart));
            }
        }
        AtomicFiles.writeText(folder.resolve(TABLES), page(reports));
    }

    /** Reads the reports that the folder has, in the order of the page. */
    List<BenchmarkReport> reports() {
        List<BenchmarkReport> reports = new ArrayList<>();
        for (Stored stored : REPORTS) {
            Path file = folder.resolve(stored.name + ".json");
            if (Files.exists(file)) {
                try {
                    reports.add(JsonMapper.shared().readValue(file, stored.type));
                } catch (JacksonException e) {
                    throw new EspalierException(file + " is not a result of this benchmark; measure again", e);
                }
            }
        }
        return reports;
    }

    static String page(List<BenchmarkReport> reports) {
        MarkdownWriter page = new MarkdownWriter()
                .paragraph("# Benchmark tables")
                .paragraph(
                        "Generated from the JSON files in this folder; do not edit. To write this page and the charts"
                                + " anew: `java -jar espalier-bench/target/espalier-bench.jar redraw docs/results/benchmarks`."
                                + " [benchmarks.md](../benchmarks.md) explains what is measured and what it means. *d* is the"
                                + " dimension. Times with a range in parentheses are medians with quartiles.");
        for (BenchmarkReport report : reports) {
            page.paragraph("%s", report.markdown().stripTrailing());
            report.charts().forEach(chart -> page.paragraph("![%s](%s.svg)", chart.title(), chart.id()));
        }
        return page.toString();
    }
}

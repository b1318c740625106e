package org.espalier.cli.lab;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.espalier.cli.console.Console;
import org.espalier.fst.base.Plural;
import org.espalier.lab.report.ConsoleTable;
import org.espalier.lab.report.MergedReport;
import org.espalier.lab.results.ExperimentResults;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes the report of experiments that were run seed by seed. */
@Command(
        name = "report",
        description = {
            "Merge the results of experiments that differ in their seeds only, and write their report.",
            "Reads the results.json of each experiment, as reproduce writes it, and nothing else."
        },
        footer = {
            "",
            "Examples:",
            "  espalier reproduce --task cipher --seeds 1 --out runs/seed1",
            "  espalier reproduce --task cipher --seeds 2 --out runs/seed2",
            "  espalier report runs/seed1/results.json runs/seed2/results.json --out runs/seeds"
        })
public final class ReportCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "The results.json of an experiment.")
    private List<Path> files = List.of();

    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIR",
            required = true,
            description = "Folder for results.json, results.md, report.html and the charts.")
    private Path out = Path.of("");

    ReportCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        ExperimentResults results = MergedReport.write(files, out);
        ConsoleTable.lines(results).forEach(console.out()::println);
        console.out().flush();
        console.info("the report of " + Plural.of(results.seeds().size(), "seed") + " is in " + out + "; open "
                + out.resolve("report.html"));
        return 0;
    }
}

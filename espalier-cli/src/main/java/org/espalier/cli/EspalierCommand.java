package org.espalier.cli;

import java.util.ArrayList;
import java.util.List;
import org.espalier.cli.data.DataCommand;
import org.espalier.cli.lab.BaselineCommand;
import org.espalier.cli.lab.QuickstartCommand;
import org.espalier.cli.lab.ReproduceCommand;
import org.espalier.cli.lattice.LatticeCommand;
import org.espalier.cli.machine.MachineCommand;
import org.espalier.cli.run.AlignCommand;
import org.espalier.cli.run.EvaluateCommand;
import org.espalier.cli.run.InitCommand;
import org.espalier.cli.run.RerankCommand;
import org.espalier.cli.run.ScoreCommand;
import org.espalier.cli.run.ServeCommand;
import org.espalier.cli.run.TrainCommand;
import org.espalier.cli.run.TransduceCommand;
import org.espalier.fst.base.EspalierException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Unmatched;

/** The root of the commands. A new command is added to {@code subcommands}. */
@Command(
        name = "espalier",
        description = "Neuralized finite-state transducers: machines, lattices of alignments, and models of them.",
        subcommands = {
            QuickstartCommand.class,
            InitCommand.class,
            ReproduceCommand.class,
            MachineCommand.class,
            LatticeCommand.class,
            DataCommand.class,
            TrainCommand.class,
            EvaluateCommand.class,
            AlignCommand.class,
            ScoreCommand.class,
            TransduceCommand.class,
            RerankCommand.class,
            BaselineCommand.class,
            ServeCommand.class
        },
        versionProvider = Version.class,
        footer = {
            "",
            "Example:",
            "  espalier lattice --machine builtin:edit --x \"a b c\" --y \"c d\" --svg lattice.svg",
            "",
            "Each command answers --help. Results go to standard output, everything else to standard error.",
            "Exit codes: 0 done, 1 the work failed, 2 the call was wrong, 130 stopped by Ctrl-C.",
            "JVM options are taken from ESPALIER_JAVA_OPTS, for example -Xmx8g."
        })
public final class EspalierCommand {
    /** Stands for the commands of espalier-spark where that is not at hand. */
    @Command(
            name = "spark",
            description = "Corpora of any size: align, score, transduce, evaluate and lattices on Apache Spark.",
            footer = {
                "",
                "Example:",
                "  espalier spark align --master local[2] --run runs/swa --pairs words.tsv --out aligned"
            })
    public static final class Spark implements Runnable {
        @Unmatched
        @SuppressWarnings("unused")
        private List<String> arguments = new ArrayList<>();

        @Override
        public void run() {
            throw new EspalierException(
                    "Spark comes with the module espalier-spark, which the launcher of a source tree "
                            + "builds: ./espalier spark …; docs/guides/scale.md has the line for spark-submit");
        }
    }

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show this help.")
    @SuppressWarnings("unused")
    private boolean help;

    @Option(names = "--version", versionHelp = true, description = "Show the version, and the Java it runs on.")
    @SuppressWarnings("unused")
    private boolean version;

    @Option(names = "--debug", scope = ScopeType.INHERIT, description = "Show the stack trace of a failure.")
    private boolean debug;

    public boolean debug() {
        return debug;
    }
}

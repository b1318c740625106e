package org.espalier.cli;

import java.util.ArrayList;
import java.util.List;
import org.espalier.cli.data.DataCommand;
import org.espalier.cli.lab.BaselineCommand;
import org.espalier.cli.lab.QuickstartCommand;
import org.espalier.cli.lab.ReportCommand;
import org.espalier.cli.lab.ReproduceCommand;
import org.espalier.cli.lattice.LatticeCommand;
import org.espalier.cli.machine.MachineCommand;
import org.espalier.cli.run.AlignCommand;
import org.espalier.cli.run.AskCommand;
import org.espalier.cli.run.CalibrateCommand;
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

/** The root command. A new command is added to {@link #COMMANDS}. */
@Command(
        name = "espalier",
        description = "Neuralized finite-state transducers: learn from pairs of strings to turn inputs into outputs.",
        versionProvider = Version.class,
        footer = {
            "",
            "Example:",
            "  espalier lattice --machine builtin:edit --x \"a b c\" --y \"c d\" --svg lattice.svg",
            "",
            "Each command has --help. Results go to standard output, messages to standard error.",
            "Exit codes: 0 success, 1 failure, 2 wrong usage, 130 stopped by Ctrl-C.",
            "The environment variable ESPALIER_JAVA_OPTS sets JVM options, for example -Xmx8g."
        })
public final class EspalierCommand {
    /** The commands, in the order of the help. {@code spark} is added by {@link Espalier}. */
    static final List<Class<?>> COMMANDS = List.of(
            QuickstartCommand.class,
            InitCommand.class,
            ReproduceCommand.class,
            ReportCommand.class,
            MachineCommand.class,
            LatticeCommand.class,
            DataCommand.class,
            TrainCommand.class,
            CalibrateCommand.class,
            EvaluateCommand.class,
            AlignCommand.class,
            ScoreCommand.class,
            TransduceCommand.class,
            RerankCommand.class,
            AskCommand.class,
            BaselineCommand.class,
            ServeCommand.class);

    /** Replaces the commands of espalier-spark where that module is not on the class path. */
    @Command(
            name = "spark",
            description =
                    "Align, score, transduce and evaluate large corpora, and train on several machines, with Apache Spark.",
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
            description = "Show this help and exit.")
    @SuppressWarnings("unused")
    private boolean help;

    @Option(names = "--version", versionHelp = true, description = "Show the versions of Espalier and Java and exit.")
    @SuppressWarnings("unused")
    private boolean version;

    @Option(names = "--debug", scope = ScopeType.INHERIT, description = "Print the stack trace of a failure.")
    private boolean debug;

    public boolean debug() {
        return debug;
    }
}

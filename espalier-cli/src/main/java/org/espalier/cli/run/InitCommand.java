package org.espalier.cli.run;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.espalier.cli.console.Console;
import org.espalier.cli.console.SettingFlags;
import org.espalier.cli.console.UsageException;
import org.espalier.cli.data.ReadingOptions;
import org.espalier.cli.data.TaskDataOptions;
import org.espalier.fst.base.Plural;
import org.espalier.fst.base.ShellCommand;
import org.espalier.run.data.Normalization;
import org.espalier.run.data.Pair;
import org.espalier.run.data.PairFile;
import org.espalier.run.data.Reading;
import org.espalier.run.start.MovedPrefixes;
import org.espalier.run.start.PairSplit;
import org.espalier.run.start.PairSummary;
import org.espalier.run.start.StarterFolder;
import org.espalier.run.start.StarterProject;
import org.espalier.run.start.SuspiciousReading;
import org.espalier.run.start.SymbolCounts;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code init}: proposes a machine and a configuration for a file of pairs, and splits the pairs. */
@Command(
        name = "init",
        description = {
            "Set up a project from a file of pairs: propose a machine and a configuration, and split the pairs.",
            "Writes a commented machine and configuration and splits the pairs into training, validation and test files "
                    + "that share no input, then prints the next commands. Existing files are not overwritten."
        },
        footer = {
            "",
            "Examples:",
            "  espalier init --pairs rum_latn_broad.tsv",
            "  espalier init --pairs words.tsv --columns \"y x count\" --out words --no-substitute",
            "  espalier init --pairs train.tsv --valid dev.tsv --test test.tsv --out task"
        })
public final class InitCommand implements Runnable {
    private final Console console;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--pairs",
            required = true,
            paramLabel = "FILE",
            description = "File of pairs, one per line, or - for standard input.")
    private String pairs = "";

    @Mixin
    private ReadingOptions options = new ReadingOptions();

    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIR",
            description = "Output folder. Default: the name of the file of pairs, without its extension.")
    private @Nullable Path out;

    @Option(
            names = "--substitute",
            negatable = true,
            description =
                    "Whether the machine has substitutions: an input symbol is replaced by an output symbol in one step. "
                            + "Default: unless there are more than "
                            + StarterProject.MAX_SUBSTITUTIONS
                            + " of them, where each beginning that moves has its own.")
    private @Nullable Boolean substitute;

    @Option(
            names = "--no-move",
            description =
                    "Do not let the machine move beginnings of inputs to the end of outputs, as in German abfahren: fährt "
                            + "ab. Default: it may, if enough pairs do so.")
    private boolean noMove;

    @Option(
            names = "--valid",
            paramLabel = "FILE",
            description = "File of validation pairs, instead of a share of the pairs.")
    private @Nullable String valid;

    @Option(names = "--test", paramLabel = "FILE", description = "File of test pairs, instead of a share of the pairs.")
    private @Nullable String test;

    @Option(
            names = "--valid-share",
            paramLabel = "P",
            description = "Share of the inputs for validation. Default: ${DEFAULT-VALUE}.")
    private double validShare = 0.1;

    @Option(
            names = "--test-share",
            paramLabel = "P",
            description = "Share of the inputs for testing. Default: ${DEFAULT-VALUE}.")
    private double testShare = 0.1;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Random seed of the split and of training. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    InitCommand(Console console) {
        this.console = console;
    }

    @Override
    public void run() {
        if (!pairs.equals("-") && Files.isDirectory(Path.of(pairs))) {
            throw new UsageException("--pairs " + pairs + " is a folder; name a file of lines x<TAB>y");
        }
        PairSplit.Shares shares = shares();
        StarterFolder folder = new StarterFolder(folder());
        ReadingOptions.Source source = options.source(pairs, console);
        PairFile composed = source.read(source.reading());
        SymbolCounts counts = SymbolCounts.of(composed.pairs(), source.reading());
        boolean isDecomposed = options.givenNormalization().isEmpty() && counts.isBetterDecomposed();
        Reading reading = isDecomposed ? source.reading().with(Normalization.NFD) : source.reading();
        PairFile file = isDecomposed ? source.read(reading) : composed;
        List<Pair> read = checked(file);
        PairSplit split = PairSplit.of(read, shares, seed, pairs, reading);
        split = new PairSplit(
                split.train(),
                valid == null ? split.valid() : given(valid, reading, split.train()),
                test == null ? split.test() : given(test, reading, split.train()));
        List<Pair> all = new ArrayList<>(split.train());
        all.addAll(split.valid());
        all.addAll(split.test());
        PairSummary summary = PairSummary.of(all, reading);
        MovedPrefixes moved = noMove ? MovedPrefixes.NONE : MovedPrefixes.of(split.train(), reading);
        boolean substitutes = substitute != null ? substitute : StarterProject.proposesSubstitution(summary, moved);
        StarterProject proposal = new StarterProject(
                name(pairs),
                summary,
                split,
                reading,
                moved,
                isDecomposed ? counts.reason() : "as asked for",
                substitutes,
                seed);
        if (substitute == null && !substitutes && StarterProject.proposesSubstitution(summary, MovedPrefixes.NONE)) {
            console.info("substitutions are left out, because each of the "
                    + Plural.of(moved.prefixes().size(), "beginning") + " that "
                    + Plural.form(moved.prefixes().size(), "moves", "move")
                    + " would have its own; --no-move leaves out the moves instead");
        }
        boolean written = folder.write(proposal);
        console.out().print(proposal.description());
        for (SuspiciousReading sign : SuspiciousReading.of(file, proposal.summary(), reading)) {
            console.info(sign.message() + SettingFlags.remedy(sign.settings(), Objects.requireNonNull(spec)));
        }
        console.info(folder.path()
                + (written ? ": written " : " already has ")
                + String.join(", ", StarterFolder.names(proposal)));
        nextCommands(folder.path()).forEach(command -> console.out().println("next     " + command));
    }

    private static List<String> nextCommands(Path folder) {
        Path run = folder.resolve(StarterFolder.RUN);
        Path test = folder.resolve(StarterFolder.TEST);
        return List.of(
                ShellCommand.of("train", "--config", folder.resolve(StarterFolder.CONFIG)),
                ShellCommand.of("evaluate", "--run", run, "--transduce"),
                ShellCommand.of("baseline", "--config", folder.resolve(StarterFolder.CONFIG)),
                ShellCommand.of("transduce", "--run", run, "--inputs", test, "--nbest", 1),
                ShellCommand.of("align", "--run", run, "--pairs", test, "--best"));
    }

    private PairSplit.Shares shares() {
        requireShare("--valid-share", validShare);
        requireShare("--test-share", testShare);
        if (seed < 0) {
            throw new UsageException("--seed " + seed + " is negative; give an integer of at least 0");
        }
        return TaskDataOptions.fromOptions(
                () -> new PairSplit.Shares(valid == null ? validShare : 0, test == null ? testShare : 0));
    }

    private static void requireShare(String option, double share) {
        if (!(share > 0 && share < 1)) {
            throw new UsageException(
                    option + " " + share + " is not a share; give a number between 0 and 1, for example 0.1");
        }
    }

    private Path folder() {
        if (out != null) {
            return out;
        }
        String name = name(pairs);
        int dot = name.lastIndexOf('.');
        if (dot < 1) {
            throw new UsageException(
                    "--out is missing; name the folder to write to, since " + name + " has no extension to leave off");
        }
        return Path.of(name.substring(0, dot));
    }

    private static String name(String file) {
        // The name becomes part of comments, which end with the line.
        return file.equals("-")
                ? "standard input"
                : String.valueOf(Path.of(file).getFileName()).replaceAll("\\R", " ");
    }

    private List<Pair> read(String file, Reading reading) {
        return checked(PairFile.read(file, reading, InputStream.nullInputStream()));
    }

    private List<Pair> checked(PairFile found) {
        found.warn(console::info);
        found.warnSkipped(console::info);
        return found.required();
    }

    private List<Pair> given(String file, Reading reading, List<Pair> train) {
        List<Pair> found = read(file, reading);
        Set<List<String>> known = new HashSet<>();
        train.forEach(pair -> known.add(pair.x()));
        long both =
                found.stream().map(Pair::x).distinct().filter(known::contains).count();
        if (both > 0) {
            console.info(file + ": " + both + " of its inputs " + Plural.form(both, "is", "are")
                    + " also in the training pairs, so results on it are too optimistic");
        }
        return found;
    }
}

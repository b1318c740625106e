package org.espalier.cli.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.espalier.cli.console.Console;
import org.espalier.cli.console.LiveInput;
import org.espalier.cli.console.UsageException;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.LineReader;
import org.espalier.run.PairQuery;
import org.espalier.run.data.Columns;
import org.espalier.run.data.FileFormat;
import org.espalier.run.data.Pair;
import org.espalier.run.data.PairFile;
import org.espalier.run.data.PairSet;
import org.espalier.run.data.Reading;
import org.espalier.run.data.ReadingGuess;
import org.espalier.run.data.UnknownSymbolPolicy;
import org.espalier.run.folder.TrainedRun;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A run and pairs. */
final class RunPairOptions {
    @Mixin
    private RunOption run = new RunOption();

    @Option(
            names = "--pairs",
            paramLabel = "FILE",
            description = "File of pairs, one per line as the run's own files, or - for standard input.")
    private @Nullable String file;

    @Option(names = "--x", paramLabel = "INPUT", description = "A single input string, instead of a file.")
    private @Nullable String x;

    @Option(names = "--y", paramLabel = "OUTPUT", description = "Output string for --x.")
    private @Nullable String y;

    /** Returns the folders of the runs. */
    List<Path> paths() {
        return run.paths();
    }

    /** Refuses to replace a file of the run. */
    void requireNotOwn(Stream<Path> targets) {
        run.requireNotOwn(targets);
    }

    long seed() {
        return run.seed();
    }

    boolean areGiven() {
        return file != null || x != null;
    }

    /** Refuses options that exclude each other, before anything is read. */
    void requireConsistent() {
        if (file != null && (x != null || y != null)) {
            throw new UsageException("--pairs cannot be combined with --x and --y; give one or the other");
        }
        if ((x == null) != (y == null)) {
            throw new UsageException("--x and --y go together; " + (x == null ? "--x" : "--y")
                    + " is missing (\"\" is the empty string)");
        }
    }

    void requireGiven() {
        requireConsistent();
        if (!areGiven()) {
            throw new UsageException("pairs are missing; give --pairs FILE, or --x and --y");
        }
    }

    /** Returns whether pairs come from standard input. */
    boolean areLive() {
        return "-".equals(file);
    }

    /**
     * Answers the pairs of standard input as they come. Each line has an answer, even if it is that there is none.
     *
     * @param show prints the answer for a pair
     * @param failed prints that a line has none, with the reason
     */
    static <T> void answer(
            TrainedRun run,
            UnknownSymbolPolicy policy,
            PairQuery<T> query,
            BiConsumer<Pair, T> show,
            BiConsumer<LiveInput.Line, String> failed,
            Console console) {
        Reading reading = run.config().data().reading();
        AtomicLong asked = new AtomicLong();
        AtomicLong answered = new AtomicLong();
        LiveInput.forEachBatch(System.in, lines -> {
            asked.addAndGet(lines.size());
            for (LiveInput.Line line : lines) {
                PairFile read = PairFile.read(LiveInput.NAME, line.reader(), reading);
                if (policy == UnknownSymbolPolicy.FAIL) {
                    read.requireKnown(run.lattices().machine());
                }
                try {
                    read.badLines().forEach(problem -> {
                        throw new EspalierException(problem.reason());
                    });
                    if (read.pairs().isEmpty()) {
                        throw new EspalierException(line.withoutContent());
                    }
                    for (Pair pair : read.pairs()) {
                        show.accept(pair, query.ask(PairSet.lattice(pair.x(), pair.y(), run.rules())));
                        answered.incrementAndGet();
                    }
                } catch (EspalierException e) {
                    console.info(LiveInput.NAME + ":" + line.number() + ": " + e.getMessage());
                    failed.accept(line, String.valueOf(e.getMessage()));
                }
            }
            console.out().flush();
        });
        if (answered.get() == 0) {
            throw new EspalierException(
                    asked.get() == 0
                            ? LiveInput.NAME + " has no pairs; a pair is a line x<TAB>y"
                            : LiveInput.NAME + ": no line can be used; the reasons are above");
        }
    }

    TrainedRun open(Console console) {
        return run.open(console);
    }

    /** Reads the pairs and returns those that the machine of the run generates; others are reported. */
    PairSet read(TrainedRun opened, UnknownSymbolPolicy policy, Console console) {
        return usable(file(opened, Optional.empty()), opened, policy, console);
    }

    /** Reads a file as the run's own files, or as an aligned corpus if it is one, and returns the pairs that the machine generates. */
    PairSet readAligned(TrainedRun opened, UnknownSymbolPolicy policy, Console console) {
        if (file == null) {
            return read(opened, policy, console);
        }
        Reading own = opened.config().data().reading();
        FileFormat format;
        try (LineReader lines = LineReader.open(Path.of(file))) {
            format = ReadingGuess.of(
                            lines, own.input().normalization(), own.input().folding())
                    .reading()
                    .format();
        }
        Reading reading = format.isAligned() ? new Reading(format, Columns.DEFAULT, own.input(), own.output()) : own;
        return usable(PairFile.read(file, reading, System.in), opened, policy, console);
    }

    /**
     * Reads all pairs.
     *
     * @param otherwise the file to read if no pairs are given
     */
    PairFile file(TrainedRun opened, Optional<String> otherwise) {
        Reading reading = opened.config().data().reading();
        return x != null && y != null
                ? PairFile.of(reading.inputSymbols(x), reading.outputSymbols(y))
                : PairFile.read(file != null ? file : otherwise.orElseThrow(), reading, System.in);
    }

    /** Returns the pairs that the machine of the run generates; others are reported. */
    PairSet usable(PairFile pairs, TrainedRun opened, UnknownSymbolPolicy policy, Console console) {
        if (policy == UnknownSymbolPolicy.FAIL) {
            pairs.requireKnown(opened.lattices().machine());
        }
        return PairSet.of(pairs, opened.rules(), opened.config().cacheBytes(), console::info);
    }
}

package org.espalier.cli.lattice;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.espalier.cli.console.Console;
import org.espalier.cli.console.OutputTarget;
import org.espalier.cli.console.PositiveNumber;
import org.espalier.cli.console.UsageException;
import org.espalier.fst.Alphabet;
import org.espalier.fst.Lattice;
import org.espalier.fst.MachinePath;
import org.espalier.fst.Mfst;
import org.espalier.fst.Tape;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.dp.DynamicPrograms;
import org.espalier.fst.dp.ExactSampler;
import org.espalier.fst.dp.LatticePath;
import org.espalier.fst.dp.PathEnumeration;
import org.espalier.fst.dp.Semirings;
import org.espalier.fst.dp.Weights;
import org.espalier.fst.draw.Dot;
import org.espalier.fst.draw.DrawOptions;
import org.espalier.fst.draw.GridSvg;
import org.espalier.fst.io.OpenFst;
import org.espalier.fst.io.OpenFstBinary;
import org.espalier.run.data.MarkWeights;
import org.espalier.run.result.Json;
import org.espalier.run.result.LatticeSummary;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What to show of one lattice. */
final class LatticeView {
    private static final long DEFAULT_MAX_PATHS = 1_000_000;

    /** Probabilities under this are printed with an exponent, or many would be all zeros. */
    private static final double SMALL = 1e-3;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Option(names = "--marks", description = "List all mark strings, one a line, sorted.")
    private boolean marks;

    @Option(
            names = "--max-paths",
            paramLabel = "N",
            converter = PositiveNumber.OfLong.class,
            description = "The most mark strings that --marks may list. Default: ${DEFAULT-VALUE}.")
    private long maxPaths = DEFAULT_MAX_PATHS;

    @Option(
            names = "--svg",
            arity = "0..1",
            paramLabel = "FILE",
            fallbackValue = OutputTarget.STANDARD,
            description = "Draw the lattice on the grid of positions, to a file or standard output.")
    private @Nullable String svg;

    @Option(
            names = "--dot",
            arity = "0..1",
            paramLabel = "FILE",
            fallbackValue = OutputTarget.STANDARD,
            description = "Draw the lattice for Graphviz, to a file or standard output.")
    private @Nullable String dot;

    @Option(
            names = "--fst",
            paramLabel = "FILE",
            description = "Write the lattice for OpenFst, as an acceptor over marks in binary form.")
    private @Nullable Path fst;

    @Option(
            names = "--weights",
            paramLabel = "FILE",
            description =
                    "Log weights of marks, mark<TAB>weight a line, 0 for all others. Paths weigh the sum of their "
                            + "marks; without weights all paths weigh the same.")
    private @Nullable Path weightFile;

    @Option(
            names = "--best",
            paramLabel = "N",
            converter = PositiveNumber.OfInt.class,
            description = "List the N best paths: probability, log weight, marks.")
    private int best;

    @Option(
            names = "--sample",
            paramLabel = "N",
            converter = PositiveNumber.OfInt.class,
            description = "List N paths drawn at random by their weights: probability, log weight, marks.")
    private int samples;

    @Option(names = "--seed", paramLabel = "N", description = "Seed of --sample. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    @Option(
            names = "--highlight",
            paramLabel = "MARKS",
            description = "Highlight the path with these marks in a drawing, or the best path for the word best.")
    private @Nullable String highlight;

    @Option(names = "--posterior", description = "Shade arcs in a drawing by their posterior probability.")
    private boolean posterior;

    @Option(
            names = "--path",
            paramLabel = "MARKS",
            description = "Print the machine's path that has these marks, one arc a line.")
    private @Nullable String path;

    void requireSizesOnly() {
        if (listsPaths() || needsPaths() || weightFile != null) {
            throw new UsageException(
                    "with --pairs only sizes are printed; for anything else give one pair with --x and --y");
        }
    }

    /** Refuses options that would do nothing, and drawings in the middle of other results. */
    void requireSense() {
        boolean draws = svg != null || dot != null;
        if (!draws && (posterior || highlight != null)) {
            throw new UsageException(
                    (posterior ? "--posterior" : "--highlight") + " is for drawings; add --svg or --dot");
        }
        long results = Stream.of(svg, dot).filter(OutputTarget.STANDARD::equals).count();
        if (results > 0 && (results > 1 || json || listsPaths() || path != null)) {
            throw new UsageException(
                    "a drawing on standard output stands alone; name a file for it, as in --svg lattice.svg");
        }
    }

    /** Whether paths are listed; of an empty lattice there are none, which is no failure. */
    private boolean listsPaths() {
        return marks || best > 0 || samples > 0;
    }

    /** Whether something is asked for that an empty lattice does not have. */
    private boolean needsPaths() {
        return svg != null || dot != null || fst != null || path != null;
    }

    /** Shows what was asked for: the size, unless it was something else. */
    void show(LatticeSummary summary, Console console) {
        Lattice lattice = summary.lattice();
        if (lattice.isEmpty() && needsPaths()) {
            throw new EspalierException(summary.sentence());
        }
        Weighted weighted = new Weighted(lattice);
        if (json) {
            Map<String, Object> object = summary.json();
            weighted.addTo(object);
            console.out().println(Json.line(object));
        } else if (!listsPaths() && !needsPaths()) {
            console.out().println(summary.sentence());
        } else if (lattice.isEmpty()) {
            console.say(summary.sentence());
        } else {
            weighted.print(console);
        }
        if (path != null && !json) {
            printPath(lattice, path, console);
        }
        if (svg != null) {
            OutputTarget.write(console, svg, GridSvg.draw(lattice, weighted.drawOptions(summary.sentence())));
        }
        if (dot != null) {
            OutputTarget.write(console, dot, Dot.draw(lattice, weighted.drawOptions(summary.sentence())));
        }
        if (fst != null) {
            OpenFstBinary.write(OpenFst.toOpenFst(lattice), fst);
            console.say("wrote " + fst);
        }
    }

    /** As text and in its order, not in the order of the marks' numbers. */
    private List<String> sortedMarks(Lattice lattice) {
        return PathEnumeration.of(lattice, maxPaths).stream()
                .map(arcs -> lattice.machine().marks().format(lattice.marksOf(arcs)))
                .sorted(Comparator.comparing(line -> line.codePoints().toArray(), Arrays::compare))
                .toList();
    }

    private static void printPath(Lattice lattice, String marks, Console console) {
        Mfst machine = lattice.machine();
        for (int arc : path(lattice, marks).arcs()) {
            console.out()
                    .println(machine.source(arc) + "\t" + machine.target(arc) + "\t"
                            + Arrays.stream(Tape.values())
                                    .map(tape -> machine.alphabet(tape).format(machine.label(arc, tape)))
                                    .collect(Collectors.joining("\t")));
        }
    }

    private static List<Map<String, Object>> pathObjects(Lattice lattice, String marks) {
        Mfst machine = lattice.machine();
        List<Map<String, Object>> objects = new ArrayList<>();
        for (int arc : path(lattice, marks).arcs()) {
            Map<String, Object> object = Json.object("source", machine.source(arc), "target", machine.target(arc));
            for (Tape tape : Tape.values()) {
                object.put(tape.word(), machine.alphabet(tape).symbolsOf(machine.label(arc, tape)));
            }
            objects.add(object);
        }
        return objects;
    }

    private static MachinePath path(Lattice lattice, String marks) {
        return lattice.path(marks(lattice, marks)).orElseThrow(() -> noPath(marks));
    }

    private static int[] marks(Lattice lattice, String text) {
        return lattice.machine().marks().ids(Alphabet.split(text));
    }

    private static EspalierException noPath(String marks) {
        return new EspalierException("no path of this pair has the marks " + EspalierException.quote(marks)
                + "; --marks lists those there are");
    }

    /** A lattice with weights on its arcs: what depends on them. */
    private final class Weighted {
        private final Lattice lattice;
        private final Weights weights;

        Weighted(Lattice lattice) {
            this.lattice = lattice;
            weights = weightFile == null
                    ? Weights.ones(lattice, Semirings.LOG)
                    : Weights.byMark(
                            lattice,
                            MarkWeights.read(weightFile, lattice.machine().marks()),
                            0);
        }

        void addTo(Map<String, Object> object) {
            if (weightFile != null && !lattice.isEmpty()) {
                object.put("logTotal", logTotal());
                object.put("entropy", DynamicPrograms.entropy(lattice, weights));
            }
            if (best > 0) {
                object.put("best", objects(best()));
            }
            if (samples > 0) {
                object.put("samples", objects(samples()));
            }
            if (marks) {
                object.put("marks", sortedMarks(lattice));
            }
            if (path != null) {
                object.put("path", pathObjects(lattice, path));
            }
        }

        void print(Console console) {
            if (best > 0) {
                print(best(), console);
            }
            if (samples > 0) {
                print(samples(), console);
            }
            if (marks) {
                sortedMarks(lattice).forEach(console.out()::println);
            }
        }

        private void print(List<LatticePath> paths, Console console) {
            double logTotal = logTotal();
            for (LatticePath path : paths) {
                double probability = Math.exp(path.logWeight() - logTotal);
                console.out()
                        .printf(
                                Locale.ROOT,
                                probability < SMALL ? "%.6e\t%.6f\t%s%n" : "%.6f\t%.6f\t%s%n",
                                probability,
                                path.logWeight(),
                                lattice.machine().marks().format(path.marks(lattice)));
            }
        }

        private List<Map<String, Object>> objects(List<LatticePath> paths) {
            double logTotal = logTotal();
            return paths.stream()
                    .map(path -> Json.object(
                            "probability", Math.exp(path.logWeight() - logTotal),
                            "logWeight", path.logWeight(),
                            "marks", lattice.machine().marks().symbolsOf(path.marks(lattice))))
                    .toList();
        }

        private double logTotal() {
            return DynamicPrograms.total(lattice, Semirings.LOG, weights);
        }

        private List<LatticePath> best() {
            return DynamicPrograms.nBest(lattice, weights, best);
        }

        private List<LatticePath> samples() {
            if (lattice.isEmpty()) {
                return List.of();
            }
            ExactSampler sampler = new ExactSampler(lattice, weights);
            Random random = new Random(seed);
            return Stream.generate(() -> sampler.sample(random)).limit(samples).toList();
        }

        DrawOptions drawOptions(String caption) {
            DrawOptions options = DrawOptions.DEFAULT.withCaption(caption);
            if (posterior) {
                options = options.withPosterior(
                        DynamicPrograms.posteriors(lattice, weights).arc());
            }
            return highlight == null ? options : options.withHighlight(highlighted(highlight));
        }

        private int[] highlighted(String wanted) {
            if (wanted.equals("best")) {
                return DynamicPrograms.best(lattice, weights)
                        .orElseThrow(() -> new EspalierException(
                                "all paths have log weight -Infinity, so that none is best; change the weights"))
                        .arcs();
            }
            return lattice.arcsOf(marks(lattice, wanted)).orElseThrow(() -> noPath(wanted));
        }
    }
}

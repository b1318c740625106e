package org.espalier.app.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.espalier.app.data.MarkWeights;
import org.espalier.app.data.Pair;
import org.espalier.fst.Alphabet;
import org.espalier.fst.EspalierException;
import org.espalier.fst.Lattice;
import org.espalier.fst.MachinePath;
import org.espalier.fst.Mfst;
import org.espalier.fst.Tape;
import org.espalier.fst.dp.DynamicPrograms;
import org.espalier.fst.dp.Enumeration;
import org.espalier.fst.dp.ExactSampler;
import org.espalier.fst.dp.Semirings;
import org.espalier.fst.dp.Weights;
import org.espalier.fst.draw.Dot;
import org.espalier.fst.draw.DrawOptions;
import org.espalier.fst.draw.GridSvg;
import org.espalier.fst.io.OpenFst;
import org.espalier.fst.io.OpenFstBinary;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What to show of one lattice. */
final class LatticeView {
    private static final long DEFAULT_MAX_PATHS = 1_000_000;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Option(names = "--marks", description = "List all mark strings, one a line, sorted.")
    private boolean marks;

    @Option(
            names = "--max-paths",
            paramLabel = "N",
            description = "The most mark strings that --marks may list. Default: ${DEFAULT-VALUE}.")
    private long maxPaths = DEFAULT_MAX_PATHS;

    @Option(
            names = "--svg",
            arity = "0..1",
            paramLabel = "FILE",
            fallbackValue = Output.STANDARD,
            description = "Draw the lattice on the grid of positions, to a file or standard output.")
    private @Nullable String svg;

    @Option(
            names = "--dot",
            arity = "0..1",
            paramLabel = "FILE",
            fallbackValue = Output.STANDARD,
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
            description = "Log weights of marks, mark<TAB>weight a line, 0 for all others. Paths weigh the sum of their "
                    + "marks; without weights all paths weigh the same.")
    private @Nullable Path weightFile;

    @Option(names = "--best", paramLabel = "N", description = "List the N best paths: probability, log weight, marks.")
    private int best;

    @Option(
            names = "--sample",
            paramLabel = "N",
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

    void requireNoneButJson() {
        if (marks || svg != null || dot != null || fst != null || best > 0 || samples > 0 || path != null) {
            throw new WrongCall("with --pairs only sizes are printed; for anything else give one pair with --x and --y");
        }
    }

    void show(Lattice lattice, Pair pair, Map<String, Object> summary, Console console) {
        Show show = new Show(lattice, console);
        boolean quiet = marks || svg != null || dot != null || fst != null || path != null;
        if (json) {
            Map<String, Object> object = new LinkedHashMap<>(summary);
            show.weighted(object);
            console.out().println(Json.line(object));
        } else if (!quiet || best > 0 || samples > 0) {
            show.text(pair, summary);
        }
        if (lattice.isEmpty() && quiet) {
            throw new EspalierException(String.valueOf(summary.get("reason")));
        }
        if (marks) {
            show.marks();
        }
        if (path != null) {
            show.path(path);
        }
        if (svg != null) {
            Output.write(console, svg, GridSvg.draw(lattice, show.drawOptions(pair, summary)));
        }
        if (dot != null) {
            Output.write(console, dot, Dot.draw(lattice, show.drawOptions(pair, summary)));
        }
        if (fst != null) {
            OpenFstBinary.write(OpenFst.toOpenFst(lattice), fst);
            console.err().println("espalier: wrote " + fst);
        }
    }
}

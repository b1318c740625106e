package org.espalier.cli.lattice;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.espalier.cli.console.OutputTarget;
import org.espalier.cli.console.PositiveNumber;
import org.espalier.cli.console.UsageException;
import org.espalier.cli.machine.MachineOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that select what is shown of one lattice. */
final class LatticeViewOptions {
    private static final long DEFAULT_MAX_PATHS = 1_000_000;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Option(names = "--marks", description = "List all mark strings, one per line, sorted.")
    private boolean marks;

    @Option(
            names = "--max-paths",
            paramLabel = "N",
            converter = PositiveNumber.OfLong.class,
            description = "Maximum number of mark strings that --marks lists. Default: ${DEFAULT-VALUE}.")
    private long maxPaths = DEFAULT_MAX_PATHS;

    @Option(
            names = "--svg",
            arity = "0..1",
            paramLabel = "FILE",
            fallbackValue = OutputTarget.STANDARD,
            description = "Draw the lattice on the grid of positions as SVG, to a file or to standard output.")
    private @Nullable String svg;

    @Option(
            names = "--dot",
            arity = "0..1",
            paramLabel = "FILE",
            fallbackValue = OutputTarget.STANDARD,
            description = "Draw the lattice in the DOT language of Graphviz, to a file or to standard output.")
    private @Nullable String dot;

    @Option(
            names = "--fst",
            paramLabel = "FILE",
            description = "Write the lattice as an OpenFst binary file, an acceptor over marks.")
    private @Nullable Path fst;

    @Option(
            names = "--weights",
            paramLabel = "FILE",
            description = "Log weights of marks, one mark<TAB>weight per line; marks not listed have weight 0. "
                    + "The log weight of a path is the sum over its marks. Default: all paths have the same weight.")
    private @Nullable Path weights;

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
            description = "List N paths sampled in proportion to their weights: probability, log weight, marks.")
    private int samples;

    @Option(names = "--seed", paramLabel = "N", description = "Random seed of --sample. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    @Option(
            names = "--highlight",
            paramLabel = "MARKS",
            description = "Highlight the path with these marks in a drawing; 'best' highlights the best path.")
    private @Nullable String highlight;

    @Option(names = "--posterior", description = "Shade the arcs of a drawing by posterior probability.")
    private boolean posterior;

    @Option(
            names = "--path",
            paramLabel = "MARKS",
            description = "Print the path of the machine with these marks, one arc per line.")
    private @Nullable String path;

    /** Refuses options that have no effect, and drawings that would be mixed with other results. */
    void check() {
        boolean draws = svg != null || dot != null;
        if (!draws && (posterior || highlight != null)) {
            throw new UsageException(
                    (posterior ? "--posterior" : "--highlight") + " is for drawings; add --svg or --dot");
        }
        long drawings =
                Stream.of(svg, dot).filter(OutputTarget.STANDARD::equals).count();
        if (drawings > 0 && (drawings > 1 || json || listsPaths() || path != null)) {
            throw new UsageException(
                    "a drawing on standard output cannot be combined with other results; name a file for it, as in "
                            + "--svg lattice.svg");
        }
    }

    /** Refuses to write to a file that is read: the machine, the pairs or the weights. */
    void checkFiles(MachineOptions machines, String machine) {
        String[] read = Stream.of(machine, weights)
                .filter(Objects::nonNull)
                .map(Object::toString)
                .toArray(String[]::new);
        Stream.of(svg, dot, fst)
                .filter(Objects::nonNull)
                .forEach(file -> machines.requireNotRead(file.toString(), read));
    }

    /** Refuses options that show more than sizes, for use with a file of pairs. */
    void checkForManyPairs() {
        if (listsPaths() || needsPaths() || weights != null) {
            throw new UsageException(
                    "with --pairs only sizes are printed; for anything else give one pair with --x and --y");
        }
    }

    /** Returns whether paths are listed. An empty lattice gives an empty list. */
    boolean listsPaths() {
        return marks || best > 0 || samples > 0;
    }

    /** Returns whether something is requested that an empty lattice does not have. */
    boolean needsPaths() {
        return svg != null || dot != null || fst != null || path != null;
    }

    boolean json() {
        return json;
    }

    boolean marks() {
        return marks;
    }

    long maxPaths() {
        return maxPaths;
    }

    Optional<String> svg() {
        return Optional.ofNullable(svg);
    }

    Optional<String> dot() {
        return Optional.ofNullable(dot);
    }

    Optional<Path> fst() {
        return Optional.ofNullable(fst);
    }

    Optional<Path> weights() {
        return Optional.ofNullable(weights);
    }

    /** Returns the number of best paths to list, 0 for none. */
    int best() {
        return best;
    }

    /** Returns the number of paths to sample, 0 for none. */
    int samples() {
        return samples;
    }

    long seed() {
        return seed;
    }

    Optional<String> highlight() {
        return Optional.ofNullable(highlight);
    }

    boolean posterior() {
        return posterior;
    }

    /** Returns the marks of the path to print. */
    Optional<String> path() {
        return Optional.ofNullable(path);
    }
}

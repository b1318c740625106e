package org.espalier.cli.lattice;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.espalier.fst.Mfst;
import org.espalier.fst.Tape;
import org.espalier.fst.dp.LatticePath;

/** Prints the paths of a lattice as lines of text. */
final class LatticeText {
    /** Smaller probabilities are printed with an exponent: with six decimals many would be all zeros. */
    private static final double SMALL = 1e-3;

    private LatticeText() {}

    /** Prints the lists of paths that the options select. */
    static void printPaths(WeightedLattice weighted, LatticeViewOptions options, PrintWriter out) {
        if (options.best() > 0) {
            print(weighted.best(options.best()), weighted, out);
        }
        if (options.samples() > 0) {
            print(weighted.samples(options.samples(), options.seed()), weighted, out);
        }
        if (options.marks()) {
            weighted.sortedMarks(options.maxPaths()).forEach(out::println);
        }
    }

    private static void print(List<LatticePath> paths, WeightedLattice weighted, PrintWriter out) {
        double logTotal = weighted.logTotal();
        for (LatticePath path : paths) {
            double probability = Math.exp(path.logWeight() - logTotal);
            out.printf(
                    Locale.ROOT,
                    probability < SMALL ? "%.6e\t%.6f\t%s%n" : "%.6f\t%.6f\t%s%n",
                    probability,
                    path.logWeight(),
                    weighted.lattice().machine().marks().format(path.marks(weighted.lattice())));
        }
    }

    /** Prints the path of the machine that a mark string names, one arc per line. */
    static void printMachinePath(WeightedLattice weighted, String marks, PrintWriter out) {
        Mfst machine = weighted.lattice().machine();
        for (int arc : weighted.machinePath(marks).arcs()) {
            out.println(machine.source(arc) + "\t" + machine.target(arc) + "\t"
                    + Arrays.stream(Tape.values())
                            .map(tape -> machine.alphabet(tape).format(machine.label(arc, tape)))
                            .collect(Collectors.joining("\t")));
        }
    }
}

package org.espalier.cli.lattice;

import org.espalier.cli.console.Console;
import org.espalier.cli.console.OutputTarget;
import org.espalier.fst.Lattice;
import org.espalier.fst.draw.Dot;
import org.espalier.fst.draw.DrawOptions;
import org.espalier.fst.draw.GridSvg;
import org.espalier.fst.io.OpenFst;
import org.espalier.fst.io.OpenFstBinary;

/** Writes the drawings of a lattice and its OpenFst file. */
final class LatticeFiles {
    private static final String BEST = "best";

    private LatticeFiles() {}

    /**
     * Writes the files that the options name.
     *
     * @param caption the line below a drawing
     */
    static void write(WeightedLattice weighted, LatticeViewOptions options, String caption, Console console) {
        Lattice lattice = weighted.lattice();
        options.svg()
                .ifPresent(file -> OutputTarget.write(
                        console, file, GridSvg.draw(lattice, drawOptions(weighted, options, caption))));
        options.dot()
                .ifPresent(file ->
                        OutputTarget.write(console, file, Dot.draw(lattice, drawOptions(weighted, options, caption))));
        options.fst().ifPresent(file -> {
            OpenFstBinary.write(OpenFst.toOpenFst(lattice), file);
            console.info("wrote " + file);
        });
    }

    private static DrawOptions drawOptions(WeightedLattice weighted, LatticeViewOptions options, String caption) {
        DrawOptions plain = DrawOptions.DEFAULT.withCaption(caption);
        DrawOptions shaded = options.posterior() ? plain.withPosterior(weighted.posteriors()) : plain;
        return options.highlight()
                .map(marks -> shaded.withHighlight(marks.equals(BEST) ? weighted.bestArcs() : weighted.arcs(marks)))
                .orElse(shaded);
    }
}

package org.espalier.run;

import java.util.List;
import org.espalier.fst.Lattice;
import org.espalier.model.estimate.PosteriorString;
import org.espalier.run.alignment.Alignment;
import org.espalier.run.alignment.AlignmentPosterior;
import org.espalier.run.alignment.AlignmentTable;
import org.jspecify.annotations.Nullable;

/** The paths that were drawn for a pair, or all of them. Paths are made of mark strings when they are first asked for. */
public final class Alignments {
    private final Lattice lattice;
    private final List<PosteriorString> strings;
    private final boolean isExact;
    // Two threads may both fill it: with equal, immutable lists.
    private @Nullable List<AlignedPath> paths;

    Alignments(Lattice lattice, List<PosteriorString> strings, boolean isExact) {
        this.lattice = lattice;
        this.strings = List.copyOf(strings);
        this.isExact = isExact;
    }

    /** Different paths, the heaviest first. */
    public List<AlignedPath> paths() {
        List<AlignedPath> made = paths;
        if (made == null) {
            made = strings.stream().map(this::path).toList();
            paths = made;
        }
        return made;
    }

    /** The path of the largest posterior weight. */
    public AlignedPath best() {
        return path(strings.get(0));
    }

    /** How probable each part of an alignment is, by the weights of all paths. */
    public AlignmentPosterior posterior() {
        return AlignmentPosterior.of(
                paths().stream().map(AlignedPath::alignment).toList(),
                paths().stream().map(AlignedPath::weight).toList());
    }

    /** The best path as three lines: x above y, and how probable each column is. */
    public List<String> rows() {
        return AlignmentTable.of(best().alignment(), posterior());
    }

    /** Whether these are all paths of the pair, with exact weights. */
    public boolean isExact() {
        return isExact;
    }

    private AlignedPath path(PosteriorString string) {
        return new AlignedPath(
                Alignment.of(lattice, string.string().marks()),
                string.weight(),
                string.string().logQ(),
                string.string().logP());
    }
}

package org.espalier.run;

import java.util.List;
import org.espalier.fst.Lattice;
import org.espalier.model.estimate.PosteriorString;
import org.espalier.run.alignment.Alignment;
import org.espalier.run.alignment.AlignmentPosterior;
import org.espalier.run.alignment.AlignmentTable;
import org.jspecify.annotations.Nullable;

/**
 * The alignments of a pair with their posterior weights: those that were drawn, or all of them. Paths are computed from mark
 * strings when they are first needed. Safe for use by several threads.
 */
public final class Alignments {
    private final Lattice lattice;
    private final List<PosteriorString> strings;
    private final boolean isExact;
    // Several threads may set it, to equal immutable lists.
    private @Nullable List<AlignedPath> paths;

    Alignments(Lattice lattice, List<PosteriorString> strings, boolean isExact) {
        this.lattice = lattice;
        this.strings = List.copyOf(strings);
        this.isExact = isExact;
    }

    /** Returns the distinct paths, the largest weight first. */
    public List<AlignedPath> paths() {
        List<AlignedPath> result = paths;
        if (result == null) {
            result = strings.stream().map(this::path).toList();
            paths = result;
        }
        return result;
    }

    /** Returns the path with the largest posterior weight. */
    public AlignedPath best() {
        return path(strings.get(0));
    }

    /** Returns the probability of each part of an alignment: the total weight of the paths that contain it. */
    public AlignmentPosterior posterior() {
        return AlignmentPosterior.of(
                paths().stream().map(AlignedPath::alignment).toList(),
                paths().stream().map(AlignedPath::weight).toList());
    }

    /** Returns the best path as three lines: x above y, and the probability of each column. */
    public List<String> rows() {
        return AlignmentTable.of(best().alignment(), posterior());
    }

    /** Returns whether these are all paths of the pair, with exact weights. */
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

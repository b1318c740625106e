package org.espalier.lab.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.espalier.fst.Lattice;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.draw.PathsSvg;
import org.espalier.fst.draw.PathsSvg.NamedPath;
import org.espalier.lab.results.ProposalExample.Proposal;
import org.jspecify.annotations.Nullable;

/** Draws the lattice of a pair with the best path of each sampler, as SVG. */
public final class LatticePicture {
    private LatticePicture() {}

    /** Draws the paths of these proposals, in their order. */
    public static String draw(Lattice lattice, List<Proposal> proposals) {
        return picture(lattice, proposals, null);
    }

    /** Draws the paths of these proposals over positions shaded by the posterior probability of each arc. */
    public static String draw(Lattice lattice, List<Proposal> proposals, double... posterior) {
        return picture(lattice, proposals, posterior);
    }

    private static String picture(Lattice lattice, List<Proposal> proposals, double @Nullable [] posterior) {
        List<NamedPath> paths = new ArrayList<>();
        for (Proposal proposal : proposals) {
            List<Integer> arcs = arcs(lattice, proposal)
                    .orElseThrow(() -> new EspalierException(
                            "the marks that " + proposal.sampler().label()
                                    + " proposes are those of no path of the lattice: "
                                    + String.join(" ", proposal.marks())));
            paths.add(new NamedPath(name(proposal), SamplerColours.of(proposal.sampler()), arcs));
        }
        return PathsSvg.draw(lattice, paths, posterior, caption(lattice));
    }

    private static Optional<List<Integer>> arcs(Lattice lattice, Proposal proposal) {
        int[] marks = lattice.machine().marks().ids(proposal.marks());
        return lattice.arcsOf(marks).map(arcs -> Arrays.stream(arcs).boxed().toList());
    }

    /** Returns the name of the sampler and the marks that the path on the grid does not show, such as the cipher. */
    private static String name(Proposal proposal) {
        List<String> choices = EditOperation.fold(proposal.marks()).stream()
                .filter(operation -> operation instanceof EditOperation.Other)
                .flatMap(operation -> operation.parts().stream())
                .toList();
        return proposal.sampler().label() + (choices.isEmpty() ? "" : ": " + String.join(" ", choices));
    }

    private static String caption(Lattice lattice) {
        return "Each sampler’s best path through " + ResultTables.count(lattice.states()) + " states and "
                + ResultTables.count(lattice.arcs()) + " arcs";
    }
}

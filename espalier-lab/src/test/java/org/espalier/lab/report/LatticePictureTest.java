package org.espalier.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.espalier.fst.Lattice;
import org.espalier.fst.LatticeOptions;
import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.EspalierException;
import org.espalier.lab.results.ProposalExample.Proposal;
import org.espalier.lab.results.SamplerVariant;
import org.junit.jupiter.api.Test;

class LatticePictureTest {
    private static final Lattice LATTICE = lattice();

    @Test
    void everyPathHasColourAndCipherOfItsSampler() {
        String picture = LatticePicture.draw(
                LATTICE,
                List.of(
                        proposal(SamplerVariant.SWA, "cipher1 replace a b delete b insert c"),
                        proposal(SamplerVariant.SWP, "cipher2 replace a c copy c")));
        assertThat(picture)
                .contains(">SWA: cipher1</text>", ">SWP: cipher2</text>")
                .contains(
                        "stroke=\"" + SamplerColours.of(SamplerVariant.SWA) + "\"",
                        "stroke=\"" + SamplerColours.of(SamplerVariant.SWP) + "\"")
                .contains("Each sampler’s best path through " + LATTICE.states() + " states")
                .doesNotContain("posterior");
    }

    @Test
    void posteriorShadesThePositions() {
        double[] posterior = new double[LATTICE.arcs()];
        assertThat(LatticePicture.draw(LATTICE, List.of(), posterior)).contains("posterior 0 to 1");
    }

    @Test
    void marksOfAnotherPairAreRefused() {
        assertThatThrownBy(
                        () -> LatticePicture.draw(LATTICE, List.of(proposal(SamplerVariant.SWS, "cipher2 insert c"))))
                .isInstanceOf(EspalierException.class)
                .hasMessage("the marks that SWS proposes are those of no path of the lattice: cipher2 insert c");
    }

    private static Proposal proposal(SamplerVariant sampler, String marks) {
        return new Proposal(sampler, List.of(marks.split(" ", -1)), -1, -2);
    }

    /** Returns the lattice of a : c. The first cipher replaces a by b, the second by c. */
    private static Lattice lattice() {
        Mfst.Builder machine = Mfst.builder();
        int start = machine.state();
        for (String cipher : List.of("cipher1 b", "cipher2 c")) {
            int q = machine.state();
            String to = cipher.substring(8);
            machine.arc(start, q, "", "", cipher.substring(0, 7));
            machine.arc(q, q, "a", to, "replace a " + to + " copy " + to);
            machine.arc(q, q, "a", "", "replace a " + to + " delete " + to);
            machine.arc(q, q, "", "c", "insert c");
            machine.accept(q);
        }
        return Lattices.of(machine.build()).builder(LatticeOptions.DEFAULT).build(List.of("a"), List.of("c"));
    }
}

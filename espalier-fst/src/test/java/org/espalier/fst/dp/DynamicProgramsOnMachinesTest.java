package org.espalier.fst.dp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.espalier.fst.Lattice;
import org.espalier.fst.LatticeOptions;
import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;
import org.espalier.fst.TaskMachines;
import org.junit.jupiter.api.Test;

/** Dynamic programs on lattices of the paper's machines. */
class DynamicProgramsOnMachinesTest {
    @Test
    void pathsOfDeletionInsertionAreAllInterleavings() {
        List<String> x = TaskMachines.symbols("a", 10);
        List<String> y = TaskMachines.symbols("b", 10);
        Lattice lattice =
                Lattices.of(TaskMachines.deletionInsertion(x, y)).builder().build(x, y);
        Weights weights = Weights.ones(lattice, Semirings.LOG);
        assertThat(DynamicPrograms.countPaths(lattice)).isEqualTo(184_756);
        assertThat(DynamicPrograms.total(lattice, Semirings.LOG, weights)).isCloseTo(Math.log(184_756), within(1e-12));
        assertThat(PathEnumeration.of(lattice, 184_756).stream().map(lattice::marksOf))
                .allSatisfy(marks -> assertThat(marks).hasSize(40));
    }

    @Test
    void boundedPathsOfCyclicLatticeMatchUnrolledLattice() {
        Mfst.Builder builder = Mfst.builder();
        int q = builder.state();
        Lattices lattices = Lattices.of(builder.accept(q)
                .arc(q, q, "a", "", "read")
                .arc(q, q, "", "", "wait")
                .build());
        List<String> x = List.of("a", "a");
        Lattice cyclic = lattices.builder().build(x, List.of());
        Lattice unrolled =
                lattices.builder(LatticeOptions.DEFAULT.withMaxMarks(6)).build(x, List.of());
        assertThat(cyclic.isAcyclic()).isFalse();
        assertThat(marks(cyclic, PathEnumeration.upTo(cyclic, 6, 100)))
                .hasSize(35)
                .isEqualTo(marks(unrolled, PathEnumeration.of(unrolled, 100)));
    }

    private static List<String> marks(Lattice lattice, PathEnumeration paths) {
        return paths.stream()
                .map(arcs -> lattice.machine().marks().format(lattice.marksOf(arcs)))
                .toList();
    }
}

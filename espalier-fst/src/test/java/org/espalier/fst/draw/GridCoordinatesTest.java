package org.espalier.fst.draw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.espalier.fst.Lattice;
import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;
import org.espalier.fst.TaskMachines;
import org.espalier.fst.base.EspalierException;
import org.junit.jupiter.api.Test;

class GridCoordinatesTest {
    private static final Lattices LATTICES =
            Lattices.of(TaskMachines.deletionInsertion(List.of("a", "b"), List.of("c")));

    @Test
    void homesLieAtTheirPositionsAndBeadsBetweenThem() {
        Lattice lattice = LATTICES.builder().build(List.of("a", "b"), List.of("c"));

        GridCoordinates places = GridCoordinates.of(lattice);

        assertThat(places.states()).hasSize(lattice.states()).doesNotHaveDuplicates();
        assertThat(places.middles()).hasSize(lattice.arcs()).doesNotHaveDuplicates();
        assertThat(places.homes().stream().filter(home -> home)).hasSize(6);
        for (int s = 0; s < lattice.states(); s++) {
            Point position = new Point(lattice.inputPosition(s), lattice.outputPosition(s));
            assertThat(places.states().get(s).equals(position))
                    .as("state %d", s)
                    .isEqualTo(places.homes().get(s));
        }
    }

    @Test
    void emptyLatticeIsRefused() {
        Mfst.Builder machine = Mfst.builder();
        int start = machine.state();
        int end = machine.state();
        machine.accept(end);
        machine.arc(start, end, "a", "b", "m");
        Lattice empty = Lattices.of(machine.build()).builder().build(List.of("a", "a"), List.of("b"));

        assertThatThrownBy(() -> GridCoordinates.of(empty))
                .isInstanceOf(EspalierException.class)
                .hasMessage(
                        "nothing to draw: the machine does not generate this pair; choose a pair that it generates");
    }
}

package org.espalier.fst.dp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.espalier.fst.Lattice;
import org.espalier.fst.RandomLattices;
import org.junit.jupiter.api.Test;

class LatticePathTest {
    private static final Lattice CHAIN = RandomLattices.chain(2, 2);
    private static final Weights WEIGHTS = Weights.byMark(CHAIN, new double[] {10, 20, 30, 40}, 5);

    @Test
    void logWeightIsTheSumOverArcsAndEnd() {
        LatticePath path = LatticePath.of(CHAIN, WEIGHTS, 0, 3);
        assertThat(path.logWeight()).isEqualTo(35);
        assertThat(path.length()).isEqualTo(2);
        assertThat(path.marks(CHAIN)).containsExactly(0, 1);
        assertThat(path).hasToString("Path[arcs=[0, 3], logWeight=35.0]");
    }

    @Test
    void pathsAreImmutableAndComparedByContent() {
        LatticePath path = LatticePath.of(CHAIN, WEIGHTS, 0, 3);
        path.arcs()[0] = 1;
        assertThat(path)
                .isEqualTo(new LatticePath(new int[] {0, 3}, 35))
                .hasSameHashCodeAs(new LatticePath(new int[] {0, 3}, 35));
        assertThat(path)
                .isNotEqualTo(new LatticePath(new int[] {1, 3}, 35))
                .isNotEqualTo(new LatticePath(new int[] {0, 3}, 36));
    }

    @Test
    void incompletePathIsRefused() {
        assertThatThrownBy(() -> LatticePath.of(CHAIN, WEIGHTS, 0, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("each arc of a path must leave the state that the one before it enters; "
                        + "got arc 1 at state 1");
        assertThatThrownBy(() -> LatticePath.of(CHAIN, WEIGHTS, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a path must end at a final state; got: 1");
    }
}

package org.espalier.fst.dp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.espalier.fst.Lattice;
import org.espalier.fst.RandomLattices;
import org.espalier.fst.base.EspalierException;
import org.junit.jupiter.api.Test;

class WeightsTest {
    private static final Lattice CHAIN = RandomLattices.chain(2, 2);

    @Test
    void weightsByMarkFollowTheMarks() {
        Weights weights = Weights.byMark(CHAIN, new double[] {10, 20, 30, 40}, 5);
        assertThat(weights.arc(0)).isEqualTo(10);
        assertThat(weights.arc(3)).isEqualTo(20);
        assertThat(weights.end(2)).isEqualTo(5);
    }

    @Test
    void onesAreOneEverywhere() {
        Weights weights = Weights.ones(CHAIN, Semirings.REAL);
        assertThat(weights.arc(3)).isEqualTo(1);
        assertThat(weights.end(2)).isEqualTo(1);
    }

    @Test
    void arraysAreCopied() {
        double[] arc = {1, 2, 3, 4};
        Weights weights = Weights.of(CHAIN, arc, new double[3]);
        arc[0] = 100;
        assertThat(weights.arc(0)).isEqualTo(1);
    }

    @Test
    void weightsOfAnotherLatticeAreRefused() {
        assertThatThrownBy(() -> Weights.of(CHAIN, new double[3], new double[3]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("weights must be one for each arc, 4 in all; got: 3");
        assertThatThrownBy(() -> Weights.of(CHAIN, new double[4], new double[4]))
                .hasMessage("weights must be one for each state, 3 in all; got: 4");
        assertThatThrownBy(() -> Weights.byMark(CHAIN, new double[2], 0))
                .hasMessage("weights must be one for each mark of the machine, 4 in all; got: 2");
        Weights other = Weights.ones(RandomLattices.grid(1, 1), Semirings.LOG);
        assertThatThrownBy(() -> DynamicPrograms.posteriors(CHAIN, other))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("weights must be those of the lattice, which has 4 arcs and 3 states; "
                        + "got weights of 4 arcs and 4 states");
    }

    @Test
    void notANumberIsRefusedWhereItIsUsed() {
        double nan = Double.NaN;
        assertThatThrownBy(() -> Weights.of(CHAIN, new double[] {0, nan, 0, 0}, new double[3]))
                .isInstanceOf(EspalierException.class)
                .hasMessage("the weight of arc 1 is NaN; weights must be numbers, so look at what computed them");
        assertThatThrownBy(() -> Weights.of(CHAIN, new double[4], new double[] {0, 0, nan}))
                .hasMessage("the weight of ending at state 2 is NaN; weights must be numbers, "
                        + "so look at what computed them");
        Weights unread = Weights.of(CHAIN, new double[4], new double[] {nan, nan, 0});
        assertThat(DynamicPrograms.total(CHAIN, Semirings.LOG, unread)).isEqualTo(Math.log(4));
    }
}

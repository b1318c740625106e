package org.espalier.fst;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Machines so long that an algorithm quadratic in their states would take many minutes. */
@Tag("slow")
class LongMachinesTest {
    private static final int STATES = 12_000_000;

    @Test
    void removesEmptyArcsInLinearTime() {
        Mfst.Builder machine = Mfst.builder();
        for (int q = 0; q < STATES; q++) {
            machine.state();
        }
        machine.arc(0, STATES - 1, "", "", "").arc(STATES - 1, 1, "a", "b", "m").accept(1);
        Mfst compact = Operations.compact(machine.build());
        assertThat(compact.states()).isEqualTo(2);
        assertThat(compact.arcs()).isEqualTo(1);
        assertThat(compact.describe(0)).isEqualTo("a:b/m");
    }

    @Test
    void findsEmptyPotentialsOfAChainInLinearTime() {
        int[] firstArc = new int[STATES + 1];
        Arrays.setAll(firstArc, s -> Math.min(s, STATES - 1));
        int[] target = new int[STATES - 1];
        Arrays.setAll(target, a -> a + 1);
        IntString[] label = new IntString[STATES - 1];
        Arrays.fill(label, IntString.EMPTY);
        @Nullable IntString[] end = new @Nullable IntString[STATES];
        end[STATES - 1] = IntString.EMPTY;
        IntString[] potential = Potentials.of(firstArc, target, label, end);
        assertThat(Arrays.stream(potential).allMatch(IntString.EMPTY::equals)).isTrue();
    }
}

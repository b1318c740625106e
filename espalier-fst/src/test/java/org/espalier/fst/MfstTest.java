package org.espalier.fst;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.espalier.fst.base.EspalierException;
import org.junit.jupiter.api.Test;

class MfstTest {
    @Test
    void arcsOfAStateAreConsecutiveInTheOrderOfAdding() {
        Mfst.Builder builder = Mfst.builder();
        int p = builder.state();
        int q = builder.state();
        builder.arc(q, p, "", "", "").arc(p, q, "a b", "", "m").arc(q, q, "b", "c d", "m n");
        Mfst machine = builder.initial(q).accept(p).build();
        assertThat(machine.initial()).isEqualTo(q);
        assertThat(machine.isFinal(p)).isTrue();
        assertThat(machine.isFinal(q)).isFalse();
        assertThat(arcs(machine, p)).containsExactly("a b:_/m -> 1");
        assertThat(arcs(machine, q)).containsExactly("_:_/_ -> 0", "b:c d/m n -> 1");
        assertThat(machine.isEmpty(machine.firstArc(q))).isTrue();
        assertThat(machine).hasToString("Mfst[2 states, 3 arcs, |Σ|=2, |Δ|=2, |Ω|=2]");
    }

    /** Returns the arcs of a state as text, after checking their labels symbol by symbol. */
    private static List<String> arcs(Mfst machine, int state) {
        List<String> arcs = new ArrayList<>();
        for (int a = machine.firstArc(state); a < machine.endArc(state); a++) {
            for (Tape tape : Tape.values()) {
                int[] label = new int[machine.length(a, tape)];
                for (int k = 0; k < label.length; k++) {
                    label[k] = machine.symbol(a, tape, k);
                }
                assertThat(label).isEqualTo(machine.label(a, tape));
            }
            assertThat(machine.source(a)).isEqualTo(state);
            arcs.add(machine.describe(a) + " -> " + machine.target(a));
        }
        return arcs;
    }

    @Test
    void statesOfCopiesStatesWithoutArcs() {
        Mfst.Builder builder = Mfst.builder();
        builder.state();
        int q = builder.state();
        Mfst machine = builder.initial(q).accept(q).arc(q, 0, "a", "", "").build();
        Mfst.Builder copy = Mfst.builder().statesOf(machine);
        assertThat(copy.build()).hasToString("Mfst[2 states, 0 arcs, |Σ|=0, |Δ|=0, |Ω|=0]");
        assertThat(copy.build().initial()).isEqualTo(q);
        assertThat(copy.accept(0).build().isFinal(q)).isTrue();
        assertThat(machine.isFinal(0)).isFalse();
        assertThatThrownBy(() -> copy.statesOf(machine))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the builder must have no states yet; got: 2");
    }

    @Test
    void builderRefusesUnknownStatesAndSymbols() {
        Mfst.Builder builder = Mfst.builder(Alphabet.of("a"), Alphabet.empty(), Alphabet.empty());
        assertThatThrownBy(builder::build)
                .isInstanceOf(EspalierException.class)
                .hasMessage("a machine has at least one state; add one with state()");
        int q = builder.state();
        int[] none = {};
        assertThatThrownBy(() -> builder.accept(1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("state must be in 0..0; got: 1");
        assertThatThrownBy(() -> builder.arc(q, q, new int[] {1}, none, none))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("symbol must be in 0..0; got: 1");
    }
}

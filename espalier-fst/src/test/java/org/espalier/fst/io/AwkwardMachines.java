package org.espalier.fst.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.espalier.fst.Alphabet;
import org.espalier.fst.Mfst;
import org.espalier.fst.Tape;

/** Small machines with every difficulty for a file format, and their exact comparison. */
final class AwkwardMachines {
    private static final List<String> INPUT = List.of("a", "b", "#", "_", "é", "0");
    private static final List<String> OUTPUT = List.of("x", "a", ":", "\\", "\"", "𝄞");
    private static final List<String> MARKS = List.of("<delete>", "<insert>", "a", "-1", "\uFFFD", "日本");

    private AwkwardMachines() {}

    /**
     * Returns a machine with up to six states, any of them initial, unused symbols and states, symbols in any order,
     * parallel and looping arcs, and labels of up to {@code longest} symbols.
     */
    static Mfst machine(Random random, int longest) {
        Mfst.Builder machine = Mfst.builder(alphabet(random, INPUT), alphabet(random, OUTPUT), alphabet(random, MARKS));
        int states = 1 + random.nextInt(6);
        for (int q = 0; q < states; q++) {
            machine.state();
            if (random.nextInt(3) == 0) {
                machine.accept(q);
            }
        }
        machine.initial(random.nextInt(states));
        for (int a = random.nextInt(12); a > 0; a--) {
            machine.arc(
                    random.nextInt(states),
                    random.nextInt(states),
                    label(random, INPUT, longest),
                    label(random, OUTPUT, longest),
                    label(random, MARKS, longest));
        }
        return machine.build();
    }

    static void assertSame(Mfst actual, Mfst expected) {
        for (Tape tape : Tape.values()) {
            assertThat(actual.alphabet(tape)).isEqualTo(expected.alphabet(tape));
        }
        assertThat(actual.states()).isEqualTo(expected.states());
        assertThat(actual.initial()).isEqualTo(expected.initial());
        for (int q = 0; q < expected.states(); q++) {
            assertThat(actual.isFinal(q)).isEqualTo(expected.isFinal(q));
            assertThat(arcs(actual, q)).isEqualTo(arcs(expected, q));
        }
    }

    private static List<String> arcs(Mfst machine, int state) {
        List<String> arcs = new ArrayList<>();
        for (int a = machine.firstArc(state); a < machine.endArc(state); a++) {
            arcs.add(machine.describe(a) + " -> " + machine.target(a));
        }
        return arcs;
    }

    private static Alphabet alphabet(Random random, List<String> symbols) {
        List<String> shuffled = new ArrayList<>(symbols);
        Collections.shuffle(shuffled, random);
        return Alphabet.of(shuffled.subList(0, random.nextBoolean() ? 0 : random.nextInt(symbols.size())));
    }

    private static List<String> label(Random random, List<String> symbols, int longest) {
        return random.ints(random.nextInt(longest + 1), 0, symbols.size())
                .mapToObj(symbols::get)
                .toList();
    }
}

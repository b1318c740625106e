package org.espalier.run.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.Assertions;
import org.espalier.fst.Mfst;
import org.espalier.fst.Tape;
import org.espalier.fst.io.MarkNaming;
import org.espalier.fst.io.OpenFstText;
import org.espalier.fst.language.DataSymbols;
import org.espalier.run.data.MachineFiles.OpenFstReading;
import org.junit.jupiter.api.Test;

/** Checks that the built-in machines are those of the paper. */
class MachineFilesTest {
    private static final DataSymbols DATA = new DataSymbols(List.of("a", "b", "c"), List.of("b", "c", "d"));

    @Test
    void deletionAndInsertion() {
        Mfst machine = machine("deletion-insertion");
        assertThat(machine.states()).isEqualTo(1);
        assertThat(arcs(machine))
                .containsExactlyInAnyOrder(
                        "a:_/<delete> a",
                        "b:_/<delete> b",
                        "c:_/<delete> c",
                        "_:b/<insert> b",
                        "_:c/<insert> c",
                        "_:d/<insert> d");
    }

    @Test
    void edit() {
        Mfst machine = machine("edit");
        assertThat(machine.states()).isEqualTo(1);
        assertThat(arcs(machine))
                .hasSize(3 + 3 + 2 + 7)
                .contains("b:b/<copy> b", "b:c/<substitute> b c", "a:_/<delete> a", "_:d/<insert> d")
                .doesNotContain("b:b/<substitute> b b");
    }

    @Test
    void cipher() {
        Mfst machine = machine("cipher");
        assertThat(machine.states()).isEqualTo(6);
        assertThat(machine.arcs()).isEqualTo(5 + 5 * 3 * 26);
        assertThat(IntStream.range(machine.firstArc(machine.initial()), machine.endArc(machine.initial()))
                        .mapToObj(machine::describe))
                .containsExactlyInAnyOrder("_:_/cipher1", "_:_/cipher2", "_:_/cipher3", "_:_/cipher4", "_:_/cipher5");
        for (int q = 0; q < machine.states(); q++) {
            if (q != machine.initial()) {
                assertThat(machine.isFinal(q)).isTrue();
                enciphersAndAddsNoise(machine, q);
            }
        }
    }

    /** In a cipher's state, each letter is enciphered by a permutation and then copied or deleted; any is inserted. */
    private static void enciphersAndAddsNoise(Mfst machine, int state) {
        List<String> wanted = new ArrayList<>();
        List<String> code = new ArrayList<>();
        for (int a = machine.firstArc(state); a < machine.endArc(state); a++) {
            assertThat(machine.target(a)).isEqualTo(state);
            if (machine.length(a, Tape.INPUT) == 1 && machine.length(a, Tape.OUTPUT) == 1) {
                String from = machine.input().symbol(machine.symbol(a, Tape.INPUT, 0));
                String to = machine.output().symbol(machine.symbol(a, Tape.OUTPUT, 0));
                code.add(to);
                wanted.add(from + ":" + to + "/replace " + from + " " + to + " copy " + to);
                wanted.add(from + ":_/replace " + from + " " + to + " delete " + to);
                wanted.add("_:" + to + "/insert " + to);
            }
        }
        assertThat(code).doesNotHaveDuplicates().hasSize(26);
        assertThat(IntStream.range(machine.firstArc(state), machine.endArc(state))
                        .mapToObj(machine::describe))
                .containsExactlyInAnyOrderElementsOf(wanted);
    }

    private static List<String> arcs(Mfst machine) {
        return IntStream.range(0, machine.arcs()).mapToObj(machine::describe).toList();
    }

    private static Mfst machine(String name) {
        OpenFstReading unused = new OpenFstReading(MarkNaming.NONE, OpenFstText.Form.TRANSDUCER, null, null);
        return MachineFiles.read("builtin:" + name, DATA, unused, Assertions::fail);
    }
}

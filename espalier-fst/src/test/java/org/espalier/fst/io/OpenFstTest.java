package org.espalier.fst.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.espalier.fst.io.AwkwardMachines.assertSame;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.espalier.fst.Alphabet;
import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;
import org.espalier.fst.Tape;
import org.espalier.fst.base.EspalierException;
import org.junit.jupiter.api.Test;

class OpenFstTest {
    private static final long SEED = 20231104;

    @Test
    void longLabelsBecomeChains() {
        Mfst.Builder machine = Mfst.builder();
        machine.state();
        machine.state();
        machine.arc(0, 1, "a b", "x y z", "m").arc(1, 0, "", "", "n").accept(1);
        assertThat(text(OpenFst.toOpenFst(machine.build(), Tape.INPUT, Tape.OUTPUT)))
                .isEqualTo("""
                0	2	a	x
                1	0	<eps>	<eps>
                1
                2	3	b	y
                3	1	<eps>	z
                """);
        assertThat(text(OpenFst.toOpenFst(machine.build(), Tape.MARKS, Tape.MARKS)))
                .isEqualTo("""
                0	1	m	m
                1	0	n	n
                1
                """);
    }

    @Test
    void acceptorOfStringsSharesPrefixes() {
        Map<List<String>, Float> weights = new LinkedHashMap<>();
        weights.put(List.of("b", "a"), 0.5f);
        weights.put(List.of("b"), 1f);
        weights.put(List.of("b", "-", "a"), 2f);
        weights.put(List.of(), 3f);
        VectorFst fst = OpenFst.acceptor(weights, Alphabet.of("a", "b"));
        assertThat(RandomFsts.text(fst, OpenFstText.Form.ACCEPTOR)).isEqualTo("""
                0	1	b
                0	3
                1	2	a
                1	3	-
                1	1
                2	0.5
                3	4	a
                4	2
                """);
        assertThat(fst.inputSymbols().orElseThrow().symbols().values())
                .as("a symbol that the alphabet does not have is the last")
                .containsExactly("<eps>", "a", "b", "-");
    }

    @Test
    void chainsSpellTheLabelsOfRandomMachines() {
        Random random = FileFuzzer.seeded(SEED);
        for (int i = 0; i < 500; i++) {
            Mfst machine = AwkwardMachines.machine(random, 4);
            for (Tape output : Tape.values()) {
                VectorFst fst = OpenFst.toOpenFst(machine, Tape.INPUT, output);
                assertThat(fst.hasWeights()).isFalse();
                assertThat(fst.isAcceptor() || output != Tape.INPUT).isTrue();
                assertThat(fst.start()).isEqualTo(machine.initial());
                for (int s = 0; s < fst.states(); s++) {
                    assertThat(fst.isFinal(s)).isEqualTo(s < machine.states() && machine.isFinal(s));
                }
                for (int q = 0; q < machine.states(); q++) {
                    assertThat(chains(fst, q, machine.states())).isEqualTo(arcs(machine, q, output));
                }
            }
        }
    }

    @Test
    void machinesWithShortLabelsAreReadUnchanged() {
        Random random = FileFuzzer.seeded(SEED);
        for (int i = 0; i < 500; i++) {
            Mfst machine = AwkwardMachines.machine(random, 1);
            Mfst back = OpenFst.toMfst(OpenFst.toOpenFst(machine, Tape.INPUT, Tape.OUTPUT), MarkNaming.NONE);
            assertSame(back, with(machine, Tape.INPUT, Tape.OUTPUT));
            Mfst marks = OpenFst.toMfst(OpenFst.toOpenFst(machine, Tape.MARKS, Tape.MARKS), MarkNaming.INPUT);
            assertSame(marks, with(machine, Tape.MARKS));
        }
    }

    @Test
    void labelsWithoutTableGivePairMarks() {
        VectorFst fst = fst("0 1 1 2", "0 1 1 0", "1 0 0 2", "1 0 0 0", "0 0 1 2", "1");
        assertThat(text(OpenFst.toMfst(fst, MarkNaming.PAIRS))).isEqualTo("""
                0	1	1	2	1:2
                0	1	1	<eps>	1:_
                0	0	1	2	1:2
                1	0	<eps>	2	_:2
                1	0	<eps>	<eps>	<eps>
                1
                """);
        assertThat(text(OpenFst.toMfst(fst, MarkNaming.NONE))).startsWith("0\t1\t1\t2\t<eps>\n");
    }

    @Test
    void alphabetsHoldTheTablesInTheOrderOfTheirKeys() {
        SymbolTable table = SymbolTable.builder("t")
                .add("c", 7)
                .add("-", 0)
                .add("a", 2)
                .add("b", 5)
                .build();
        Mfst machine = OpenFst.toMfst(RandomFsts.withSymbols(fst("0 1 5 0", "1"), table, null), MarkNaming.PAIRS);
        assertThat(machine.input()).isEqualTo(Alphabet.of("a", "b", "c"));
        assertThat(machine.output()).isEqualTo(Alphabet.empty());
        assertThat(machine.describe(0)).isEqualTo("b:_/b:_");
    }

    @Test
    void weightsAreDroppedAndArcsOfInfiniteWeightSkipped() {
        VectorFst fst = fst("0 1 1 1 0.5", "0 1 2 2 Infinity", "1 3");
        assertThat(fst.hasWeights()).isTrue();
        assertThat(text(OpenFst.toMfst(fst, MarkNaming.NONE))).isEqualTo("0\t1\t1\t1\t<eps>\n1\n");
        assertThat(fst("0 1 1 1", "1 0").hasWeights()).isFalse();
        assertThat(fst("0 1 1 1", "1 0.5").hasWeights()).isTrue();
    }

    @Test
    void transducerWithoutStartHasNoPaths() {
        assertThat(text(OpenFst.toMfst(VectorFst.builder().build(), MarkNaming.NONE)))
                .isEqualTo("#states 0\n");
        VectorFst.Builder unstarted = VectorFst.builder();
        unstarted.accept(unstarted.state());
        Mfst machine = OpenFst.toMfst(unstarted.build(), MarkNaming.NONE);
        assertThat(machine.states()).isEqualTo(2);
        assertThat(machine.isFinal(machine.initial())).isFalse();
    }

    @Test
    void latticeBecomesAcceptorOverMarks() {
        Mfst.Builder machine = Mfst.builder(Alphabet.of("a"), Alphabet.empty(), Alphabet.of("m", "n", "o"));
        int start = machine.state();
        int middle = machine.state();
        int end = machine.state();
        machine.arc(start, middle, "", "", "m")
                .arc(start, end, "", "", "n")
                .arc(middle, end, "", "", "n")
                .accept(middle)
                .accept(end);
        Lattices lattices = Lattices.of(machine.build());
        VectorFst fst = OpenFst.toOpenFst(lattices.build(List.of(), List.of()));
        assertThat(text(fst)).isEqualTo("""
                0	1	m	m
                0	2	n	n
                1	2	n	n
                1
                2
                """);
        assertThat(fst.inputLabel(1)).isEqualTo(2);
        assertThat(fst.inputSymbols().orElseThrow().key("o")).isEqualTo(3);
        VectorFst empty = OpenFst.toOpenFst(lattices.build(List.of("a"), List.of()));
        assertThat(empty.states()).isZero();
        assertThat(empty.start()).isEqualTo(VectorFst.NO_STATE);
    }

    @Test
    void inconvertibleTransducersAreRefused() {
        assertThatThrownBy(() -> OpenFst.toMfst(fst("0 1 1 2"), MarkNaming.INPUT))
                .isInstanceOf(EspalierException.class)
                .hasMessage("the marks of a machine are read from an acceptor, but this transducer has arcs with two "
                        + "labels; keep one side with fstproject");
        SymbolTable table = SymbolTable.builder("t")
                .add("a", 1)
                .add("b:", 2)
                .add(":b", 3)
                .add("b", 4)
                .build();
        assertThatThrownBy(() -> OpenFst.toMfst(RandomFsts.withSymbols(fst("0 1 9 0"), table, null), MarkNaming.NONE))
                .isInstanceOf(EspalierException.class)
                .hasMessage("label 9 has no symbol in the table 't'; add it there, or use the labels as numbers, "
                        + "without a table");
        assertThatThrownBy(() -> OpenFst.toMfst(
                        RandomFsts.withSymbols(fst("0 1 4 3", "0 1 2 4"), table, table), MarkNaming.PAIRS))
                .isInstanceOf(EspalierException.class)
                .hasMessage("the labels 4:3 and 2:4 would both be the mark 'b::b'; rename the symbols that hold ':' or "
                        + "'_', or read the transducer without marks");
        SymbolTable space = SymbolTable.builder("t").add("a b", 1).build();
        assertThatThrownBy(() -> OpenFst.toMfst(RandomFsts.withSymbols(fst("0 1 1 1"), space, null), MarkNaming.NONE))
                .isInstanceOf(EspalierException.class)
                .hasMessageStartingWith("'a b' cannot be a symbol");
    }

    /** Returns the strings that the arcs of a state spell up to the next state of the original machine. */
    private static List<String> chains(VectorFst fst, int state, int states) {
        List<String> chains = new ArrayList<>();
        for (int first = fst.firstArc(state); first < fst.endArc(state); first++) {
            StringBuilder input = new StringBuilder();
            StringBuilder output = new StringBuilder();
            int arc = first;
            spell(fst, arc, input, output);
            while (fst.target(arc) >= states) {
                int middle = fst.target(arc);
                assertThat(fst.endArc(middle) - fst.firstArc(middle)).isEqualTo(1);
                arc = fst.firstArc(middle);
                spell(fst, arc, input, output);
            }
            chains.add(input + ":" + output + " -> " + fst.target(arc));
        }
        return chains;
    }

    private static void spell(VectorFst fst, int arc, StringBuilder input, StringBuilder output) {
        input.append(symbol(fst.inputSymbols().orElseThrow(), fst.inputLabel(arc)));
        output.append(symbol(fst.outputSymbols().orElseThrow(), fst.outputLabel(arc)));
    }

    private static String symbol(SymbolTable table, int label) {
        return label == 0 ? "" : table.symbol(label).orElseThrow() + " ";
    }

    private static List<String> arcs(Mfst machine, int state, Tape output) {
        List<String> arcs = new ArrayList<>();
        for (int a = machine.firstArc(state); a < machine.endArc(state); a++) {
            arcs.add(spelled(machine, a, Tape.INPUT) + ":" + spelled(machine, a, output) + " -> " + machine.target(a));
        }
        return arcs;
    }

    private static String spelled(Mfst machine, int arc, Tape tape) {
        StringBuilder text = new StringBuilder();
        for (int symbol : machine.label(arc, tape)) {
            text.append(machine.alphabet(tape).symbol(symbol)).append(' ');
        }
        return text.toString();
    }

    /** Returns the machine with only these tapes. */
    private static Mfst with(Mfst machine, Tape... tapes) {
        Set<Tape> kept = Set.of(tapes);
        Mfst.Builder copy = Mfst.builder(
                        kept.contains(Tape.INPUT) ? machine.input() : Alphabet.empty(),
                        kept.contains(Tape.OUTPUT) ? machine.output() : Alphabet.empty(),
                        kept.contains(Tape.MARKS) ? machine.marks() : Alphabet.empty())
                .statesOf(machine);
        for (int a = 0; a < machine.arcs(); a++) {
            copy.arc(
                    machine.source(a),
                    machine.target(a),
                    kept.contains(Tape.INPUT) ? machine.label(a, Tape.INPUT) : new int[0],
                    kept.contains(Tape.OUTPUT) ? machine.label(a, Tape.OUTPUT) : new int[0],
                    kept.contains(Tape.MARKS) ? machine.label(a, Tape.MARKS) : new int[0]);
        }
        return copy.build();
    }

    private static VectorFst fst(String... lines) {
        return OpenFstText.read(
                "fst", new StringReader(String.join("\n", lines)), OpenFstText.Form.TRANSDUCER, null, null);
    }

    private static String text(VectorFst fst) {
        return RandomFsts.text(fst, OpenFstText.Form.TRANSDUCER);
    }

    private static String text(Mfst machine) {
        StringBuilder text = new StringBuilder();
        MachineText.write(machine, text);
        return text.toString();
    }
}

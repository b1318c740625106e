package org.espalier.fst.draw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.espalier.fst.Lattice;
import org.espalier.fst.LatticeOptions;
import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;
import org.espalier.fst.Minimality;
import org.espalier.fst.TaskMachines;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DotTest {
    private static final List<String> ABC = List.of("a", "b", "c");

    @Test
    void initialAndFinalStatesAreMarked() {
        Mfst.Builder machine = Mfst.builder();
        int p = machine.state();
        int q = machine.state();
        machine.arc(p, q, "a b", "", "m").arc(q, p, "", "c", "").accept(q);
        assertThat(body(Dot.draw(machine.initial(q).build()))).isEqualTo("""
                  0 [label="0"]
                  1 [label="1", shape=doublecircle]
                  start [shape=point, width=0.06]
                  start -> 1
                  0 -> 1 [label="a b:_/m"]
                  1 -> 0 [label="_:c/_"]
                }
                """);
    }

    @Test
    void arcsBetweenTheSameStatesShareAnEdge() {
        Mfst six = TaskMachines.deletionInsertion(ABC, ABC);
        assertThat(Dot.draw(six)).contains("""
                  0 -> 0 [label="a:_/<delete> a\\nb:_/<delete> b\\nc:_/<delete> c\\n_:a/<insert> a\\n_:b/<insert> b\\n_:c/<insert> c"]
                """);
        Mfst seven = TaskMachines.deletionInsertion(TaskMachines.symbols("a", 7), List.of());
        assertThat(Dot.draw(seven)).contains("a3:_/<delete> a3\\na4:_/<delete> a4\\n… 2 more\"]");
    }

    @Test
    void latticeShowsPositionsAndMarks() {
        Lattice lattice = Lattices.of(TaskMachines.deletionInsertion(List.of("a"), List.of()))
                .build(List.of("a"), List.of());
        String plain = ", color=\"#4a5d6eff\", penwidth=1.30";
        assertThat(body(Dot.draw(lattice))).isEqualTo("""
                  0 [label="(0, 0)"]
                  1 [label="(1, 0)"]
                  2 [label="(1, 0)", shape=doublecircle]
                  start [shape=point, width=0.06]
                  start -> 0
                  0 -> 1 [label="<delete>"%s]
                  1 -> 2 [label="a"%s]
                }
                """.formatted(plain, plain));
        DrawOptions strong =
                DrawOptions.DEFAULT.withHighlight(1).withPosterior(0.25, 1).withCaption("one & \"only\"");
        assertThat(Dot.draw(lattice, strong))
                .contains("  label=\"one &amp; \\\"only\\\"\"\n")
                .contains("[label=\"<delete>\", color=\"#4a5d6e8f\", penwidth=1.33]")
                .contains("[label=\"a\", color=\"#d55e00ff\", penwidth=3.20]");
    }

    @Test
    void idsOfStatesAndArcsAreWritten() {
        Lattice lattice = Lattices.of(TaskMachines.deletionInsertion(List.of("a"), List.of()))
                .build(List.of("a"), List.of());
        assertThat(Dot.draw(lattice, DrawOptions.DEFAULT.withIds().withCaption("named")))
                .contains("  0 [label=\"(0, 0)\", id=\"s0\"]\n")
                .contains("  2 [label=\"(1, 0)\", shape=doublecircle, id=\"s2\"]\n")
                .contains(", id=\"a1\"]\n");
    }

    @Test
    void latticesWithoutPositionsOrStatesAreDrawn() {
        Lattices lattices = Lattices.of(TaskMachines.deletionInsertion(List.of("a"), List.of("b")));
        Lattice marks = lattices.builder(LatticeOptions.DEFAULT.withMinimality(Minimality.MARKS))
                .build(List.of("a"), List.of("b"));
        assertThat(Dot.draw(marks)).contains("  0 [label=\"0\"]\n");
        Lattice empty = lattices.build(List.of("?"), List.of());
        assertThat(body(Dot.draw(empty))).isEqualTo("}\n");
    }

    @Test
    void optionsMustFitTheLattice() {
        Lattice lattice = Lattices.of(TaskMachines.deletionInsertion(List.of("a"), List.of()))
                .build(List.of("a"), List.of());
        assertThatThrownBy(() -> Dot.draw(lattice, DrawOptions.DEFAULT.withHighlight(0, 2)))
                .hasMessage("an arc to highlight must be below 2; got: 2");
        assertThatThrownBy(() -> Dot.draw(lattice, DrawOptions.DEFAULT.withPosterior(1)))
                .hasMessage("there must be one posterior for each of the 2 arcs; got: 1");
        assertThatThrownBy(() -> DrawOptions.DEFAULT.withPosterior(Double.NaN))
                .hasMessage("a posterior probability must be in 0..1; got: NaN");
        assertThatThrownBy(() -> DrawOptions.DEFAULT.withHighlight(-1))
                .hasMessage("an arc to highlight must be at least 0; got: -1");
    }

    @Tag("slow")
    @Test
    void graphvizShowsEverySymbolUnchanged(@TempDir Path folder) throws Exception {
        List<String> symbols = List.of("\\n", "\\", "\"", "&lt;", "<b>", "چ", "日本", "𝄞", "{|}");
        Mfst.Builder machine = Mfst.builder();
        machine.accept(machine.state());
        for (String symbol : symbols) {
            int state = machine.state();
            machine.arc(0, state, List.of(symbol), List.of(), List.of(symbol)).arc(state, 0, "", "", "");
        }
        Path dot = folder.resolve("machine.dot");
        Path svg = folder.resolve("machine.svg");
        Files.writeString(dot, Dot.draw(machine.build()));
        graphviz("-Tsvg", dot.toString(), "-o", svg.toString());
        List<String> shown = SvgReader.read(Files.readString(svg)).texts();
        symbols.forEach(symbol -> assertThat(shown).contains(symbol + ":_/" + symbol));
    }

    private static void graphviz(String... arguments) throws InterruptedException {
        try {
            String[] command = new String[arguments.length + 1];
            command[0] = "dot";
            System.arraycopy(arguments, 0, command, 1, arguments.length);
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(said).isZero();
        } catch (IOException e) {
            abort("needs dot (Debian: graphviz)");
        }
    }

    private static String body(String dot) {
        String lastOfHeader = "arrowsize=0.7]\n";
        return dot.substring(dot.indexOf(lastOfHeader) + lastOfHeader.length());
    }
}

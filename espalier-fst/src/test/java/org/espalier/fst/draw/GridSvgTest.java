package org.espalier.fst.draw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.espalier.fst.Alphabet;
import org.espalier.fst.AmbiguousMarksException;
import org.espalier.fst.Lattice;
import org.espalier.fst.LatticeBuilder;
import org.espalier.fst.LatticeOptions;
import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;
import org.espalier.fst.Minimality;
import org.espalier.fst.Operations;
import org.espalier.fst.RandomMachines;
import org.espalier.fst.Tape;
import org.espalier.fst.TaskMachines;
import org.espalier.fst.base.EspalierException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

class GridSvgTest {
    /** The smallest distance between two states, in pixels. */
    private static final double APART = 12;

    @Tag("slow")
    @Test
    void everyArcAndStateIsDrawnOnceWithoutOverlap() {
        pictures().forEach((name, lattice) -> check(name, lattice));
    }

    @Tag("slow")
    @Test
    void randomLatticesAreDrawnCompletely() {
        Mfst everything =
                TaskMachines.deletionInsertion(RandomMachines.INPUT.symbols(), RandomMachines.OUTPUT.symbols());
        int drawn = 0;
        for (long seed = 0; seed < 300; seed++) {
            RandomMachines random = new RandomMachines(seed);
            Mfst machine = Operations.union(everything, seed % 2 == 0 ? random.any() : random.wellMarked());
            Lattices lattices = Lattices.of(seed % 3 == 0 ? machine : Operations.star(machine));
            LatticeBuilder builder = lattices.builder(LatticeOptions.DEFAULT.withMaxMarks(seed % 5 == 0 ? 9 : 0));
            try {
                Lattice lattice = builder.build(random.string(3, 2), random.string(3, 2));
                if (!lattice.isEmpty()) {
                    check("seed " + seed, lattice);
                    drawn++;
                }
            } catch (AmbiguousMarksException e) {
                assertThat(e).hasMessageContaining("marks");
            }
        }
        assertThat(drawn).isGreaterThan(150);
    }

    private static void check(String name, Lattice lattice) {
        SvgReader svg = SvgReader.read(GridSvg.draw(lattice));
        assertThat(numbers(svg.numbered("path", "data-arc"), "data-arc"))
                .as(name)
                .containsExactly(upTo(lattice.arcs()));
        List<Element> states = svg.numbered("circle", "data-state");
        assertThat(numbers(states, "data-state")).as(name).containsExactly(upTo(lattice.states()));
        Element page = svg.document().getDocumentElement();
        for (int s = 0; s < states.size(); s++) {
            Point at = middle(states.get(s));
            assertThat(at.x()).as(name).isBetween(0.0, SvgReader.number(page, "width"));
            assertThat(at.y()).as(name).isBetween(0.0, SvgReader.number(page, "height"));
            for (int t = 0; t < s; t++) {
                assertThat(at.distance(middle(states.get(t))))
                        .as("%s: states %d and %d", name, t, s)
                        .isGreaterThan(APART);
            }
        }
    }

    @Test
    void deletionsLeadRightAndInsertionsDown() {
        Lattice lattice = deletionInsertion(4, 3);
        List<Element> states = SvgReader.read(GridSvg.draw(lattice)).numbered("circle", "data-state");
        for (int s = 0; s < lattice.states(); s++) {
            for (int a = lattice.firstArc(s); a < lattice.endArc(s); a++) {
                Point along = middle(states.get(lattice.target(a))).minus(middle(states.get(s)));
                boolean insertion = lattice.mark(a) == lattice.machine().marks().id("<insert>")
                        || lattice.outputPosition(lattice.target(a)) > lattice.outputPosition(s);
                assertThat(insertion ? along.x() : along.y()).isZero();
                assertThat(insertion ? along.y() : along.x()).isPositive();
            }
        }
    }

    @Test
    void operationsCutIntoArcsOfOneMarkGiveTheSamePicture() {
        Mfst whole = TaskMachines.edit(List.of("a", "b", "c", "d"));
        Mfst.Builder cut = Mfst.builder(whole.input(), whole.output(), whole.marks());
        int home = cut.state();
        cut.accept(home);
        for (int a = 0; a < whole.arcs(); a++) {
            int from = home;
            int[] marks = whole.label(a, Tape.MARKS);
            for (int k = 0; k < marks.length; k++) {
                int to = k == marks.length - 1 ? home : cut.state();
                int[] in = k == 0 ? whole.label(a, Tape.INPUT) : new int[0];
                int[] out = k == 0 ? whole.label(a, Tape.OUTPUT) : new int[0];
                cut.arc(from, to, in, out, new int[] {marks[k]});
                from = to;
            }
        }
        List<String> x = List.of("a", "b", "c");
        List<String> y = List.of("c", "d");
        assertThat(GridSvg.draw(Lattices.of(cut.build()).build(x, y)))
                .isEqualTo(GridSvg.draw(Lattices.of(whole).build(x, y)));
    }

    @Test
    void smallLatticesShowAllMarks() {
        Lattice lattice = edit();
        List<String> marks = new ArrayList<>();
        for (int a = 0; a < lattice.arcs(); a++) {
            marks.add(lattice.machine().marks().symbol(lattice.mark(a)));
        }
        List<String> others =
                List.of("a", "b", "c", "c", "d", "35 states, 46 arcs", "between operations", "inside one", "end");
        marks.addAll(others);
        assertThat(SvgReader.read(GridSvg.draw(lattice)).texts()).containsExactlyInAnyOrderElementsOf(marks);
    }

    @Tag("slow")
    @Test
    void largeLatticesShowTheMarksThatChooseASheet() {
        List<String> texts =
                SvgReader.read(GridSvg.draw(cipher(Minimality.LABELS))).texts();
        assertThat(texts)
                .contains("cipher1", "cipher2", "cipher3", "cipher4", "cipher5")
                .doesNotContain("replace");
    }

    @Test
    void highlightsAndPosteriorsAppearInPictureAndLegend() {
        Lattice lattice = edit();
        double[] posterior = new double[lattice.arcs()];
        posterior[3] = 0.5;
        DrawOptions options =
                DrawOptions.DEFAULT.withHighlight(0, 3).withPosterior(posterior).withCaption("25 <paths>");
        SvgReader svg = SvgReader.read(GridSvg.draw(lattice, options));
        List<Element> arcs = svg.numbered("path", "data-arc");
        assertThat(arcs.get(0).getAttribute("stroke")).isEqualTo("#d55e00");
        assertThat(arcs.get(3).getTextContent()).endsWith("posterior 0.500");
        assertThat(arcs.get(1).getAttribute("stroke")).isNotEqualTo("#d55e00");
        assertThat(arcs.get(1).getAttribute("opacity")).isEqualTo("0.12");
        assertThat(svg.texts()).contains("25 <paths>", "highlighted", "posterior 0 to 1");
    }

    @Test
    void symbolsAreEscaped() {
        List<String> odd = List.of("<b>", "&amp;", "\"", "'", "چ", "日本", "𝄞", "]]>", "-->");
        Lattice lattice = Lattices.of(TaskMachines.edit(odd)).build(odd.subList(0, 4), odd.subList(4, 9));
        assertThat(SvgReader.read(GridSvg.draw(lattice)).texts()).containsAll(odd);
        List<String> notXml = List.of("\uFFFE", "x\uD800");
        Lattice replaced = Lattices.of(TaskMachines.edit(notXml)).build(notXml, List.of());
        assertThat(SvgReader.read(GridSvg.draw(replaced)).texts()).contains("\uFFFD", "x\uFFFD");
    }

    @Tag("slow")
    @Test
    void svgIsIndependentOfTheLocale() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.ENGLISH);
            String first = GridSvg.draw(cipher(Minimality.LABELS));
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            assertThat(GridSvg.draw(cipher(Minimality.LABELS))).isEqualTo(first);
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void latticesThatCannotBeDrawnAreRefused() {
        Lattices lattices = Lattices.of(TaskMachines.deletionInsertion(List.of("a"), List.of("b")));
        Lattice empty = lattices.build(List.of("q"), List.of());
        assertThatThrownBy(() -> GridSvg.draw(empty))
                .isInstanceOf(EspalierException.class)
                .hasMessage(
                        "nothing to draw: the machine does not generate this pair; choose a pair that it generates");
        Lattice marks = lattices.builder(LatticeOptions.DEFAULT.withMinimality(Minimality.MARKS))
                .build(List.of("a"), List.of("b"));
        assertThatThrownBy(() -> GridSvg.draw(marks))
                .isInstanceOf(EspalierException.class)
                .hasMessage("a lattice that is minimal over marks alone has no positions to draw it on; "
                        + "build it with Minimality.LABELS, or draw it in DOT");
        Lattice large = lattices.build(Collections.nCopies(80, "a"), Collections.nCopies(80, "b"));
        assertThatThrownBy(() -> GridSvg.draw(large))
                .isInstanceOf(EspalierException.class)
                .hasMessage("a lattice of 25920 arcs is too large for a picture, which holds 20000 at most; "
                        + "choose a shorter pair, or draw it in DOT");
    }

    /** Returns lattices of every kind, by name. */
    private static Map<String, Lattice> pictures() {
        Map<String, Lattice> pictures = new TreeMap<>();
        pictures.put("one state", deletionInsertion(0, 0));
        pictures.put("one row", deletionInsertion(3, 0));
        pictures.put("one column", deletionInsertion(0, 3));
        pictures.put("one cell", deletionInsertion(1, 1));
        pictures.put("deletion and insertion", deletionInsertion(8, 10));
        pictures.put("edit", edit());
        pictures.put("cipher", cipher(Minimality.LABELS));
        pictures.put("cipher, not minimal", cipher(Minimality.NONE));
        Lattices waiting = Lattices.of(waiting());
        pictures.put("cyclic", waiting.build(List.of("a", "a"), List.of("b")));
        pictures.put(
                "unrolled",
                waiting.builder(LatticeOptions.DEFAULT.withMaxMarks(9)).build(List.of("a", "a"), List.of("b")));
        return pictures;
    }

    private static Lattice deletionInsertion(int m, int n) {
        List<String> x = TaskMachines.symbols("a", 8);
        List<String> y = TaskMachines.symbols("b", 10);
        return Lattices.of(TaskMachines.deletionInsertion(x, y)).build(x.subList(0, m), y.subList(0, n));
    }

    private static Lattice edit() {
        return Lattices.of(TaskMachines.edit(List.of("a", "b", "c", "d")))
                .build(List.of("a", "b", "c"), List.of("c", "d"));
    }

    private static Lattice cipher(Minimality minimality) {
        return Lattices.of(TaskMachines.cipher(5, 26, 1))
                .builder(LatticeOptions.DEFAULT.withMinimality(minimality))
                .build(Alphabet.split("d d o r g"), Alphabet.split("f j f i a"));
    }

    /** Returns deletion and insertion with separate initial and final states, and marks that read and write nothing. */
    private static Mfst waiting() {
        Mfst.Builder machine = Mfst.builder();
        int start = machine.state();
        int home = machine.state();
        int end = machine.state();
        machine.arc(start, home, "", "", "<s>").arc(home, end, "", "", "</s>").accept(end);
        machine.arc(home, home, "", "", "wait").arc(home, home, "", "", "sing la la");
        machine.arc(home, home, "a", "", "delete a").arc(home, home, "", "b", "insert b");
        return machine.build();
    }

    private static Point middle(Element circle) {
        return new Point(SvgReader.number(circle, "cx"), SvgReader.number(circle, "cy"));
    }

    private static Integer[] upTo(int end) {
        return IntStream.range(0, end).boxed().toArray(Integer[]::new);
    }

    private static List<Integer> numbers(List<Element> elements, String attribute) {
        return elements.stream()
                .map(element -> Integer.valueOf(element.getAttribute(attribute)))
                .toList();
    }
}

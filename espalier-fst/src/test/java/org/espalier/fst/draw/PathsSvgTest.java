package org.espalier.fst.draw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.fst.Lattice;
import org.espalier.fst.LatticeOptions;
import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;
import org.espalier.fst.TaskMachines;
import org.espalier.fst.dp.DynamicPrograms;
import org.espalier.fst.dp.Semirings;
import org.espalier.fst.dp.Weights;
import org.espalier.fst.draw.PathsSvg.NamedPath;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

class PathsSvgTest {
    private static final Mfst EDIT = TaskMachines.edit(List.of("a", "b"));

    @Test
    void pathsLeadFromOperationToOperation() {
        Lattice lattice = lattice(EDIT, List.of("a", "b"), List.of("a", "b"));
        String path = line(lattice, path(lattice, "<copy> a <delete> b <insert> b"));
        // A copy leads diagonally, a deletion right, an insertion down.
        assertThat(directions(path)).containsExactly("both", "right", "down");
        assertThat(directions(line(lattice, path(lattice, "<copy> a <copy> b"))))
                .containsExactly("both", "both");
    }

    @Test
    void equalPathsAreDrawnInParallel() {
        Lattice lattice = lattice(EDIT, List.of("a"), List.of("a"));
        NamedPath path = path(lattice, "<copy> a");
        SvgReader picture = SvgReader.read(
                PathsSvg.draw(lattice, List.of(path, new NamedPath("again", "#00f", path.arcs())), null, "a caption"));
        List<String> lines = lines(picture);
        assertThat(lines).hasSize(2).doesNotHaveDuplicates();
        assertThat(picture.texts()).contains("a", "path", "again", "a caption");
        assertThat(picture.elements("path"))
                .extracting(line -> line.getAttribute("stroke"))
                .containsExactly("#f00", "#00f");
    }

    @Test
    void positionsAreShadedByTheirPosterior() {
        Lattice lattice = lattice(EDIT, List.of("a"), List.of("a"));
        NamedPath path = path(lattice, "<copy> a");
        double[] onlyThisPath = new double[lattice.arcs()];
        path.arcs().forEach(arc -> onlyThisPath[arc] = 1);
        SvgReader picture = SvgReader.read(PathsSvg.draw(lattice, List.of(path), onlyThisPath, ""));
        assertThat(picture.elements("rect").stream().filter(rect -> rect.hasAttribute("fill-opacity")))
                .extracting(Element::getTextContent)
                .containsExactly("posterior 1.000", "posterior 1.000");
        assertThat(picture.texts()).contains("posterior 0 to 1");
    }

    @Tag("slow")
    @Test
    void largeLatticeGivesSmallPicture() {
        Mfst cipher = TaskMachines.cipher(5, 26, 1);
        List<String> letters = cipher.input().symbols();
        Lattice lattice = lattice(cipher, letters.subList(0, 12), letters.subList(5, 17));
        List<Integer> best = DynamicPrograms.best(lattice, Weights.ones(lattice, Semirings.LOG))
                .map(path -> Arrays.stream(path.arcs()).boxed().toList())
                .orElseThrow();
        double[] posterior = DynamicPrograms.posteriors(lattice, Weights.ones(lattice, Semirings.LOG))
                .arc();
        assertThat(lattice.states()).isGreaterThan(4000);
        assertThat(PathsSvg.draw(lattice, List.of(new NamedPath("best", "#f00", best)), posterior, ""))
                .hasSizeLessThan(40_000);
    }

    @Test
    void emptyListOfPathsGivesTheGridAlone() {
        Lattice lattice = lattice(EDIT, List.of("a"), List.of("a"));
        assertThat(SvgReader.read(PathsSvg.draw(lattice, List.of(), null, "")).elements("path"))
                .isEmpty();
    }

    @Test
    void arcsThatFormNoPathAreRefused() {
        Lattice lattice = lattice(EDIT, List.of("a"), List.of("a"));
        int last = lattice.arcs() - 1;
        assertThatThrownBy(
                        () -> PathsSvg.draw(lattice, List.of(new NamedPath("lost", "#f00", List.of(last))), null, ""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the arcs of lost must follow one another from state 0; got: [" + last + "]");
        assertThatThrownBy(() -> PathsSvg.draw(lattice, List.of(), new double[] {1}, ""))
                .hasMessageContaining("there must be one posterior for each of the " + lattice.arcs() + " arcs");
    }

    private static String line(Lattice lattice, NamedPath path) {
        return lines(SvgReader.read(PathsSvg.draw(lattice, List.of(path), null, "")))
                .get(0);
    }

    private static List<String> lines(SvgReader picture) {
        return picture.elements("path").stream()
                .map(line -> line.getAttribute("d"))
                .toList();
    }

    private static List<String> directions(String path) {
        double[][] points = Stream.of(path.substring(1).split(" L", -1))
                .map(point -> Stream.of(point.split(",", -1))
                        .mapToDouble(Double::parseDouble)
                        .toArray())
                .toArray(double[][]::new);
        return IntStream.range(1, points.length)
                .mapToObj(k -> direction(points[k][0] - points[k - 1][0], points[k][1] - points[k - 1][1]))
                .toList();
    }

    private static String direction(double right, double down) {
        return right > 0 && down > 0 ? "both" : right > 0 ? "right" : down > 0 ? "down" : "nowhere";
    }

    private static Lattice lattice(Mfst machine, List<String> x, List<String> y) {
        return Lattices.of(machine).builder(LatticeOptions.DEFAULT).build(x, y);
    }

    private static NamedPath path(Lattice lattice, String marks) {
        int[] arcs = lattice.arcsOf(lattice.machine().marks().ids(List.of(marks.split(" ", -1))))
                .orElseThrow();
        return new NamedPath("path", "#f00", Arrays.stream(arcs).boxed().toList());
    }
}

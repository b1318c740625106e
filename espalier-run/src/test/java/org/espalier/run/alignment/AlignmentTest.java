package org.espalier.run.alignment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.espalier.fst.Alphabet;
import org.espalier.fst.Lattice;
import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.dp.PathEnumeration;
import org.espalier.fst.language.DataSymbols;
import org.espalier.fst.language.FileResolver;
import org.espalier.fst.language.MachineLanguage;
import org.espalier.run.data.MachineFiles;
import org.junit.jupiter.api.Test;

class AlignmentTest {
    /**
     * Returns a machine whose marks do not show what its arcs read and write. It has arcs from two letters to one and
     * from one to two, and an arc that neither reads nor writes.
     */
    private static Mfst digraphs() {
        Mfst.Builder machine = Mfst.builder();
        int start = machine.state();
        int q = machine.state();
        machine.arc(start, q, "", "", "begin");
        machine.arc(q, q, "s h", "ʃ", "m1");
        machine.arc(q, q, "x", "k s", "m2");
        machine.arc(q, q, "e", "", "m3");
        machine.arc(q, q, "", "ə", "m4 m5");
        return machine.initial(start).accept(q).build();
    }

    private static Alignment digraph() {
        Lattice lattice = Lattices.of(digraphs()).build(split("s h e x"), split("ʃ ə k s"));
        return Alignment.of(lattice, lattice.machine().marks().ids(split("begin m1 m3 m4 m5 m2")));
    }

    private static List<String> split(String text) {
        return Alphabet.split(text);
    }

    @Test
    void operationsMatchTheArcsOfThePath() {
        assertThat(digraph().operations())
                .containsExactly(
                        new AlignmentOperation(0, 0, List.of(), List.of(), List.of("begin")),
                        new AlignmentOperation(0, 0, split("s h"), List.of("ʃ"), List.of("m1")),
                        new AlignmentOperation(2, 1, List.of("e"), List.of(), List.of("m3")),
                        new AlignmentOperation(3, 1, List.of(), List.of("ə"), split("m4 m5")),
                        new AlignmentOperation(3, 2, List.of("x"), split("k s"), List.of("m2")));
        assertThat(digraph().columns()).hasSize(4);
        assertThat(digraph().operations().stream().flatMap(operation -> operation.links().stream()))
                .containsExactly(
                        new AlignmentLink(0, 0),
                        new AlignmentLink(1, 0),
                        new AlignmentLink(2, AlignmentLink.NOTHING),
                        new AlignmentLink(AlignmentLink.NOTHING, 1),
                        new AlignmentLink(3, 2),
                        new AlignmentLink(3, 3));
    }

    @Test
    void marksWithoutAPathAreRefused() {
        Lattice lattice = Lattices.of(digraphs()).build(split("e"), split("ə"));
        int[] marks = lattice.machine().marks().ids(split("begin m3"));
        assertThatThrownBy(() -> Alignment.of(lattice, marks))
                .isInstanceOf(EspalierException.class)
                .hasMessage("the marks begin m3 name no path of the pair; take marks from its lattice");
    }

    /**
     * All paths of the edit machine are equally probable here. The number of paths that align x_i with y_j is the number
     * of paths from the start to (i, j) times the number of paths from (i+1, j+1) to the end, both Delannoy numbers. The
     * number of paths that delete x_i before y_j is the same with (i+1, j) in place of (i+1, j+1).
     */
    @Test
    void probabilityOfALinkIsTheWeightOfItsPaths() {
        int n = 4;
        int m = 3;
        List<String> x = split("a b a c");
        List<String> y = split("b a d");
        Mfst machine = MachineLanguage.compile(
                "edit", MachineFiles.builtinProgram("edit"), new DataSymbols(x, y), FileResolver.none());
        Lattice lattice = Lattices.of(machine).build(x, y);
        List<Alignment> alignments = new ArrayList<>();
        PathEnumeration.of(lattice, 1000)
                .forEachRemaining(arcs -> alignments.add(Alignment.of(lattice, lattice.marksOf(arcs))));
        assertThat(alignments).hasSize(ways(n, m));
        AlignmentPosterior posterior =
                AlignmentPosterior.of(alignments, Collections.nCopies(alignments.size(), 1.0 / alignments.size()));
        for (int i = 0; i < n; i++) {
            double deleted = 1;
            for (int j = 0; j < m; j++) {
                double aligned = (double) ways(i, j) * ways(n - i - 1, m - j - 1) / ways(n, m);
                assertThat(posterior.of(new AlignmentLink(i, j))).isCloseTo(aligned, within(1e-12));
                deleted -= aligned;
            }
            assertThat(posterior.of(new AlignmentLink(i, AlignmentLink.NOTHING)))
                    .isCloseTo(deleted, within(1e-12));
            for (int j = 0; j <= m; j++) {
                double deletedThere = (double) ways(i, j) * ways(n - i - 1, m - j) / ways(n, m);
                AlignmentOperation deletion = new AlignmentOperation(i, j, List.of(x.get(i)), List.of(), List.of());
                assertThat(posterior.of(deletion)).isCloseTo(deletedThere, within(1e-12));
            }
        }
        assertThat(posterior.links()).hasSize(n * m + n + m);
        assertThat(posterior.of(new AlignmentLink(n, m))).isZero();
    }

    private static int ways(int n, int m) {
        return n == 0 || m == 0 ? 1 : ways(n - 1, m) + ways(n, m - 1) + ways(n - 1, m - 1);
    }

    @Test
    void probabilityOfAnOperationIsThatOfItsSpan() {
        AlignmentOperation digraph = new AlignmentOperation(0, 0, split("s h"), List.of("ʃ"), List.of("m1"));
        AlignmentOperation single = new AlignmentOperation(0, 0, List.of("s"), List.of("ʃ"), List.of("m2"));
        AlignmentOperation other = new AlignmentOperation(0, 0, List.of("s"), List.of("ʃ"), List.of("m3"));
        AlignmentOperation rest = new AlignmentOperation(1, 1, List.of("h"), List.of(), List.of("m4"));
        AlignmentPosterior posterior = AlignmentPosterior.of(
                List.of(
                        new Alignment(List.of(digraph)),
                        new Alignment(List.of(single, rest)),
                        new Alignment(List.of(other, rest))),
                List.of(0.25, 0.25, 0.5));
        assertThat(posterior.of(digraph)).isEqualTo(0.25);
        assertThat(posterior.of(single)).as("whatever the marks").isEqualTo(0.75);
        assertThat(posterior.of(rest)).isEqualTo(0.75);
        assertThat(posterior.of(new AlignmentOperation(1, 0, List.of("h"), List.of(), List.of())))
                .isZero();
        assertThat(posterior.of(new AlignmentLink(0, 0))).isEqualTo(1);
        assertThat(posterior.of(new AlignmentLink(1, 0))).isEqualTo(0.25);
        assertThatThrownBy(() -> AlignmentPosterior.of(List.of(), List.of(1.0)))
                .isInstanceOf(EspalierException.class)
                .hasMessage("every alignment needs a weight; found 0 alignments and 1 weights");
    }

    private static List<String> rows(Alignment alignment) {
        return AlignmentTable.of(alignment, AlignmentPosterior.of(List.of(alignment), List.of(1.0)));
    }

    @Test
    void rowsOfATableAreAligned() {
        assertThat(rows(digraph()))
                .containsExactly("x  s h   e     _     x", "y  ʃ     _     ə     k s", "p  1.00  1.00  1.00  1.00");
        assertThat(rows(new Alignment(List.of()))).isEmpty();
    }

    @Test
    void wideAndRightToLeftSymbolsKeepTheirColumns() {
        Alignment alignment = new Alignment(List.of(
                new AlignmentOperation(0, 0, List.of("東京都"), List.of("t"), List.of()),
                new AlignmentOperation(1, 1, List.of("\u0628"), List.of("\u0650"), List.of()),
                new AlignmentOperation(2, 2, List.of("a"), List.of(), List.of())));
        assertThat(rows(alignment))
                .containsExactly(
                        "x  東京都  \u2068\u0628\u2069     a", "y  t       \u25CC\u0650     _", "p  1.00    1.00  1.00");
    }

    @Test
    void columnsStartAtTheSameWidthInAllRows() {
        List<String> symbols = List.of("a", "sch", "東", "ｶ", "\u0628", "\u0650", "\u200E", "e\u0301", "<space>", "한");
        Random random = new Random(17);
        for (int trial = 0; trial < 200; trial++) {
            List<AlignmentOperation> operations = new ArrayList<>();
            for (int k = 1 + random.nextInt(6); k > 0; k--) {
                operations.add(new AlignmentOperation(k, k, some(symbols, random), some(symbols, random), List.of()));
            }
            List<AlignmentOperation> columns = new Alignment(operations).columns();
            List<String> rows = rows(new Alignment(operations));
            if (!rows.isEmpty()) {
                assertThat(starts(
                                rows.get(0),
                                columns.stream().map(AlignmentOperation::read).toList()))
                        .as(String.join("\n", rows))
                        .isEqualTo(starts(
                                rows.get(1),
                                columns.stream()
                                        .map(AlignmentOperation::written)
                                        .toList()));
            }
        }
    }

    private static List<String> some(List<String> symbols, Random random) {
        return IntStream.range(0, random.nextInt(3))
                .mapToObj(k -> symbols.get(random.nextInt(symbols.size())))
                .toList();
    }

    /** Returns the column of the terminal at which each cell of a row begins: the width of the text before the cell. */
    private static List<Integer> starts(String row, List<List<String>> sides) {
        List<Integer> starts = new ArrayList<>();
        int from = 1;
        for (List<String> side : sides) {
            String cell = side.isEmpty() ? "_" : DisplayText.of(side);
            int at = row.indexOf(cell, from);
            starts.add(DisplayText.width(row.substring(0, at)));
            from = at + cell.length();
        }
        return starts;
    }

    @Test
    void notationsMatchThoseOfOtherTools() {
        assertThat(AlignmentNotation.M2M.line(digraph())).isEqualTo("s:h|e|_|x|\tʃ|_|ə|k:s|");
        assertThat(AlignmentNotation.PHONETISAURUS.line(digraph())).isEqualTo("s|h}ʃ e}_ _}ə x}k|s");
        Alignment none = new Alignment(List.of());
        assertThat(AlignmentNotation.M2M.line(none)).isEqualTo("\t");
        assertThat(AlignmentNotation.PHONETISAURUS.line(none)).isEmpty();
    }

    @Test
    void separatorsInSymbolsAreEscaped() {
        Alignment alignment = new Alignment(
                List.of(new AlignmentOperation(0, 0, List.of("a|b", "_", ":"), List.of("}", "c\\\u00A0"), List.of())));
        assertThat(AlignmentNotation.M2M.line(alignment)).isEqualTo("a\\u007Cb:\\u005F:\\u003A|\t}:c\\u005C\\u00A0|");
        assertThat(AlignmentNotation.PHONETISAURUS.line(alignment))
                .isEqualTo("a\\u007Cb|\\u005F|:}\\u007D|c\\u005C\\u00A0");
    }
}

package org.espalier.fst.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.espalier.fst.Alphabet;
import org.espalier.fst.Machines;
import org.espalier.fst.Mfst;
import org.espalier.fst.Operations;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.LimitException;
import org.espalier.fst.base.SourceException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineLanguageTest {
    private static final int BOUND = 6;
    private static final DataSymbols DATA = new DataSymbols(List.of("a", "b", "c"), List.of("b", "d"));
    private static final Map<String, String> FILES = Map.of(
            "pairs.tsv", "# letters\na\tb\n\nc\td e\na\tb\n#\t<eps>\n",
            "triples.tsv", "a\tb\tx\na\tb\ty\n",
            "symbols.txt", "# vowels\na\n\n e \n");

    @Test
    void deletionAndInsertionIsOneState() {
        Mfst machine = compile("""
                # every alignment
                input  = from data
                output = from data
                delete = [a in input]  a:_ / <delete> a
                insert = [b in output] _:b / <insert> b
                machine = (delete | insert)*
                """);
        assertThat(machine.states()).isEqualTo(1);
        assertThat(arcs(machine))
                .containsExactly(
                        "a:_/<delete> a", "b:_/<delete> b", "c:_/<delete> c", "_:b/<insert> b", "_:d/<insert> d");
        assertThat(machine.input().symbols()).containsExactly("a", "b", "c");
        assertThat(machine.output().symbols()).containsExactly("b", "d");
    }

    @Test
    void operatorsMeanTheOperationsOfTheSameName() {
        Mfst one = arc("a", "b", "m");
        Mfst two = arc("", "c", "n");
        same("x:x | y:y", Operations.union(List.of(arc("x", "x", ""), arc("y", "y", ""))));
        same("a:b / m _:c / n", Operations.concat(List.of(one, two)));
        same("a:b / m* _:c / n", Operations.concat(List.of(Operations.star(one), two)));
        same("a:b / m+ | _:c / n?", Operations.union(List.of(Operations.plus(one), Operations.option(two))));
        same("(a:b / m | _:c / n)+", Operations.plus(Operations.union(List.of(one, two))));
        same("\"a b\":\"c\" / m \"n o\" _", arc("a b", "c", "m n o"));
        same("_:_", Machines.epsilon());
        same("_:_ / m", arc("", "", "m"));
        same("\"\":b", arc("", "b", ""));
    }

    @Test
    void consecutiveRepetitionSignsCollapse() {
        same("a:b**", Operations.star(arc("a", "b", "")));
        same("a:b+?", Operations.star(arc("a", "b", "")));
        same("a:b??", Operations.option(arc("a", "b", "")));
    }

    @Test
    void compositionIsLeftAssociativeAndLoosest() {
        Mfst first = Operations.union(List.of(arc("a", "b", "1"), arc("a", "c", "2")));
        Mfst second = Operations.star(Operations.union(List.of(arc("b", "d", "3"), arc("", "e", "4"))));
        Mfst third = Operations.star(Operations.union(List.of(arc("d", "d", "5"), arc("e", "", "6"))));
        same(
                "a:b / 1 | a:c / 2 @ (b:d / 3 | _:e / 4)* @ (d:d / 5 | e:_ / 6)*",
                Operations.compose(Operations.compose(first, second), third));
    }

    @Test
    void comprehensionsAreUnions() {
        same("[v in \"p q\"] v:_ / v", Operations.union(List.of(arc("p", "", "p"), arc("q", "", "q"))));
        same(
                "[v in chars \"pq\", w in \"p q\", v != w] v:w",
                Operations.union(List.of(arc("p", "q", ""), arc("q", "p", ""))));
        same(
                "[v in chars \"pq\", w in \"p q\", v == w] v:w",
                Operations.union(List.of(arc("p", "p", ""), arc("q", "q", ""))));
        same("[v in \"p q\", v != \"q\"] v:\"v\"", arc("p", "v", ""));
        same("[v in \"p q\" & \"r\"] v:v", Machines.nothing());
        same("([v in \"p\" & \"q\"] v:v)*", Machines.epsilon());
        same("[v in \"p q\"] v:_ _:v", Operations.union(List.of(arcs("p:_", "_:p"), arcs("q:_", "_:q"))));
        same(
                "[v in \"p\"] v:_ [v in \"q\"] v:v | r:r",
                Operations.union(List.of(arcs("p:_", "q:q"), arc("r", "r", ""))));
    }

    @Test
    void marksMaySpellASymbolByItsCharacters() {
        same(
                "[b in \"t ɔ̀ː á\"] _:b / <insert> chars b n",
                Operations.union(List.of(
                        arc("", "t", "<insert> t n"),
                        arc("", "ɔ̀ː", "<insert> ɔ \u0300 ː n"),
                        arc("", "á", "<insert> a \u0301 n"))));
        same(
                "[b in \"x\"] (_:b / chars b:b / m)",
                Operations.concat(List.of(arc("", "x", "chars"), arc("x", "x", "m"))));
        same("a:b / chars m", arc("a", "b", "chars m"));
    }

    @Test
    void hiddenVariableIsVisibleAfterTheInnerComprehension() {
        same("[v in \"p\"] v:_ ([v in \"x\"] v:v) v:v", arcs("p:_", "x:x", "p:p"));
    }

    @Test
    void bodyOfAComprehensionIsTheWholeConcatenation() {
        Mfst machine = compile("machine = [v in \"p q\"] v:_ x:x* v:v / end");
        Mfst p = Operations.concat(List.of(arc("p", "", ""), Operations.star(arc("x", "x", "")), arc("p", "p", "end")));
        Mfst q = Operations.concat(List.of(arc("q", "", ""), Operations.star(arc("x", "x", "")), arc("q", "q", "end")));
        assertSame(machine, Operations.union(List.of(p, q)));
    }

    @Test
    void independentFactorsAreNotRepeated() {
        Mfst machine = compile("""
                s = chars "abcdefghij"
                machine = [a in s] a:_ / x [b in s] b:_ / y [c in s] c:_ / z
                """);
        assertThat(machine.states()).isEqualTo(4);
        assertThat(machine.arcs()).isEqualTo(30);
        assertThatThrownBy(() -> MachineLanguage.compile(
                        "m", "s = chars \"abcdefghij\"\nmachine = [a in s, b in s] a:b", null, FileResolver.none(), 50))
                .isInstanceOf(LimitException.class);
    }

    @Test
    void tablesGiveTuples() {
        same(
                "[u:v in table \"pairs.tsv\"] u:v / replace u v",
                Operations.union(List.of(
                        arc("a", "b", "replace a b"), arc("c", "d e", "replace c d e"), arc("#", "", "replace #"))));
        same("[u in table \"symbols.txt\"] u:_", Operations.union(List.of(arc("a", "", ""), arc("e", "", ""))));
    }

    @Test
    void rowsThatDifferOnlyInUnusedColumnsGiveOnePath() {
        Mfst machine = compile("machine = [u:v:w in table \"triples.tsv\"] u:v");
        assertThat(machine.arcs()).isEqualTo(1);
        machine = compile("machine = [u in \"a b c\", v in \"a b c\", u != v] u:_");
        assertThat(machine.arcs()).isEqualTo(3);
    }

    @Test
    void alphabetsAreSets() {
        Mfst machine = compile("""
                vowels = file "symbols.txt" | chars "iou"
                input  = chars "abcde" - vowels
                output = (input | "x y") & "y b" | vowels - ("o" | "u")
                machine = [a in input, b in output] a:b
                """);
        assertThat(machine.input().symbols()).containsExactly("b", "c", "d");
        assertThat(machine.output().symbols()).containsExactly("b", "y", "a", "e", "i");
    }

    @Test
    void setOperatorsHavePrecedence() {
        assertThat(alphabet("\"a b\" - \"b\" | \"b c\"")).containsExactly("a", "b", "c");
        assertThat(alphabet("\"a b\" | \"b c\" & \"c\"")).containsExactly("a", "b", "c");
        assertThat(alphabet("\"a b\" - \"b c\" & \"c\"")).containsExactly("a", "b");
    }

    private static List<String> alphabet(String set) {
        return compile("input = " + set + "\nmachine = _:_").input().symbols();
    }

    @Test
    void declaredAlphabetsKeepUnusedSymbols() {
        Mfst machine = compile("input = \"z a\"\nunused = q:q / q\nmachine = a:b / m");
        assertThat(machine.input().symbols()).containsExactly("z", "a");
        assertThat(machine.output().symbols()).containsExactly("b");
        assertThat(machine.marks().symbols()).containsExactly("m");
    }

    @Test
    void alphabetsAreCheckedOnTheFinishedMachineOnly() {
        String middle = "input = \"a\"\noutput = \"c\"\nmachine = a:b @ b:c";
        assertThat(arcs(compile(middle))).containsExactly("a:c/_");
        assertThatThrownBy(() -> compile("input = \"a\"\nx = a:_ | b:_\nmachine = x*"))
                .isInstanceOf(SourceException.class)
                .hasMessage("m.mfst:2:11: 'b' is on the input tape of the machine but not in the alphabet 'input'; "
                        + "add it there, or take it out of the machine");
    }

    @Test
    void undeclaredSymbolsOfTablesAreFoundInTheirLines() {
        FileResolver table = name -> new ByteArrayInputStream("a b\nab\na ü\nq\n".getBytes(StandardCharsets.UTF_8));
        String program = "input = \"%s\"\nmachine = [p in table \"t.tsv\"] p:_";
        String tape = " is on the input tape of the machine but not in the alphabet 'input'; ";
        Map.of(
                        "a b ü q", "t.tsv:2:1: 'ab'" + tape + "write 'a b', with spaces between symbols",
                        "a b ab q u \u0308", "t.tsv:3:1: 'ü'" + tape + "write 'u \u0308', with spaces between symbols",
                        "a b ab ü", "t.tsv:4:1: 'q'" + tape + "add it there, or take it out of the machine")
                .forEach((symbols, message) -> assertThatThrownBy(
                                () -> MachineLanguage.compile("m.mfst", program.formatted(symbols), DATA, table))
                        .isInstanceOf(SourceException.class)
                        .hasMessage(message));
    }

    @Test
    void definitionsMaySpanLines() {
        Mfst machine =
                compile("x = a:b # comment\n\n  | c:d\n# comment in between\n\t| e:f\nmachine = (x\n|\ng:h\n)\r\n");
        assertThat(arcs(machine)).containsExactlyInAnyOrder("a:b/_", "c:d/_", "e:f/_", "g:h/_");
    }

    @Test
    void wordsMayContainAnythingButSigns() {
        Mfst machine = compile("machine = ʃ̃:I_LOOK / <a:b|c> r\\ {-} 'x' \"# ( \\\" \\\\\" ا\u200Cب 𝄞");
        assertThat(arcs(machine)).containsExactly("ʃ̃:I_LOOK/<a:b|c> r\\ {-} 'x' # ( \" \\ ا\u200Cب 𝄞");
    }

    @Test
    void adjacentTagsAreTwoWords() {
        assertThat(compile("machine = a:_ / <delete><a>").marks().symbols()).containsExactly("<delete>", "<a>");
    }

    @Test
    void quotedNamesAreLiteral() {
        assertThat(arcs(compile("""
                delete = a:_
                v = "a"
                machine = [a in v] "a":"delete" / "v" a | ("x":a / q) delete
                """))).contains("a:delete/v a", "x:a/q", "a:_/_");
    }

    @Test
    void byteOrderMarkIsSkipped() {
        assertThat(arcs(compile("\uFEFFmachine = a:b"))).containsExactly("a:b/_");
    }

    @Test
    void readsFilesBesideTheProgram(@TempDir Path folder) throws IOException {
        Path program = folder.resolve("m.mfst");
        Files.writeString(program, "machine = [a:b in table \"sub/t.tsv\"] a:b");
        Files.createDirectory(folder.resolve("sub"));
        Path table = folder.resolve("sub").resolve("t.tsv");
        Files.writeString(table, "ä\tae\n");
        assertThat(arcs(MachineLanguage.read(program, null))).containsExactly("ä:ae/_");
        Files.writeString(table, "ä ae\n");
        assertThatThrownBy(() -> MachineLanguage.read(program, null))
                .hasMessage(table + ":1: expected 2 columns, one for each variable, found 1; "
                        + "columns are separated by one tab");
        Files.write(table, new byte[] {'a', '\n', (byte) 0xE4, '\t', 'b'});
        assertThatThrownBy(() -> MachineLanguage.read(program, null))
                .hasMessage(table + ":2: the byte 0xE4 is not UTF-8; save the file as UTF-8");
        Files.delete(table);
        assertThatThrownBy(() -> MachineLanguage.read(program, null))
                .hasMessage(program + ":1:25: there is no file '" + table
                        + "'; paths are relative to the folder of the program");
    }

    @Test
    void missingProgramIsNamed(@TempDir Path folder) {
        Path nowhere = folder.resolve("nowhere.mfst");
        assertThatThrownBy(() -> MachineLanguage.read(nowhere, null))
                .isInstanceOf(EspalierException.class)
                .hasMessage("cannot read " + nowhere + ": no such file; check the path");
        assertThatThrownBy(() -> MachineLanguage.read(folder, null))
                .isInstanceOf(EspalierException.class)
                .hasMessageStartingWith("cannot read " + folder + ": ");
    }

    /** Checks that the machine of one expression has the relation of a machine built by hand, and is compact. */
    private static void same(String expression, Mfst expected) {
        assertSame(compile("machine = " + expression), expected);
    }

    private static void assertSame(Mfst machine, Mfst expected) {
        assertThat(RelationOracle.of(machine, BOUND)).isEqualTo(RelationOracle.of(expected, BOUND));
        assertThat(machine.states()).isEqualTo(expected.states());
        assertThat(machine.arcs()).isEqualTo(expected.arcs());
    }

    private static Mfst arc(String in, String out, String marks) {
        return Machines.arc(Alphabet.split(in), Alphabet.split(out), Alphabet.split(marks));
    }

    private static Mfst arcs(String... arcs) {
        List<Mfst> machines = new ArrayList<>();
        for (String arc : arcs) {
            String[] sides = arc.replace("_", "").split(":", -1);
            machines.add(arc(sides[0], sides[1], ""));
        }
        return Operations.concat(machines);
    }

    private static List<String> arcs(Mfst machine) {
        List<String> arcs = new ArrayList<>();
        for (int a = 0; a < machine.arcs(); a++) {
            arcs.add(machine.describe(a));
        }
        return arcs;
    }

    private static Mfst compile(String program) {
        return MachineLanguage.compile("m.mfst", program, DATA, file -> {
            String text = FILES.get(file);
            if (text == null) {
                throw new NoSuchFileException(file);
            }
            return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        });
    }
}

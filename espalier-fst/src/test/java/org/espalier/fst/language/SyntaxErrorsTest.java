package org.espalier.fst.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.stream.Stream;
import org.espalier.fst.base.LimitException;
import org.espalier.fst.base.SourceException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Messages about mistakes in programs. */
class SyntaxErrorsTest {
    private static final DataSymbols DATA = new DataSymbols(List.of("a", "b", "c"), List.of("b", "c", "d"));

    private record Mistake(String program, String message) {
        @Override
        public String toString() {
            return program.replace("\n", " ⏎ ");
        }
    }

    @ParameterizedTest
    @MethodSource({"brackets", "arcs", "names", "definitions", "alphabets", "comprehensions", "characters"})
    void mistakeIsReported(Mistake slip) {
        assertThatThrownBy(() -> compile(slip.program))
                .isInstanceOf(SourceException.class)
                .hasMessage(slip.message);
    }

    static Stream<Mistake> brackets() {
        return Stream.of(
                new Mistake(
                        "machine = (a:b | c:d",
                        "m.mfst:1:21: expected ')' to close the '(' at line 1, column 11, found the end of the definition"),
                new Mistake(
                        "x = (a:b | c:d\nmachine = x*",
                        "m.mfst:1:15: expected ')' to close the '(' at line 1, column 5, found the end of the definition"),
                new Mistake(
                        "x = [a in \"p q\" a:b\nmachine = x*",
                        "m.mfst:1:17: expected ']' to close the '[' at line 1, column 5, found 'a'"),
                new Mistake(
                        "machine = a:b)",
                        "m.mfst:1:14: found ')' but no '(' is open; remove it, or add the missing '('"),
                new Mistake(
                        "machine = a:b]",
                        "m.mfst:1:14: found ']' but no '[' is open; remove it, or add the missing '['"),
                new Mistake(
                        "machine = (a:b]",
                        "m.mfst:1:15: expected ')' to close the '(' at line 1, column 11, found ']'"),
                new Mistake("machine = ()", "m.mfst:1:12: expected a machine, found ')'"),
                new Mistake("machine = (a:b | )", "m.mfst:1:18: expected a machine, found ')'"),
                new Mistake("machine = a:b | @ c:d", "m.mfst:1:17: expected a machine, found '@'"));
    }

    static Stream<Mistake> arcs() {
        return Stream.of(
                new Mistake("machine = a->b", "m.mfst:1:11: unknown name 'a->b'; an arc is written a:b"),
                new Mistake("machine = a -> b", "m.mfst:1:11: unknown name 'a'; an arc is written a:b"),
                new Mistake("machine = a:b -> c", "m.mfst:1:15: unknown name '->'; an arc is written a:b"),
                new Mistake(
                        "machine = a:b→c",
                        "m.mfst:1:13: found 'b→c' among the labels of an arc; an arc is written a:b, or put 'b→c' in double quotes if the symbol is meant"),
                new Mistake(
                        "machine = a:ε",
                        "m.mfst:1:13: 'ε' is not the empty string; write _, or \"ε\" in quotes if the symbol is meant"),
                new Mistake("machine = a:<eps>", "m.mfst:1:13: '<eps>' is not the empty string; write _"),
                new Mistake(
                        "machine = a:\"b <eps>\"",
                        "m.mfst:1:13: '<eps>' stands for the empty string and cannot be a symbol; leave it out, or write _ for an empty side"),
                new Mistake(
                        "machine = eps:b",
                        "m.mfst:1:11: 'eps' is not the empty string; write _, or \"eps\" in quotes if the symbol is meant"),
                new Mistake(
                        "machine = a:_ / ε",
                        "m.mfst:1:17: 'ε' is not the empty string; write _, or \"ε\" in quotes if the mark is meant"),
                new Mistake(
                        "machine = a:",
                        "m.mfst:1:13: expected a symbol, _ or a quoted string, found the end of the definition"),
                new Mistake(
                        "machine = :b",
                        "m.mfst:1:11: expected a machine, found ':'; an arc is input:output / marks, with _ for an empty side"),
                new Mistake(
                        "machine = a:b:c",
                        "m.mfst:1:14: expected '|', '@' or the end of the definition, found ':'; an arc is input:output / marks, with _ for an empty side"),
                new Mistake(
                        "machine = a:b /",
                        "m.mfst:1:15: expected marks after '/'; write them, or leave the '/' out for an arc without marks"),
                new Mistake(
                        "machine = a:b / | c:d",
                        "m.mfst:1:15: expected marks after '/'; write them, or leave the '/' out for an arc without marks"),
                new Mistake(
                        "machine = a:b / c:d",
                        "m.mfst:1:15: expected marks after '/'; write them, or leave the '/' out for an arc without marks"),
                new Mistake(
                        "machine = a:b / x / y",
                        "m.mfst:1:19: expected '|', '@' or the end of the definition, found '/'; '/' comes once, between the labels of an arc and its marks, as in a:b / m"),
                new Mistake(
                        "machine = a:b, c:d",
                        "m.mfst:1:14: expected '|', '@' or the end of the definition, found ','; symbols are separated by spaces, ranges by commas"),
                new Mistake(
                        "machine = a:b & c:d",
                        "m.mfst:1:15: expected '|', '@' or the end of the definition, found '&'; '&' is for alphabets; machines have '|' and '@'"),
                new Mistake(
                        "machine = a:b == c",
                        "m.mfst:1:15: expected '|', '@' or the end of the definition, found '=='; conditions stand in brackets, as in [a in input, b in output, a != b]"),
                new Mistake("machine = * a:b", "m.mfst:1:11: expected a machine, found '*'"),
                new Mistake(
                        "x = a:b\nmachine = x / m",
                        "m.mfst:2:13: expected '|', '@' or the end of the definition, found '/'; '/' comes once, between the labels of an arc and its marks, as in a:b / m"),
                new Mistake(
                        "machine = a:b \"c d\"",
                        "m.mfst:1:15: expected a machine, found the string \"c d\"; an arc has two sides: \"a b\":\"c\""));
    }

    static Stream<Mistake> names() {
        return Stream.of(
                new Mistake(
                        "delete = a:_\nmachine = delte*", "m.mfst:2:11: unknown name 'delte'; did you mean 'delete'?"),
                new Mistake(
                        "delete = a:_\nmachine = DELETE*",
                        "m.mfst:2:11: unknown name 'DELETE'; did you mean 'delete'?"),
                new Mistake(
                        "machine = a",
                        "m.mfst:1:11: unknown name 'a'; for a symbol write a:a, and put '/' before marks"),
                new Mistake("machine = a:b _", "m.mfst:1:15: unknown name '_'; the empty machine is written _:_"),
                new Mistake(
                        "machine = x*\nx = a:b",
                        "m.mfst:1:11: 'x' is used before its definition at line 2; a definition may use only names defined above it"),
                new Mistake(
                        "x = a:b\nx = c:d\nmachine = x",
                        "m.mfst:2:1: 'x' is defined twice, first at line 1; rename one of the two"),
                new Mistake(
                        "machine = machine a:b",
                        "m.mfst:1:11: 'machine' is used in its own definition; repeat a machine with * or +"),
                new Mistake(
                        "input = input - \"a\"\nmachine = a:b",
                        "m.mfst:1:9: 'input' is used in its own definition; use another name"),
                new Mistake(
                        "delete = a:_\nmachine = a:_ / x delete*",
                        "m.mfst:2:19: 'delete' is a machine, not a mark; write \"delete\" in quotes if the mark is meant, or put the arc before it in parentheses to end its marks"),
                new Mistake(
                        "delete = a:_\nmachine = delete:_",
                        "m.mfst:2:11: 'delete' is a machine, not a symbol; write \"delete\" in quotes if the symbol is meant"),
                new Mistake(
                        "machine = later:_\nlater = a:b",
                        "m.mfst:1:11: 'later' is the name of a definition, not a symbol; write \"later\" in quotes if the symbol is meant"),
                new Mistake(
                        "v = \"a e\"\nmachine = v:_",
                        "m.mfst:2:11: 'v' is an alphabet, not a symbol; write \"v\" in quotes if the symbol is meant, or range over it, as in [a in v]"),
                new Mistake(
                        "v = \"a e\"\nmachine = (x:y v)*",
                        "m.mfst:2:16: 'v' is an alphabet, not a machine; write [a in v] a:a to copy it"),
                new Mistake(
                        "chars = a:b\nmachine = chars",
                        "m.mfst:1:1: 'chars' is a word of the language and cannot be a name; choose another"),
                new Mistake(
                        "_ = a:b\nmachine = a:b",
                        "m.mfst:1:1: '_' is a word of the language and cannot be a name; choose another"));
    }

    static Stream<Mistake> definitions() {
        return Stream.of(
                new Mistake("", "m.mfst:1:1: no definition is named 'machine'; the smallest one is: machine = a:b"),
                new Mistake(
                        "x = a:b",
                        "m.mfst:1:8: no definition is named 'machine'; the result of a program is the definition of that name"),
                new Mistake("Machine = a:b", "m.mfst:1:14: no definition is named 'machine'; did you mean 'Machine'?"),
                new Mistake(
                        "machine := a:b",
                        "m.mfst:1:1: expected a definition such as 'name = …', found 'machine' and ':='; write '=' alone"),
                new Mistake(
                        "machine == a:b",
                        "m.mfst:1:1: expected a definition such as 'name = …', found 'machine' and '=='; write '=' to define"),
                new Mistake(
                        "machine a:b",
                        "m.mfst:1:1: expected a definition such as 'name = …', found 'machine'; the result of a program is written 'machine = …'"),
                new Mistake(
                        "a:b | c:d",
                        "m.mfst:1:1: expected a definition such as 'name = …', found 'a'; the result of a program is written 'machine = …'"),
                new Mistake("machine =", "m.mfst:1:10: expected a machine, found the end of the definition"),
                new Mistake(
                        "machine = a:b;",
                        "m.mfst:1:14: found ';' at the end of a definition, which ends with its line; remove it, or write \"b;\" in quotes if the symbol is meant"),
                new Mistake(
                        "input = \"a b\";\nmachine = a:b",
                        "m.mfst:1:14: found ';' at the end of a definition, which ends with its line; remove it, or write \";\" in quotes if the symbol is meant"),
                new Mistake(
                        "machine = a:b = c",
                        "m.mfst:1:15: expected '|', '@' or the end of the definition, found '='; '=' defines and '==' compares"),
                new Mistake(
                        "  machine = a:b",
                        "m.mfst:1:3: a definition begins at the start of its line; remove the white space before 'machine'"),
                new Mistake(
                        "x = a:b\n  machine = x",
                        "m.mfst:2:3: a definition begins at the start of its line; remove the white space before 'machine'"),
                new Mistake(
                        "x = a:b\n| c:d\nmachine = x",
                        "m.mfst:2:1: expected a definition such as 'name = …', found '|'; a line that continues the definition above it begins with white space"),
                new Mistake(
                        "machine = from data",
                        "m.mfst:1:11: expected a machine, found an alphabet; to copy its symbols write ([a in …] a:a)*"),
                new Mistake(
                        "v = \"a e\"\nmachine = v*",
                        "m.mfst:2:11: expected a machine, found an alphabet; to copy its symbols write ([a in …] a:a)*"));
    }

    static Stream<Mistake> alphabets() {
        return Stream.of(
                new Mistake(
                        "input = abc\nmachine = a:b",
                        "m.mfst:1:9: unknown name 'abc'; write symbols in quotes, as in \"a b c\" or chars \"abc\""),
                new Mistake("input = data\nmachine = a:b", "m.mfst:1:9: unknown name 'data'; write: from data"),
                new Mistake(
                        "input = from file\nmachine = a:b", "m.mfst:1:14: expected 'data' after 'from', found 'file'"),
                new Mistake(
                        "x = from data\nmachine = a:b",
                        "m.mfst:1:5: 'from data' is only for 'input', 'output' and 'tags', not for 'x'"),
                new Mistake(
                        "input = chars abc\nmachine = a:b",
                        "m.mfst:1:15: expected a quoted string of characters after 'chars', found 'abc'"),
                new Mistake(
                        "input = chars 'abc'\nmachine = a:b",
                        "m.mfst:1:15: expected a quoted string of characters after 'chars', found ''abc''; strings stand in double quotes"),
                new Mistake(
                        "input = chars \"a b\"\nmachine = a:b",
                        "m.mfst:1:15: white space cannot be a symbol; leave it out, or name it <space>"),
                new Mistake(
                        "input = file symbols.txt\nmachine = a:b",
                        "m.mfst:1:14: expected a quoted file name after 'file', found 'symbols.txt'"),
                new Mistake(
                        "input = file \"symbols.txt\"\nmachine = a:b",
                        "m.mfst:1:14: there is no file 'symbols.txt'; paths are relative to the folder of the program"),
                new Mistake(
                        "input = file \"t.tsv\"\nmachine = a:b",
                        "t.tsv:1: expected one symbol on each line, found 2 symbols"),
                new Mistake(
                        "input = \"a <eps>\"\nmachine = a:b",
                        "m.mfst:1:9: '<eps>' stands for the empty string and cannot be a symbol; leave it out, or write _ for an empty side"),
                new Mistake(
                        "input = \"a b\"\nc = input -b\nmachine = a:b",
                        "m.mfst:2:11: expected '|', '&', '-' or the end of the alphabet, found '-b'; a difference of alphabets has a space on each side of its '-'"),
                new Mistake(
                        "input = \"a b\"\nc = input-b\nmachine = a:b",
                        "m.mfst:2:5: unknown name 'input-b'; a difference of alphabets has a space on each side of its '-'"),
                new Mistake(
                        "input = \"a b\" &\nmachine = a:b",
                        "m.mfst:1:16: expected an alphabet, found the end of the definition"),
                new Mistake(
                        "input = (\"a b\" | \"c\"\nmachine = a:b",
                        "m.mfst:1:21: expected ')' to close the '(' at line 1, column 9, found the end of the definition"),
                new Mistake(
                        "v = \"a e\"\nm = v*\nmachine = m",
                        "m.mfst:2:6: found '*' after an alphabet; to copy its symbols write ([a in …] a:a)*"),
                new Mistake(
                        "v = \"a e\"\nm = v b:c\nmachine = m",
                        "m.mfst:2:7: expected '|', '&', '-' or the end of the alphabet, found 'b'"),
                new Mistake(
                        "input = \"a b\"\nmachine = a:b | q:a",
                        "m.mfst:2:17: 'q' is on the input tape of the machine but not in the alphabet 'input'; add it there, or take it out of the machine"),
                new Mistake(
                        "output = \"apple pear\"\nmachine = [a in \"aple\"] a:a",
                        "m.mfst:2:1: 'aple' is on the output tape of the machine but not in the alphabet 'output'; did you mean 'apple'?"),
                new Mistake(
                        "input = \"apple pear\"\nmachine = aple:_",
                        "m.mfst:2:11: 'aple' is on the input tape of the machine but not in the alphabet 'input'; did you mean 'apple'?"),
                new Mistake("x = a:b\ny = \"a\" | x\nmachine = a:b", "m.mfst:2:11: 'x' is a machine, not an alphabet"));
    }

    static Stream<Mistake> comprehensions() {
        return Stream.of(
                new Mistake(
                        "machine = [a in vowels] a:_",
                        "m.mfst:1:17: unknown name 'vowels'; write symbols in quotes, as in \"a b c\" or chars \"abc\""),
                new Mistake(
                        "machine = [a in input] a:_",
                        "m.mfst:1:17: unknown name 'input'; define it above, as in: input = from data"),
                new Mistake(
                        "input = from data\nmachine = [a in inptu] a:_",
                        "m.mfst:2:17: unknown name 'inptu'; did you mean 'input'?"),
                new Mistake("x = a:b\nmachine = [a in x] a:_", "m.mfst:2:17: 'x' is a machine, not an alphabet"),
                new Mistake(
                        "machine = [a in from data] a:_",
                        "m.mfst:1:17: 'from data' is only for 'input', 'output' and 'tags', not for 'machine'"),
                new Mistake(
                        "input = from data\nmachine = [a in input] [b in a] a:b",
                        "m.mfst:2:30: 'a' is a variable, not an alphabet; compare variables with == or !="),
                new Mistake(
                        "input = from data\nmachine = [a in input] b:_",
                        "m.mfst:2:12: the variable 'a' is never used; mention it after the brackets, or leave its range out"),
                new Mistake(
                        "input = from data\nmachine = [a in input] a",
                        "m.mfst:2:24: 'a' is a variable, not a machine; write an arc, as in a:_ or a:a"),
                new Mistake(
                        "input = from data\nmachine = [a in input]",
                        "m.mfst:2:23: expected a machine after the brackets, found the end of the definition"),
                new Mistake(
                        "input = from data\nmachine = [a in input a:_",
                        "m.mfst:2:23: expected ']' to close the '[' at line 2, column 11, found 'a'"),
                new Mistake("machine = [] a:_", "m.mfst:1:12: expected a variable, as in [a in input], found ']'"),
                new Mistake(
                        "input = from data\nmachine = [a of input] a:_",
                        "m.mfst:2:14: expected 'in' and what the variable ranges over, found 'of'"),
                new Mistake(
                        "input = from data\nmachine = [a, b in input] a:b",
                        "m.mfst:2:13: expected 'in', found ','; each variable has its own range: [a in S, b in S]"),
                new Mistake(
                        "input = from data\nmachine = [a in input, a in input] a:_",
                        "m.mfst:2:24: the variable 'a' is bound twice in these brackets"),
                new Mistake(
                        "input = from data\nmachine = [a in input, a = b] a:_",
                        "m.mfst:2:26: found '=' in a condition; write '==' to compare"),
                new Mistake(
                        "input = from data\nmachine = [a != b, a in input, b in input] a:b",
                        "m.mfst:2:12: neither side of this condition is a variable; a condition comes after the ranges of its variables"),
                new Mistake(
                        "input = from data\nmachine = [a in input, a != b, b in input] a:b",
                        "m.mfst:2:29: 'b' is compared before it is bound; put the condition after its range"),
                new Mistake(
                        "input = from data\ndelete = a:_\nmachine = [delete in input] delete:_",
                        "m.mfst:3:12: 'delete' is a machine and cannot be a variable too; choose another name"),
                new Mistake(
                        "input = from data\nmachine = [_ in input] a:_",
                        "m.mfst:2:12: '_' cannot be a variable; choose another name"),
                new Mistake(
                        "input = from data\nmachine = [a:b in input] a:b",
                        "m.mfst:2:19: expected 'table' and a quoted file name, because there are 2 variables joined by ':', found 'input'"),
                new Mistake(
                        "machine = [a:b in table t.tsv] a:b",
                        "m.mfst:1:25: expected a quoted file name after 'table', found 't.tsv'"),
                new Mistake(
                        "machine = [a:b in table \"u.tsv\"] a:b",
                        "m.mfst:1:25: there is no file 'u.tsv'; paths are relative to the folder of the program"),
                new Mistake(
                        "machine = [a:b:c in table \"t.tsv\"] a:b / c",
                        "t.tsv:1: expected 3 columns, one for each variable, found 2; columns are separated by one tab"),
                new Mistake(
                        "machine = [a in table \"t.tsv\"] a:_",
                        "t.tsv:1: expected 1 column, one for each variable, found 2; columns are separated by one tab"));
    }

    static Stream<Mistake> characters() {
        return Stream.of(
                new Mistake(
                        "machine = “a”:b",
                        "m.mfst:1:11: the curly quote “ does not quote; write the straight quote \" (or \"“\" if the symbol is meant)"),
                new Mistake(
                        "machine = \"a b:c",
                        "m.mfst:1:11: the quote that opens here is not closed on its line; add the missing \""),
                new Mistake(
                        "machine = a:b / \"x\\",
                        "m.mfst:1:17: the quote that opens here is not closed on its line; add the missing \""),
                new Mistake(
                        "machine = \"\\n\":b",
                        "m.mfst:1:12: unknown escape '\\n'; inside quotes write \\\\ for a backslash and \\\" for a quote"),
                new Mistake(
                        "machine = <delete a:b",
                        "m.mfst:1:11: '<delete' has no closing '>'; write <delete>, or \"<delete\" in quotes if the symbol is meant"),
                new Mistake(
                        "machine = a:b / !",
                        "m.mfst:1:17: '!' is only used in '!='; write \"!\" in quotes if the symbol is meant"),
                new Mistake(
                        "machine = a:\u00A0b", "m.mfst:1:13: found the special space U+00A0; write an ordinary space"),
                new Mistake(
                        "machine = a:\u0001b",
                        "m.mfst:1:13: found the control character U+0001, which is not text; remove it"),
                new Mistake(
                        "machine = \"\u0000\":b",
                        "m.mfst:1:12: found the control character U+0000, which is not text; remove it"));
    }

    @Test
    void fromDataWithoutDataIsRefused() {
        assertThatThrownBy(() -> MachineLanguage.compile(
                        "m", "input = from data\nmachine = [a in input] a:_", null, FileResolver.none()))
                .isInstanceOf(SourceException.class)
                .hasMessage("m:1:9: 'from data' needs data, and there is none; give pairs, or an input and an output");
    }

    @Test
    void tooLargeMachineIsRefusedBeforeItIsBuilt() {
        assertThatThrownBy(() -> compileRanges("abcde"))
                .isInstanceOf(LimitException.class)
                .hasMessage(
                        "m.mfst:2:11: this comprehension would make up to 11,881,376 arcs, more than the limit maxArcs of "
                                + "5,000,000; use fewer symbols, or raise the limit");
        assertThatThrownBy(() -> compileRanges("abcdefghijklmnopqrstuvwxyz"))
                .isInstanceOf(LimitException.class)
                .hasMessage(
                        "m.mfst:2:11: this comprehension would make up to countless arcs, more than the limit maxArcs of "
                                + "5,000,000; use fewer symbols, or raise the limit");
    }

    /** Compiles a comprehension with one range over 26 letters for each variable. */
    private static void compileRanges(String variables) {
        String ranges = String.join(" in letters, ", variables.split("")) + " in letters";
        compile("letters = chars \"abcdefghijklmnopqrstuvwxyz\"\nmachine = [" + ranges + "] _:_ / "
                + String.join(" ", variables.split("")));
    }

    @Test
    void doublingDefinitionsAreRefusedBeforeTheyAreBuilt() {
        StringBuilder program = new StringBuilder("x0 = a:b / m | c:d\n");
        for (int k = 1; k < 60; k++) {
            program.append("x%d = x%d x%d\n".formatted(k, k - 1, k - 1));
        }
        program.append("machine = x59");
        assertThatThrownBy(() -> MachineLanguage.compile("m", program.toString(), null, FileResolver.none(), 1000))
                .isInstanceOf(LimitException.class)
                .hasMessageContaining("the limit maxArcs of 1,000");
    }

    @Test
    void consecutiveOptionsAreRefusedBeforeTheirArcsMultiply() {
        String options = "machine = " + "([a in s] a:_ / x)? ".repeat(100);
        String program = "s = chars \"abcdefghijklmnopqrstuvwxyz\"\n" + options;
        assertThatThrownBy(() -> MachineLanguage.compile("m", program, null, FileResolver.none(), 100_000))
                .isInstanceOf(LimitException.class)
                .hasMessageStartingWith("m:2:11: this concatenation would make up to ");
    }

    @Test
    void longLabelsCountAsSeveralArcs() {
        String program = "s = chars \"abcdefghijklmnopqrstuvwxyz\"\nmachine = [a in s] a:_ /" + " a".repeat(3_199);
        assertThatThrownBy(() -> MachineLanguage.compile("m", program, null, FileResolver.none(), 2_000))
                .isInstanceOf(LimitException.class)
                .hasMessageStartingWith("m:2:11: this comprehension would make up to 2,626 arcs, ");
    }

    @Test
    void tooLargeCompositionIsRefused() {
        String program = "s = chars \"abcdefghijklmnopqrstuvwxyz\"\nmachine = [a in s] a:x / a @ [b in s] x:b / b";
        assertThatThrownBy(() -> MachineLanguage.compile("m", program, null, FileResolver.none(), 600))
                .isInstanceOf(LimitException.class)
                .hasMessage("m:2:30: the composition of a machine of 26 arcs with one of 26 has more than the limit of "
                        + "600 arcs; compose smaller machines");
    }

    @Test
    void doublingMarksAreRefusedBeforeTheyAreBuilt() {
        StringBuilder program = new StringBuilder("m0 = a:a / x\n");
        for (int k = 1; k <= 30; k++) {
            program.append("m%d = m%d @ m%d\n".formatted(k, k - 1, k - 1));
        }
        program.append("machine = m30");
        assertThatThrownBy(() -> MachineLanguage.compile("m", program.toString(), null, FileResolver.none(), 1_000))
                .isInstanceOf(LimitException.class)
                .hasMessage(
                        "m:14:1: this definition would make up to 1,027 arcs, more than the limit maxArcs of 1,000; "
                                + "use fewer symbols, or raise the limit");
    }

    @Test
    void compositionWithTooManyMarksIsRefused() {
        String program = "s = chars \"abcdefghijklmnop\"\nm = ([b in s] a:a / b b b b b b b)*\nmachine = m @ m";
        assertThatThrownBy(() -> MachineLanguage.compile("m", program, null, FileResolver.none(), 300))
                .isInstanceOf(LimitException.class)
                .hasMessage("m:3:15: the arcs of a composition carry more than the limit of 2400 symbols together, "
                        + "marks included; compose machines with fewer marks");
    }

    @Test
    void manyMarksCountAsArcs() {
        String program = """
                m0 = a:a / x
                m1 = m0 @ m0
                m2 = m1 @ m1
                m3 = m2 @ m2
                m4 = m3 @ m3
                m5 = m4 @ m4
                m6 = m5 @ m5
                machine = (m6 m6 m6)*
                """;
        assertThatThrownBy(() -> MachineLanguage.compile("m", program, null, FileResolver.none(), 30))
                .isInstanceOf(LimitException.class)
                .hasMessageStartingWith("m:8:12: this concatenation would make up to ");
    }

    @Test
    void messageIsOneLineForAnyWord() {
        assertThatThrownBy(() -> compile("machine = " + "x".repeat(100_000)))
                .hasMessage("m.mfst:1:11: unknown name 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…'; for a symbol write "
                        + "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…:xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…, "
                        + "and put '/' before marks");
    }

    @Test
    void columnsCountCodePoints() {
        assertThatThrownBy(() -> compile("machine = 𝄞:𝄞 | \t 𝄞"))
                .isInstanceOfSatisfying(
                        SourceException.class,
                        e -> assertThat(List.of(e.line(), e.column())).containsExactly(1, 19));
    }

    private static void compile(String program) {
        MachineLanguage.compile("m.mfst", program, DATA, file -> {
            if (file.equals("t.tsv")) {
                return new ByteArrayInputStream("a\tb\nc\td e\n".getBytes(StandardCharsets.UTF_8));
            }
            throw new NoSuchFileException(file);
        });
    }
}

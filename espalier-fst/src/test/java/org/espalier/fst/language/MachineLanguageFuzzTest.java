package org.espalier.fst.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.EspalierException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that any text ends in a machine or in a one-line error, without another exception, a hang or a deep stack. */
@Tag("slow")
@Timeout(60)
class MachineLanguageFuzzTest {
    private static final DataSymbols DATA = new DataSymbols(List.of("a", "b", "c"), List.of("b", "c", "d"));

    private static final List<String> PROGRAMS = List.of("""
            # Deletion and insertion
            input  = from data
            output = from data
            delete = [a in input]  a:_ / <delete> a
            insert = [b in output] _:b / <insert> b
            machine = (delete | insert)*
            """, """
            input = "a b c" | chars "xyz" - ("x" & "x y")
            output = input
            copy = [a in input & output] a:a / <copy> a
            substitute = [a in input, b in output, a != b] a:b / <substitute> a b
            machine = (copy | substitute)+ _:_ / "end of \\"it\\""?
            """, """
            input = chars "abc"
            cipher = _:_ / cipher1 ([a:b in table "t.tsv"] a:b / replace a b)*
            noise = ([b in "b d e"] (b:b / copy b | b:_ / delete b | _:b / insert b))*
            machine = cipher @ noise @ (b:b | d:_
              | "d e":e / x y)*
            """, """
            vowels = file "s.txt"
            syllable = (_:_ / <syllable>) ([v in vowels] v:v / v)? x:"y z"
            machine = syllable (_:"." / <break> [v in vowels] v:_ / v x:_)*
            """);

    /** The characters of random programs, most of which have a meaning in the language. */
    private static final String ALPHABET = "ab_ \n\t:/|*+?()[]@=,#\"&!<>-\\;ε“𝄞\u0000\uD800in";

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void mutatedProgramsNeverCrash(long seed) {
        Random random = new Random(seed);
        int machines = 0;
        for (int round = 0; round < 2500; round++) {
            String program = mutated(PROGRAMS.get(random.nextInt(PROGRAMS.size())), random);
            machines += endsWell(program, "seed " + seed + ", round " + round) ? 1 : 0;
        }
        assertThat(machines)
                .as("mutated programs that are still programs, seed %d", seed)
                .isBetween(100, 2400);
    }

    private static String mutated(String program, Random random) {
        StringBuilder text = new StringBuilder(program);
        for (int edits = 1 + random.nextInt(4); edits > 0 && text.length() > 0; edits--) {
            int at = random.nextInt(text.length());
            char c = ALPHABET.charAt(random.nextInt(ALPHABET.length()));
            switch (random.nextInt(5)) {
                case 0 -> text.deleteCharAt(at);
                case 1 -> text.insert(at, c);
                case 2 -> text.setCharAt(at, c);
                case 3 -> text.delete(at, Math.min(text.length(), at + 1 + random.nextInt(20)));
                default -> text.insert(at, program, 0, random.nextInt(program.length()));
            }
        }
        return text.toString();
    }

    @Test
    void randomBytesNeverCrash(@TempDir Path folder) throws IOException {
        byte[] bytes = new byte[1_000_000];
        new Random(7).nextBytes(bytes);
        Path file = Files.write(folder.resolve("noise.mfst"), bytes);
        assertThatThrownBy(() -> MachineLanguage.read(file, DATA)).isInstanceOf(EspalierException.class);
        endsWell(new String(bytes, StandardCharsets.ISO_8859_1), "Latin-1");
        Files.write(folder.resolve("t.tsv"), bytes);
        Files.writeString(file, "machine = [a:b in table \"t.tsv\"] a:b");
        assertThatThrownBy(() -> MachineLanguage.read(file, DATA)).isInstanceOf(EspalierException.class);
    }

    @Test
    void randomCharactersOfTheLanguageNeverCrash() {
        Random random = new Random(8);
        for (String start : List.of("", "machine = ", "machine = (", "input = ", "machine = a:b / ")) {
            StringBuilder text = new StringBuilder(start);
            for (int k = 0; k < 1_000_000; k++) {
                text.append(ALPHABET.charAt(random.nextInt(ALPHABET.indexOf(';'))));
            }
            endsWell(text.toString(), "seed 8");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(",
                "[",
                "[a in ",
                "[a in \"p\"] ",
                "[a in \"p\", a != q] ",
                "[a in (",
                "((a:b)* ",
                "(a:b @ ",
                "<",
                "<|",
                "\"",
                "a:b / x ",
                "-"
            })
    void deepNestingIsRefused(String opening) {
        endsWell("machine = " + opening.repeat(1_000_000 / opening.length()), "opening " + opening);
        endsWell("input = " + opening.repeat(1_000_000 / opening.length()), "opening " + opening);
    }

    @ParameterizedTest
    @ValueSource(strings = {"*", "+?", " | a:b", " @ a:a", " a:b / x", "*?+"})
    void longChainsNeedNoDeepRecursion(String link) {
        int links = link.contains("@") ? 2000 : 20_000;
        assertThat(compile("machine = a:a" + link.repeat(links)).states()).isPositive();
        assertThat(compile("machine = a:b @ (b:b" + link.repeat(links / 20) + ")")
                        .states())
                .isPositive();
    }

    @Test
    void nestingUpToTheLimitIsAccepted() {
        String deep = "(".repeat(TokenCursor.MAX_DEPTH) + "a:b" + ")?".repeat(TokenCursor.MAX_DEPTH);
        assertThat(compile("machine = " + deep).arcs()).isEqualTo(1);
        assertThatThrownBy(() -> compile("machine = (" + deep + ")"))
                .hasMessage("fuzz:1:211: nested more than 200 deep; give an inner part a name in its own definition");
    }

    @Test
    void longChainOfDefinitionsIsAccepted() {
        StringBuilder program = new StringBuilder("x0 = a:b / m\n");
        for (int k = 1; k < 2000; k++) {
            program.append("x%d = x%d?\n".formatted(k, k - 1));
        }
        assertThat(compile(program + "machine = x1999").arcs()).isEqualTo(1);
    }

    @Test
    void longSetExpressionsAreAccepted() {
        String set = "\"a\"" + " | \"b\" - \"c\" & \"d\"".repeat(20_000);
        assertThat(compile("input = " + set + "\nmachine = [v in input] v:_").arcs())
                .isEqualTo(2);
        assertThat(compile("machine = [v in \"a b\"" + ", v != c".repeat(20_000) + "] v:_")
                        .arcs())
                .isEqualTo(2);
    }

    /** Returns whether the program compiles. Anything but a machine or a one-line error fails. */
    private static boolean endsWell(String program, String what) {
        try {
            return compile(program).states() > 0;
        } catch (EspalierException e) {
            assertThat(e.getMessage())
                    .as(what)
                    .isNotBlank()
                    .doesNotContain("\n")
                    .hasSizeLessThan(1000);
            return false;
        } catch (RuntimeException | StackOverflowError e) {
            return fail(what + ": " + program, e);
        }
    }

    private static Mfst compile(String program) {
        return MachineLanguage.compile("fuzz", program, DATA, file -> switch (file) {
            case "t.tsv" -> new ByteArrayInputStream("a\tb\nc\td e\n".getBytes(StandardCharsets.UTF_8));
            case "s.txt" -> new ByteArrayInputStream("a\ne\n".getBytes(StandardCharsets.UTF_8));
            default -> throw new NoSuchFileException(file);
        });
    }
}

package org.espalier.fst.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.espalier.fst.io.RandomFsts.text;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.espalier.fst.Alphabet;
import org.espalier.fst.Mfst;
import org.espalier.fst.Tape;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.io.OpenFstText.Form;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exchanges files with OpenFst's programs in both directions. */
@Tag("slow")
class OpenFstToolsTest {
    private static final long SEED = 20231105;

    private OpenFstTools tools;

    @BeforeEach
    void inAFolder(@TempDir Path folder) {
        OpenFstTools.assumeInstalled();
        tools = new OpenFstTools(folder);
    }

    @Test
    void fstprintAgreesWithOurText() {
        Random random = FileFuzzer.seeded(SEED);
        for (int i = 0; i < 20; i++) {
            boolean acceptor = random.nextBoolean();
            VectorFst fst = RandomFsts.fst(random, acceptor, random.nextBoolean());
            OpenFstBinary.write(fst, tools.file("ours.fst"));
            assertThat(tools.run("fstprint", "--acceptor=" + acceptor, "ours.fst"))
                    .isEqualTo(text(fst, acceptor ? Form.ACCEPTOR : Form.TRANSDUCER));
        }
    }

    @Test
    void fstcompileAgreesWithOurReader() {
        Random random = FileFuzzer.seeded(SEED);
        for (int i = 0; i < 20; i++) {
            VectorFst fst = RandomFsts.fst(random, false, true);
            SymbolTable input = fst.inputSymbols().orElseThrow();
            SymbolTable output = fst.outputSymbols().orElseThrow();
            OpenFstText.write(fst, Form.TRANSDUCER, tools.file("ours.txt"));
            OpenFstText.writeSymbols(input, tools.file("in"));
            OpenFstText.writeSymbols(output, tools.file("out"));
            tools.run(
                    "fstcompile",
                    "--isymbols=in",
                    "--osymbols=out",
                    "--keep_isymbols",
                    "--keep_osymbols",
                    "ours.txt",
                    "theirs.fst");
            VectorFst ours = OpenFstText.read(tools.file("ours.txt"), Form.TRANSDUCER, input, output);
            assertThat(RandomFsts.describe(OpenFstBinary.read(tools.file("theirs.fst"))))
                    .isEqualTo(RandomFsts.describe(ours));
        }
    }

    @Test
    void fstinfoAgreesWithOurCounts() {
        Random random = FileFuzzer.seeded(SEED);
        for (int i = 0; i < 10; i++) {
            VectorFst fst = OpenFst.toOpenFst(AwkwardMachines.machine(random, 3), Tape.INPUT, Tape.OUTPUT);
            OpenFstBinary.write(fst, tools.file("ours.fst"));
            assertThat(tools.run("fstinfo", "ours.fst").replaceAll(" +", " "))
                    .contains(
                            "fst type vector\n",
                            "arc type standard\n",
                            "input symbol table input\n",
                            "output symbol table output\n",
                            "# of states " + fst.states() + "\n",
                            "# of arcs " + fst.arcs() + "\n",
                            "initial state " + fst.start() + "\n");
        }
    }

    @Test
    void resultsOfOpenFstAlgorithmsAreRead() {
        Random random = FileFuzzer.seeded(SEED);
        for (int i = 0; i < 10; i++) {
            VectorFst marks = OpenFst.toOpenFst(AwkwardMachines.machine(random, 3), Tape.MARKS, Tape.MARKS);
            OpenFstBinary.write(marks, tools.file("ours.fst"));
            tools.run("fstrmepsilon", "ours.fst", "noeps.fst");
            tools.run("fstdeterminize", "noeps.fst", "det.fst");
            tools.run("fstminimize", "det.fst", "min.fst");
            VectorFst minimal = OpenFstBinary.read(tools.file("min.fst"));
            assertThat(minimal.isAcceptor()).isTrue();
            Mfst machine = OpenFst.toMfst(minimal, MarkNaming.INPUT);
            OpenFstBinary.write(OpenFst.toOpenFst(machine, Tape.MARKS, Tape.MARKS), tools.file("back.fst"));
            assertThat(tools.equivalent("back.fst", "det.fst")).isTrue();
        }
    }

    @Test
    void compositionsOfOpenFstAreRead() {
        Random random = FileFuzzer.seeded(SEED);
        for (int i = 0; i < 10; i++) {
            OpenFstBinary.write(RandomFsts.fst(random, false, false), tools.file("a.fst"));
            OpenFstBinary.write(RandomFsts.fst(random, false, false), tools.file("b.fst"));
            tools.run("fstarcsort", "--sort_type=olabel", "a.fst", "sorted.fst");
            tools.run("fstcompose", "sorted.fst", "b.fst", "ab.fst");
            VectorFst composed = OpenFstBinary.read(tools.file("ab.fst"));
            assertThat(text(composed, Form.TRANSDUCER)).isEqualTo(tools.run("fstprint", "ab.fst"));
        }
    }

    @Test
    void remediesOfErrorMessagesWork() throws IOException {
        Files.writeString(tools.file("a.txt"), "0 1 1 2 0.5\n1\n");
        tools.run("fstcompile", "a.txt", "a.fst");
        tools.run("fstconvert", "--fst_type=const", "a.fst", "const.fst");
        assertThatThrownBy(() -> OpenFstBinary.read(tools.file("const.fst")))
                .isInstanceOf(EspalierException.class)
                .hasMessageContaining("'const'")
                .hasMessageEndingWith("fstconvert --fst_type=vector");
        tools.run("fstconvert", "--fst_type=vector", "const.fst", "again.fst");
        tools.run("fstmap", "--map_type=to_log", "again.fst", "log.fst");
        assertThatThrownBy(() -> OpenFstBinary.read(tools.file("log.fst")))
                .isInstanceOf(EspalierException.class)
                .hasMessageContaining("'log'")
                .hasMessageEndingWith("fstmap --map_type=to_std");
        tools.run("fstmap", "--map_type=to_std", "log.fst", "standard.fst");
        assertThat(text(OpenFstBinary.read(tools.file("standard.fst")), Form.TRANSDUCER))
                .isEqualTo("0\t1\t1\t2\t0.5\n1\n");
    }

    @Test
    void fstshortestpathFindsTheBestOfWeightedStrings() {
        Random random = FileFuzzer.seeded(SEED);
        for (int i = 0; i < 10; i++) {
            Map<List<String>, Float> weights = new LinkedHashMap<>();
            for (int k = 0; k < 8; k++) {
                List<String> string = random.ints(random.nextInt(4), 0, 3)
                        .mapToObj(symbol -> List.of("a", "é", "<x>").get(symbol))
                        .toList();
                weights.put(string, random.nextFloat() * 5);
            }
            VectorFst fst = OpenFst.acceptor(weights, Alphabet.of("é"));
            OpenFstText.write(fst, Form.ACCEPTOR, tools.file("strings.att"));
            OpenFstText.writeSymbols(fst.inputSymbols().orElseThrow(), tools.file("symbols"));
            tools.run("fstcompile", "--acceptor", "--isymbols=symbols", "strings.att", "strings.fst");
            tools.run("fstshortestpath", "strings.fst", "best.fst");
            Map.Entry<List<String>, Float> best = Collections.min(weights.entrySet(), Map.Entry.comparingByValue());
            Alphabet.Builder symbols = Alphabet.of("é").toBuilder();
            weights.keySet().forEach(symbols::addAll);
            OpenFstBinary.write(
                    OpenFst.acceptor(Map.of(best.getKey(), best.getValue()), symbols.build()),
                    tools.file("expected.fst"));
            // The tool leaves the path's states in another order, and no symbols.
            tools.run("fstsymbols", "--clear_isymbols", "--clear_osymbols", "expected.fst", "plain.fst");
            assertThat(tools.equivalent("best.fst", "plain.fst"))
                    .as("%s is the best of %s", best, weights)
                    .isTrue();
        }
    }
}

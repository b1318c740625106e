package org.espalier.fst.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.espalier.fst.Lattice;
import org.espalier.fst.LatticeBuilder;
import org.espalier.fst.LatticeOptions;
import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;
import org.espalier.fst.Minimality;
import org.espalier.fst.Tape;
import org.espalier.fst.TaskMachines;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Lattices that are minimal over marks alone against those that OpenFst's own programs make: the same sizes, and the
 * same mark strings.
 *
 * <p>OpenFst has two tapes, so each arc of T gets an id: one transducer turns input into ids, a second ids into output, a
 * third ids into marks. Everything after these three, the composition with the pair included, is OpenFst's work.
 */
@Tag("slow")
class OpenFstAgreementTest {
    private static final int PAIRS = 100;
    private static final long SEED = 20261115;

    /** Computes OpenFst's lattice of each pair and reports whether it is equivalent to ours. */
    private static final String SCRIPT = """
            set -eo pipefail
            fstarcsort --sort_type=ilabel input.fst > T1
            fstarcsort --sort_type=ilabel output.fst > T2
            fstarcsort --sort_type=ilabel marks.fst > T3
            for k in $(seq 0 $(($1 - 1))); do
              fstcompose x$k.fst T1 | fstproject --project_type=output > A
              fstcompose T2 y$k.fst | fstproject --project_type=input | fstarcsort > B
              fstintersect A B | fstcompose - T3 | fstproject --project_type=output | fstrmepsilon \\
                | fstdeterminize | fstminimize > theirs$k.fst
              fstequivalent theirs$k.fst ours$k.fst && echo equivalent || echo different
            done
            """;

    @TempDir
    private Path folder;

    @BeforeEach
    void needsOpenFst() {
        OpenFstTools.assumeInstalled();
    }

    @Test
    void deletionInsertion() throws Exception {
        agree(TaskMachines.deletionInsertion(TaskMachines.symbols("a", 4), TaskMachines.symbols("b", 3)), 6, 9);
    }

    @Test
    void editWithSubstitutionAndCopy() throws Exception {
        agree(TaskMachines.edit(List.of("a", "b", "c", "d")), 6, 6);
    }

    @Test
    void fiveCiphers() throws Exception {
        agree(TaskMachines.cipher(5, 26, 1), 5, 5);
    }

    private void agree(Mfst machine, int longestX, int longestY) throws Exception {
        write(machine, Tape.INPUT, "input.fst", true);
        write(machine, Tape.OUTPUT, "output.fst", false);
        write(machine, Tape.MARKS, "marks.fst", false);
        Lattices lattices = Lattices.of(machine);
        LatticeBuilder builder = lattices.builder(LatticeOptions.DEFAULT.withMinimality(Minimality.MARKS));
        Random random = new Random(SEED);
        List<Lattice> ours = new ArrayList<>();
        for (int k = 0; k < PAIRS; k++) {
            int[] x =
                    string(random, 1 + random.nextInt(longestX), machine.input().size());
            int[] y = string(
                    random, 1 + random.nextInt(longestY), machine.output().size());
            OpenFstBinary.write(acceptor(x), folder.resolve("x" + k + ".fst"));
            OpenFstBinary.write(acceptor(y), folder.resolve("y" + k + ".fst"));
            ours.add(builder.build(x, y));
            OpenFstBinary.write(OpenFst.toOpenFst(ours.get(k)), folder.resolve("ours" + k + ".fst"));
        }
        List<String> verdicts = run();
        assertThat(verdicts).hasSize(PAIRS);
        for (int k = 0; k < PAIRS; k++) {
            String pair = "pair " + k + ", seed " + SEED;
            VectorFst theirs = OpenFstBinary.read(folder.resolve("theirs" + k + ".fst"));
            assertThat(ours.get(k).states()).as(pair).isEqualTo(theirs.states());
            assertThat(ours.get(k).arcs()).as(pair).isEqualTo(theirs.arcs());
            assertThat(verdicts.get(k)).as(pair).isEqualTo("equivalent");
        }
    }

    /**
     * Writes a transducer from input to arc ids with T's states, or, if {@code first} is false, a transducer with one
     * main state from arc ids to a tape. Labels are numbers plus 1.
     */
    private void write(Mfst machine, Tape tape, String file, boolean first) {
        VectorFst.Builder fst = VectorFst.builder();
        for (int q = 0; q < (first ? machine.states() : 1); q++) {
            fst.state();
            if (!first || machine.isFinal(q)) {
                fst.accept(q);
            }
        }
        fst.start(first ? machine.initial() : 0);
        for (int a = 0; a < machine.arcs(); a++) {
            int from = first ? machine.source(a) : 0;
            int end = first ? machine.target(a) : 0;
            int last = Math.max(1, machine.length(a, tape)) - 1;
            for (int k = 0; k <= last; k++) {
                int to = k == last ? end : fst.state();
                int symbol = k < machine.length(a, tape) ? machine.symbol(a, tape, k) + 1 : 0;
                int id = k == 0 ? a + 1 : 0;
                fst.arc(from, to, first ? symbol : id, first ? id : symbol, VectorFst.ONE);
                from = to;
            }
        }
        OpenFstBinary.write(fst.build(), folder.resolve(file));
    }

    private static VectorFst acceptor(int[] string) {
        VectorFst.Builder fst = VectorFst.builder();
        int at = fst.state();
        fst.start(at);
        for (int symbol : string) {
            int next = fst.state();
            fst.arc(at, next, symbol + 1, symbol + 1, VectorFst.ONE);
            at = next;
        }
        return fst.accept(at).build();
    }

    private List<String> run() throws IOException, InterruptedException {
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        Process process = new ProcessBuilder("bash", "-c", SCRIPT, "agreement", Integer.toString(PAIRS))
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        if (!process.waitFor(5, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            fail("OpenFst did not end in five minutes");
        }
        assertThat(process.exitValue()).as(Files.readString(err)).isZero();
        return Files.readAllLines(out);
    }

    private static int[] string(Random random, int length, int symbols) {
        return random.ints(length, 0, symbols).toArray();
    }
}

package org.espalier.model.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Objects;
import org.espalier.fst.Alphabet;
import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;
import org.espalier.model.TableScorer;
import org.junit.jupiter.api.Test;

/** Compares estimates of what is to come with sums over all strings. */
class LookaheadTest {
    private static final long SEED = 20261122;
    private static final Alphabet LETTERS = Alphabet.of("a", "b", "c");

    /** Every arc reads a symbol, so there are finitely many strings. */
    private static Mfst reading() {
        Mfst.Builder machine = Mfst.builder(LETTERS, LETTERS, Alphabet.empty());
        int q = machine.state();
        machine.accept(q);
        for (String a : LETTERS.symbols()) {
            machine.arc(q, q, a, "", "delete-" + a);
            for (String b : LETTERS.symbols()) {
                machine.arc(q, q, a, b, a + "-" + b);
            }
        }
        return machine.build();
    }

    private static double future(InputGraph graph, MarkBigrams bigrams, int mark, int node) {
        double sum = graph.isFinal(node) ? bigrams.after(mark, bigrams.symbols() - 1) : 0;
        for (int a = graph.firstArc(node); a < graph.endArc(node); a++) {
            sum += bigrams.after(mark, graph.mark(a)) * future(graph, bigrams, graph.mark(a), graph.target(a));
        }
        return sum;
    }

    @Test
    void estimateIsTheSumOverAllContinuations() {
        System.out.println("lookahead, seed " + SEED);
        Mfst machine = reading();
        MarkBigrams bigrams = MarkBigrams.of(new TableScorer(machine.marks().size(), SEED, 0.7));
        InputGraph graph = new InputGraph(SingleMarkMachine.of(Lattices.of(machine)), 0, 2, 1, 1, 0);
        double[] ahead = Objects.requireNonNull(Lookahead.of(graph, bigrams));
        assertThat(graph.arcs()).isEqualTo(20);
        for (int a = 0; a < graph.arcs(); a++) {
            assertThat(ahead[a])
                    .isCloseTo(Math.log(future(graph, bigrams, graph.mark(a), graph.target(a))), within(1e-9));
        }
    }

    /** Inputs that can be read symbol by symbol and in larger units, as where a letter pair is one sound. */
    @Test
    void estimateIsTheSumWhereArcsReadSeveralSymbols() {
        System.out.println("lookahead, seed " + SEED);
        Mfst.Builder machine = Mfst.builder(LETTERS, LETTERS, Alphabet.empty());
        int q = machine.state();
        machine.accept(q);
        for (String a : LETTERS.symbols()) {
            machine.arc(q, q, a, "", "delete-" + a).arc(q, q, a + " b", a, a + "b");
            machine.arc(q, q, a + " b c", a, a + "bc");
        }
        Mfst built = machine.build();
        for (long seed = SEED; seed < SEED + 20; seed++) {
            MarkBigrams bigrams = MarkBigrams.of(new TableScorer(built.marks().size(), seed, 0.7));
            InputGraph graph = new InputGraph(SingleMarkMachine.of(Lattices.of(built)), 0, 1, 2, 1, 0, 1, 2, 2);
            double[] ahead = Objects.requireNonNull(Lookahead.of(graph, bigrams));
            for (int a = 0; a < graph.arcs(); a++) {
                assertThat(ahead[a])
                        .as("seed %d, arc %d", seed, a)
                        .isCloseTo(Math.log(future(graph, bigrams, graph.mark(a), graph.target(a))), within(1e-9));
            }
        }
    }

    /** Strings that write more marks at one position are left out, so the estimate is a little too small. */
    @Test
    void estimateOfAMachineThatInsertsComesCloseFromBelow() {
        Mfst.Builder machine = Mfst.builder(LETTERS, LETTERS, Alphabet.empty());
        int q = machine.state();
        machine.accept(q).arc(q, q, "a", "", "read").arc(q, q, "", "b", "write");
        MarkBigrams bigrams = new MarkBigrams(3, new double[] {0.5, 0.3, 0.2, 0.6, 0.1, 0.3});
        InputGraph graph = new InputGraph(SingleMarkMachine.of(Lattices.of(machine.build())), 0, 0);
        double[] ahead = Objects.requireNonNull(Lookahead.of(graph, bigrams));
        // After the last symbol: writes w times, each after the first with 0.1, and ends.
        double afterWrite = 0.3 / (1 - 0.1);
        double afterRead = 0.2 + 0.3 * afterWrite;
        for (int a = 0; a < graph.arcs(); a++) {
            if (graph.inputPosition(graph.target(a)) == 2) {
                double whole = Math.log(graph.mark(a) == 0 ? afterRead : afterWrite);
                assertThat(ahead[a]).isBetween(whole - 1e-3, whole + 1e-9);
            }
        }
    }

    @Test
    void bigramsAreDistributionsThatDependOnTheScorerAlone() {
        TableScorer scorer = new TableScorer(5, SEED, 1);
        MarkBigrams bigrams = MarkBigrams.of(scorer);
        for (int mark = 0; mark < 5; mark++) {
            int row = mark;
            assertThat(Arrays.stream(bigrams.probabilities(), row * 6, row * 6 + 6)
                            .sum())
                    .isCloseTo(1, within(1e-9));
        }
        assertThat(MarkBigrams.of(scorer).probabilities()).isEqualTo(bigrams.probabilities());
    }

    @Test
    void graphWithUnmarkedArcsHasNoEstimate() {
        Mfst.Builder machine = Mfst.builder(LETTERS, LETTERS, Alphabet.empty());
        int q = machine.state();
        int p = machine.state();
        machine.accept(p).arc(q, p, "a", "b", "m").arc(q, p, "a", "c", "m").arc(p, p, "b", "c", "");
        MarkBigrams bigrams = new MarkBigrams(2, new double[] {0.5, 0.5});
        InputGraph graph = new InputGraph(SingleMarkMachine.of(Lattices.of(machine.build())), 0, 1);
        assertThat(graph.hasUnmarkedArcs()).isTrue();
        assertThat(Lookahead.of(graph, bigrams)).isNull();
    }
}

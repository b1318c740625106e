package org.espalier.model;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.espalier.fst.MarkReader;
import org.espalier.fst.base.EspalierException;

/**
 * Draws mark strings from a scorer p̃θ alone, mark by mark, and reads them through a machine. A string that the machine
 * accepts is, with its pair, a draw of (x, y, ω) from p̃ restricted to such triples; their share of all draws estimates Z_θ,
 * the mass of p̃ on them. A draw ends as soon as no path of the machine begins with its marks.
 *
 * @param maxMarks the largest number of marks of a string; longer ones are cut off, as are those that the scorer cannot score
 */
public record ScorerSampling(MarkScorer scorer, MarkReader reader, int maxMarks) {
    /** What became of a draw. */
    public enum Fate {
        /** A path of the machine has the marks of the string. */
        ACCEPTED,
        /** No path of the machine has the marks of the string. */
        REJECTED,
        /** The string was cut off at its largest length, so it is unknown whether the machine accepts it. */
        CUT
    }

    /**
     * A draw.
     *
     * @param marks the string; if it is not accepted, as many of its marks as were drawn
     * @param pair the pair that the string stands for, if it is accepted
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record ScorerDraw(Fate fate, int[] marks, Optional<MarkReader.GeneratedPair> pair) {}

    public ScorerSampling {
        if (scorer.isConditional()) {
            throw new EspalierException(
                    "mark strings can be drawn from a joint scorer only; this one is given the input "
                            + "(scorer.given: input); train one with scorer.given: nothing");
        }
        if (maxMarks < 0) {
            throw new EspalierException("the largest number of marks must be 0 or more; got " + maxMarks);
        }
    }

    /**
     * Draws a string from each stream. A draw depends on no other stream.
     *
     * <p>Complexity: one step of the scorer's walk per mark, for all strings at once.
     */
    public List<ScorerDraw> draw(RandomGenerator... streams) {
        DrawLoop loop = new DrawLoop(streams);
        loop.run();
        return List.of(loop.result);
    }

    /** The strings that have not ended, one per row of the walk. */
    private final class DrawLoop {
        private final RandomGenerator[] streams;
        private final ScorerDraw[] result;
        private final List<IntArrayList> marks = new ArrayList<>();
        private final MarkReader.ReadPrefix[] prefixes;
        /** For each row, the number of its draw. */
        private int[] rows;

        DrawLoop(RandomGenerator[] streams) {
            this.streams = streams;
            this.result = new ScorerDraw[streams.length];
            this.prefixes = new MarkReader.ReadPrefix[streams.length];
            MarkReader.ReadPrefix empty = reader.empty();
            Arrays.fill(prefixes, empty);
            Arrays.setAll(result, draw -> {
                marks.add(new IntArrayList());
                return ended(draw, Fate.REJECTED);
            });
            this.rows = empty.isOnAPath() ? IntStream.range(0, streams.length).toArray() : new int[0];
        }

        void run() {
            if (rows.length == 0) {
                return;
            }
            MarkScorer.ScoringWalk walk = scorer.walk(rows.length);
            try {
                for (int length = 0; rows.length > 0; length++) {
                    int[] from = extend(walk.logProbabilities(), length);
                    if (rows.length > 0) {
                        MarkScorer.ScoringWalk longer = walk.advance(from, lastMarks());
                        walk.close();
                        walk = longer;
                    }
                }
            } finally {
                walk.close();
            }
        }

        /** Draws the next symbol of each row. Returns, for each row that remains, the row that it continues. */
        private int[] extend(double[] logP, int length) {
            int symbols = scorer.marks() + 1;
            boolean isLongest = length == Math.min(maxMarks, scorer.maxMarks());
            IntArrayList from = new IntArrayList();
            IntArrayList remaining = new IntArrayList();
            for (int row = 0; row < rows.length; row++) {
                int draw = rows[row];
                int symbol = next(logP, row * symbols, symbols, streams[draw]);
                if (symbol == scorer.marks()) {
                    result[draw] = ended(draw, Fate.ACCEPTED);
                    continue;
                }
                MarkReader.ReadPrefix longer = prefixes[draw].then(symbol);
                if (!longer.isOnAPath() || isLongest) {
                    result[draw] = ended(draw, longer.isOnAPath() ? Fate.CUT : Fate.REJECTED);
                    continue;
                }
                prefixes[draw] = longer;
                marks.get(draw).add(symbol);
                from.add(row);
                remaining.add(draw);
            }
            rows = remaining.toIntArray();
            return from.toIntArray();
        }

        private int[] lastMarks() {
            return Arrays.stream(rows).map(draw -> marks.get(draw).topInt()).toArray();
        }

        /** Returns a draw that ended; at the end of a string, whether it is accepted depends on the machine. */
        private ScorerDraw ended(int draw, Fate fate) {
            Optional<MarkReader.GeneratedPair> pair = fate == Fate.ACCEPTED ? prefixes[draw].pair() : Optional.empty();
            return new ScorerDraw(
                    fate == Fate.ACCEPTED && pair.isEmpty() ? Fate.REJECTED : fate,
                    marks.get(draw).toIntArray(),
                    pair);
        }

        private static int next(double[] logP, int offset, int symbols, RandomGenerator random) {
            double remaining = random.nextDouble();
            int symbol = 0;
            // The last symbol has the probability that remains, which also absorbs rounding.
            while (symbol < symbols - 1 && (remaining -= Math.exp(logP[offset + symbol])) >= 0) {
                symbol++;
            }
            return symbol;
        }
    }
}

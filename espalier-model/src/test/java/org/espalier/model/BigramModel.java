package org.espalier.model;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * The smallest trainable model: a scorer and a sampler that are each a table of the logits of the next symbol, given the
 * last mark. The sampler's softmax is over the choices of the lattice.
 */
public final class BigramModel {
    private BigramModel() {}

    public static Model of(int marks, Parameters.Precision precision, long seed) {
        return new Model(
                new Scorer(marks, new Parameters(precision, seed)),
                new Sampler(marks, new Parameters(precision, seed + 1)));
    }

    /** Scores from a table of logits, whose rows are the last marks of the prefixes. */
    private record Table(Tensor logits, int symbols) {
        Table(Parameters parameters, int symbols) {
            this(parameters.normal("logits", 1, symbols, symbols), symbols);
        }

        /** @param allowed for each event and symbol, whether the symbol is possible after the event's prefix */
        EventScores score(PrefixTree tree, Pass pass, boolean[][] allowed) {
            int[] last = new int[tree.events()];
            double[] legal = new double[tree.events() * symbols];
            double[] barred = new double[legal.length];
            double[] chosen = new double[legal.length];
            double[] mean = new double[legal.length];
            for (int e = 0; e < last.length; e++) {
                last[e] = tree.mark(tree.prefix(e));
                int count = 0;
                for (int s = 0; s < symbols; s++) {
                    legal[e * symbols + s] = allowed[e][s] ? 1 : 0;
                    barred[e * symbols + s] = allowed[e][s] ? 0 : -1e9;
                    count += allowed[e][s] ? 1 : 0;
                }
                chosen[e * symbols + tree.symbol(e)] = 1;
                for (int s = 0; s < symbols; s++) {
                    double smoothing = pass.labelSmoothing() * legal[e * symbols + s] / count;
                    mean[e * symbols + s] = (1 - pass.labelSmoothing()) * chosen[e * symbols + s] + smoothing;
                }
            }
            int[] pairs = new int[tree.events()];
            Arrays.setAll(pairs, e -> tree.pair(tree.prefix(e)));
            Tensor rows = pass.dropped(
                    "logits",
                    logits.index_select(0, Torch.indices(last, logits)),
                    () -> DropoutKeys.of(pairs, tree.pairs()));
            Tensor logs = torch.log_softmax(rows.add(matrix(barred)), 1).mul(matrix(legal));
            double[] found = Torch.doubles(logs.mul(matrix(chosen)).sum(1));
            Tensor learned = logs.mul(matrix(mean)).sum(1);
            return new EventScores() {
                @Override
                public double[] logProbabilities() {
                    return found;
                }

                @Override
                public void backward(double[] gradient) {
                    pass.backward(learned, Torch.vector(gradient, learned));
                }
            };
        }

        private Tensor matrix(double[] values) {
            return Torch.vector(values, logits).view(-1, symbols);
        }

        Rows rows() {
            return new Rows(Torch.doubles(logits), symbols);
        }
    }

    /** A copy of the table in plain Java, for walks. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Rows(double[] logits, int symbols) {
        /** Returns the log-probabilities of the given symbols after a mark. */
        double[] next(int last, int... among) {
            double[] result = Arrays.stream(among)
                    .mapToDouble(symbol -> logits[last * symbols + symbol])
                    .toArray();
            double sum = Math.log(Arrays.stream(result).map(Math::exp).sum());
            return Arrays.stream(result).map(logit -> logit - sum).toArray();
        }
    }

    private static final class Scorer implements MarkScorer {
        private final int marks;
        private final Parameters parameters;
        private final Table table;

        Scorer(int marks, Parameters parameters) {
            this.marks = marks;
            this.parameters = parameters;
            this.table = new Table(parameters, marks + 1);
        }

        @Override
        public int marks() {
            return marks;
        }

        @Override
        public Parameters parameters() {
            return parameters;
        }

        @Override
        public MarkScorer replica() {
            return new Scorer(marks, parameters.replica());
        }

        @Override
        public EventScores score(PrefixTree tree, Pass pass) {
            boolean[] all = new boolean[marks + 1];
            Arrays.fill(all, true);
            boolean[][] allowed = new boolean[tree.events()][];
            Arrays.fill(allowed, all);
            return table.score(tree, pass, allowed);
        }

        @Override
        public MarkScorer.ScoringWalk walk(InputPlaces places) {
            int[] last = new int[places.rows()];
            Arrays.fill(last, marks);
            return new ScorerWalk(table.rows(), last);
        }
    }

    private static final class ScorerWalk implements MarkScorer.ScoringWalk {
        private final Rows rows;
        private final int[] last;

        ScorerWalk(Rows rows, int[] last) {
            this.rows = rows;
            this.last = last;
        }

        @Override
        public int rows() {
            return last.length;
        }

        @Override
        public double[] logProbabilities() {
            int[] all = new int[rows.symbols];
            Arrays.setAll(all, symbol -> symbol);
            double[] result = new double[last.length * all.length];
            for (int row = 0; row < last.length; row++) {
                double[] logs = rows.next(last[row], all);
                for (int s = 0; s < all.length; s++) {
                    result[row * all.length + s] = logs[s];
                }
            }
            return result;
        }

        @Override
        public MarkScorer.ScoringWalk advance(int[] from, int[] marks, IntUnaryOperator position) {
            return new ScorerWalk(rows, marks.clone());
        }

        @Override
        public MarkScorer.ScoringWalk joinedWith(List<? extends MarkScorer.ScoringWalk> others) {
            IntStream lastOfOthers = others.stream().flatMapToInt(other -> Arrays.stream(((ScorerWalk) other).last));
            return new ScorerWalk(
                    rows, IntStream.concat(Arrays.stream(last), lastOfOthers).toArray());
        }
    }

    private static final class Sampler implements PathSampler {
        private final int marks;
        private final Parameters parameters;
        private final Table table;

        Sampler(int marks, Parameters parameters) {
            this.marks = marks;
            this.parameters = parameters;
            this.table = new Table(parameters, marks + 1);
        }

        @Override
        public Parameters parameters() {
            return parameters;
        }

        @Override
        public PathSampler replica() {
            return new Sampler(marks, parameters.replica());
        }

        @Override
        public Encoded encode(LatticeBatch batch, Pass pass) {
            return new Encoded() {
                @Override
                public LatticeBatch batch() {
                    return batch;
                }

                @Override
                public EventScores score(PrefixTree tree) {
                    boolean[][] allowed = new boolean[tree.events()][batch.marks() + 1];
                    for (int e = 0; e < allowed.length; e++) {
                        int state = tree.state(tree.prefix(e));
                        for (int choice = 0; choice < batch.choices(state); choice++) {
                            allowed[e][batch.symbol(state, choice)] = true;
                        }
                    }
                    return table.score(tree, pass, allowed);
                }

                @Override
                public PathSampler.SamplingWalk walk(int[] pairs) {
                    int[] last = new int[pairs.length];
                    Arrays.fill(last, batch.marks());
                    return new SamplerWalk(
                            table.rows(),
                            batch,
                            Arrays.stream(pairs).map(batch::root).toArray(),
                            last);
                }
            };
        }
    }

    private static final class SamplerWalk implements PathSampler.SamplingWalk {
        private final Rows rows;
        private final LatticeBatch batch;
        private final int[] states;
        private final int[] last;

        SamplerWalk(Rows rows, LatticeBatch batch, int[] states, int[] last) {
            this.rows = rows;
            this.batch = batch;
            this.states = states;
            this.last = last;
        }

        @Override
        public int rows() {
            return states.length;
        }

        @Override
        public int state(int row) {
            return states[row];
        }

        @Override
        public double[] logProbabilities() {
            double[][] logs = new double[states.length][];
            for (int row = 0; row < states.length; row++) {
                int[] among = new int[batch.choices(states[row])];
                int state = states[row];
                Arrays.setAll(among, choice -> batch.symbol(state, choice));
                logs[row] = rows.next(last[row], among);
            }
            return Arrays.stream(logs).flatMapToDouble(Arrays::stream).toArray();
        }

        @Override
        public PathSampler.SamplingWalk advance(int[] from, int[] ranks) {
            int[] arcs = new int[from.length];
            Arrays.setAll(arcs, i -> batch.arc(states[from[i]], ranks[i]));
            return new SamplerWalk(
                    rows,
                    batch,
                    Arrays.stream(arcs).map(batch::target).toArray(),
                    Arrays.stream(arcs).map(batch::mark).toArray());
        }

        @Override
        public PathSampler.SamplingWalk joinedWith(List<? extends PathSampler.SamplingWalk> others) {
            IntStream lastOfOthers = others.stream().flatMapToInt(other -> Arrays.stream(((SamplerWalk) other).last));
            return new SamplerWalk(
                    rows,
                    batch,
                    PathSampler.SamplingWalk.statesOf(this, others),
                    IntStream.concat(Arrays.stream(last), lastOfOthers).toArray());
        }
    }
}

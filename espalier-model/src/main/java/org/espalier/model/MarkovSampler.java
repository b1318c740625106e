package org.espalier.model;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.bytedeco.pytorch.Tensor;

/**
 * A sampler that gives each arc of a lattice a weight and draws paths in proportion to the product of their weights
 * (equation 5). The next arc depends on the state alone, so once the weights are known, sampling and scoring look numbers up
 * in arrays and call no network.
 */
abstract sealed class MarkovSampler implements PathSampler permits SwpSampler, TransformerSampler {
    private final Parameters parameters;
    private final Supplier<PathSampler> replica;

    MarkovSampler(Parameters parameters, Supplier<PathSampler> replica) {
        this.parameters = parameters;
        this.replica = replica;
    }

    /** Computes the weights of the arcs of a batch. */
    abstract ArcWeighing weigh(LatticeBatch batch, Pass pass);

    /** The weights of the arcs of a batch, with their gradient. */
    interface ArcWeighing {
        WeightedLattices weighted();

        /** Returns the embeddings from which the weights were computed, one row per arc. */
        Tensor embeddings();

        /**
         * Runs the backward pass, up to leaves of the pass. May overwrite the arrays.
         *
         * @param ofLogQ gradient of log q of each arc
         * @param ofLogBeta gradient of log β of each state
         */
        void backward(double[] ofLogQ, double[] ofLogBeta);
    }

    @Override
    public final Parameters parameters() {
        return parameters;
    }

    @Override
    public final PathSampler replica() {
        return replica.get();
    }

    @Override
    public final Encoded encode(LatticeBatch batch, Pass pass) {
        return new MarkovEncoding(
                batch, pass, pass.hasGradient() ? weigh(batch, pass) : Torch.withoutGradient(() -> weigh(batch, pass)));
    }

    private static final class MarkovEncoding implements Encoded {
        private final LatticeBatch batch;
        private final Pass pass;
        private final ArcWeighing weighing;
        private final WeightedLattices weighted;

        MarkovEncoding(LatticeBatch batch, Pass pass, ArcWeighing weighing) {
            this.batch = batch;
            this.pass = pass;
            this.weighing = weighing;
            this.weighted = weighing.weighted();
        }

        @Override
        public LatticeBatch batch() {
            return batch;
        }

        private double logQ(int state, int choice) {
            return choice < batch.degree(state)
                    ? weighted.logQ(state, batch.arc(state, choice))
                    : -weighted.logBeta()[state];
        }

        @Override
        public EventScores score(PrefixTree tree) {
            return new TableScores(tree);
        }

        @Override
        public SamplingWalk walk(int[] pairs) {
            return new States(batch.roots(pairs));
        }

        @Override
        public Optional<SwpWeights> suffixWeights() {
            Tensor embeddings = weighing.embeddings();
            return Optional.of(new SwpWeights(
                    weighted.logWeight().clone(),
                    weighted.logBeta().clone(),
                    Torch.doubles(embeddings),
                    Math.toIntExact(embeddings.size(1))));
        }

        private final class States implements SamplingWalk {
            private final int[] states;

            States(int[] states) {
                this.states = states;
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
                int length = 0;
                for (int state : states) {
                    length += batch.choices(state);
                }
                double[] result = new double[length];
                int next = 0;
                for (int state : states) {
                    int choices = batch.choices(state);
                    for (int choice = 0; choice < choices; choice++) {
                        result[next++] = choices == 1 ? 0 : logQ(state, choice);
                    }
                }
                return result;
            }

            @Override
            public SamplingWalk advance(int[] from, int[] ranks) {
                int[] next = new int[from.length];
                Arrays.setAll(next, row -> batch.target(batch.arc(states[from[row]], ranks[row])));
                return new States(next);
            }

            @Override
            public SamplingWalk joinedWith(List<? extends SamplingWalk> others) {
                return new States(SamplingWalk.statesOf(this, others));
            }
        }

        private final class TableScores implements EventScores {
            private final int[] state;
            private final int[] choice;

            TableScores(PrefixTree tree) {
                this.state = new int[tree.events()];
                this.choice = new int[tree.events()];
                for (int event = 0; event < state.length; event++) {
                    state[event] = tree.state(tree.prefix(event));
                    choice[event] = batch.choice(state[event], tree.symbol(event));
                }
            }

            @Override
            public double[] logProbabilities() {
                double[] result = new double[state.length];
                Arrays.setAll(result, e -> batch.choices(state[e]) == 1 ? 0 : logQ(state[e], choice[e]));
                return result;
            }

            @Override
            public void backward(double[] gradient) {
                pass.requireGradient();
                double[] ofLogQ = new double[batch.arcs()];
                double[] ofLogBeta = new double[batch.states()];
                for (int event = 0; event < gradient.length; event++) {
                    int choices = batch.choices(state[event]);
                    if (choices > 1) {
                        double uniform = pass.labelSmoothing() * gradient[event] / choices;
                        for (int other = 0; uniform != 0 && other < choices; other++) {
                            add(state[event], other, uniform, ofLogQ, ofLogBeta);
                        }
                        add(
                                state[event],
                                choice[event],
                                (1 - pass.labelSmoothing()) * gradient[event],
                                ofLogQ,
                                ofLogBeta);
                    }
                }
                pass.backward(() -> weighing.backward(ofLogQ, ofLogBeta));
            }

            /** Adds a gradient of log q(choice | state) to that of log q of an arc, or for EOS, -log β of the state. */
            private void add(int atState, int ofChoice, double amount, double[] ofLogQ, double[] ofLogBeta) {
                if (ofChoice < batch.degree(atState)) {
                    ofLogQ[batch.arc(atState, ofChoice)] += amount;
                } else {
                    ofLogBeta[atState] -= amount;
                }
            }
        }
    }
}

package org.espalier.model;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * SWP: the lattice as a weighted automaton (section 3.3, Algorithm 1 and equation 5). The next arc depends on the state
 * alone, so once the weights are known, sampling and scoring look numbers up in arrays and call no network.
 *
 * <p>With {@linkplain PositionContexts contexts} it is SWC, which is not in the paper: an arc also sees what lies to the left of
 * its source.
 */
final class SwpSampler implements PathSampler {
    private final Parameters parameters;
    private final Supplier<PathSampler> replica;
    private final SwpParameters graph;
    private final Tensor weight;
    private final @Nullable PositionContexts contexts;

    SwpSampler(
            Parameters parameters,
            Supplier<PathSampler> replica,
            SwpParameters graph,
            Tensor weight,
            @Nullable PositionContexts contexts) {
        this.parameters = parameters;
        this.replica = replica;
        this.graph = graph;
        this.weight = weight;
        this.contexts = contexts;
    }

    @Override
    public Parameters parameters() {
        return parameters;
    }

    @Override
    public PathSampler replica() {
        return replica.get();
    }

    @Override
    public Encoded encode(LatticeBatch batch, Pass pass) {
        if (pass.hasGradient()) {
            return new SwpEncoding(batch, pass);
        }
        try (NoGradGuard guard = new NoGradGuard()) {
            return new SwpEncoding(batch, pass);
        }
    }

    private final class SwpEncoding implements Encoded {
        private final LatticeBatch batch;
        private final Pass pass;
        private final Tensor markTable;
        private final @Nullable Tensor contextRows;
        private final SwpPass structure;

        SwpEncoding(LatticeBatch batch, Pass pass) {
            this.batch = batch;
            this.pass = pass;
            this.markTable = graph.markTable(pass);
            this.contextRows = contexts == null ? null : contexts.encode(batch, pass);
            this.structure =
                    new SwpPass(graph, batch, markTable, weight, contextRows, pass.hasGradient(), pass.precision());
        }

        @Override
        public LatticeBatch batch() {
            return batch;
        }

        private double logQ(int state, int choice) {
            return choice < batch.degree(state)
                    ? structure.logQ(state, batch.arc(state, choice))
                    : -structure.logBeta()[state];
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
            return Optional.of(structure.weights());
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
                pass.backward(() -> structureBackward(ofLogQ, ofLogBeta));
            }

            private void structureBackward(double[] ofLogQ, double[] ofLogBeta) {
                SwpPass.Gradients gradients = structure.backward(new SwpPass.ResultGradients(ofLogQ, ofLogBeta, null));
                RecurrentPass.accumulate(weight, gradients.weights());
                Pass.propagate(markTable, gradients.markTable());
                if (contextRows != null && gradients.contexts() != null) {
                    Pass.propagate(contextRows, gradients.contexts());
                }
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

package org.espalier.model;

import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * SWP with history, in the cheap form: Algorithm 1 runs once per batch, and the weight of a choice is exp(h·e)·β(s'), or
 * exp(h·e) alone (the last proposals of section 3.3). EOS has no embedding; its weight is 1.
 */
final class SwpHistoryHead implements SamplerHead {
    private final SwpParameters graph;
    private final Tensor weight;
    private final boolean usesBeta;

    SwpHistoryHead(SwpParameters graph, Tensor weight, boolean usesBeta) {
        this.graph = graph;
        this.weight = weight;
        this.usesBeta = usesBeta;
    }

    @Override
    public EncodedPairs encode(LatticeBatch batch, Pass pass) {
        Structure structure = new Structure(graph, weight, null, batch, pass);
        return (branches, h) -> {
            Tensor products = structure.products(branches, h);
            return usesBeta ? products.add(structure.advantage(branches)) : products;
        };
    }

    /** The result of running Algorithm 1 over a batch, with its backward pass. */
    static final class Structure {
        private final Tensor weight;
        private final Pass pass;
        private final Tensor table;
        private final @Nullable Tensor contexts;
        private final SwpPass run;
        private final Tensor arcs;
        private final double[] ofLogBeta;

        /** @param contexts one row per state, which its arcs see; null for none */
        Structure(SwpParameters graph, Tensor weight, @Nullable Tensor contexts, LatticeBatch batch, Pass pass) {
            this.weight = weight;
            this.pass = pass;
            this.table = graph.markTable(pass);
            this.contexts = contexts;
            this.run = new SwpPass(graph, batch, table, weight, contexts, pass.hasGradient(), pass.precision());
            this.ofLogBeta = new double[batch.states()];
            this.arcs = pass.leaf(run.arcs(), ofArcs -> backward(ofArcs, batch));
        }

        /** Runs after the backward passes of log β, whose leaves were created later, have filled {@code ofLogBeta}. */
        private void backward(Tensor ofArcs, LatticeBatch batch) {
            SwpPass.Gradients gradients =
                    run.backward(new SwpPass.ResultGradients(new double[batch.arcs()], ofLogBeta, ofArcs));
            RecurrentPass.accumulate(weight, gradients.weights());
            Pass.propagate(table, gradients.markTable());
            if (contexts != null && gradients.contexts() != null) {
                Pass.propagate(contexts, gradients.contexts());
            }
        }

        /** Returns h·e of each choice; 0 for EOS. */
        Tensor products(BranchPoints branches, Tensor h) {
            return productsOfChoices(branches, h.index_select(0, Torch.indices(branches.branchOfChoice(), h)));
        }

        /** Returns h·e of each choice, where each has an h of its own; 0 for EOS. */
        Tensor productsOfChoices(BranchPoints branches, Tensor h) {
            int[] present = new int[branches.choices()];
            double[] isArc = new double[branches.choices()];
            for (int choice = 0; choice < present.length; choice++) {
                present[choice] = Math.max(0, branches.arcs()[choice]);
                isArc[choice] = branches.arcs()[choice] < 0 ? 0 : 1;
            }
            Tensor e = arcs.index_select(0, Torch.indices(present, h));
            return e.mul(h).sum(1).mul(Torch.vector(isArc, h));
        }

        /**
         * Returns log β(s') - log β(s) of each choice; log β is 0 after EOS. Subtracting log β(s) does not change the softmax;
         * it is done in double precision, so that the numbers that become single precision are small.
         */
        Tensor advantage(BranchPoints branches) {
            double[] values = new double[branches.choices()];
            forEachChoice(
                    branches,
                    (choice, source, target) ->
                            values[choice] = (target < 0 ? 0 : run.logBeta()[target]) - run.logBeta()[source]);
            return pass.leaf(Torch.vector(values, run.arcs()), gradient -> advantageBackward(branches, gradient));
        }

        private void advantageBackward(BranchPoints branches, Tensor gradient) {
            double[] ofChoice = Torch.doubles(gradient);
            forEachChoice(branches, (choice, source, target) -> {
                ofLogBeta[source] -= ofChoice[choice];
                if (target >= 0) {
                    ofLogBeta[target] += ofChoice[choice];
                }
            });
        }

        private interface ArcChoiceVisitor {
            void visit(int choice, int source, int target);
        }

        /** Visits each choice with its source and target states; the target is -1 for EOS. */
        private static void forEachChoice(BranchPoints branches, ArcChoiceVisitor visitor) {
            for (int choice = 0; choice < branches.choices(); choice++) {
                int arc = branches.arcs()[choice];
                visitor.visit(
                        choice,
                        branches.state(branches.branchOfChoice()[choice]),
                        arc < 0 ? -1 : branches.batch().target(arc));
            }
        }
    }
}

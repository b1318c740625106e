package org.espalier.model;

import org.bytedeco.pytorch.Tensor;

/**
 * SWP that lets the history in cheaply: Algorithm 1 is run once, and a choice's weight is exp(h·e)·β(s'), or exp(h·e)
 * alone (the last proposals of section 3.3). The end embeds nothing and has weight 1.
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
    public boolean needsAcyclic() {
        return true;
    }

    @Override
    public Encoded encode(LatticeBatch batch, Pass pass) {
        Structure structure = Structure.of(graph, weight, batch, pass);
        return (branches, h) -> {
            Tensor products = structure.products(branches, h);
            return usesBeta ? products.add(structure.advantage(branches)) : products;
        };
    }

    /** What one run of Algorithm 1 says of a batch. */
    static final class Structure {
        private final Tensor weight;
        private final Pass pass;
        private final Tensor table;
        private final SwpPass run;
        private final Tensor arcs;
        private final double[] ofLogBeta;

        private Structure(SwpParameters graph, Tensor weight, LatticeBatch batch, Pass pass) {
            this.weight = weight;
            this.pass = pass;
            this.table = graph.markTable(pass);
            this.run = new SwpPass(graph, batch, table, weight, pass.hasGradient(), pass.precision());
            this.ofLogBeta = new double[batch.states()];
            this.arcs = pass.leaves(arrived -> backward(arrived[0], batch), run.arcs())[0];
        }

        static Structure of(SwpParameters graph, Tensor weight, LatticeBatch batch, Pass pass) {
            return new Structure(graph, weight, batch, pass);
        }

        /** Comes after all gradients of log β, whose leaves were made later. */
        private void backward(Tensor ofArcs, LatticeBatch batch) {
            if (ofArcs.defined()) {
                SwpPass.Gradients gradients =
                        run.backward(new SwpPass.Arrived(new double[batch.arcs()], ofLogBeta, ofArcs));
                RecurrentPass.accumulate(weight, gradients.weights());
                Pass.goOn(table, gradients.markTable());
            }
        }

        /** h·e of each choice; 0 for the end. */
        Tensor products(Branches branches, Tensor h) {
            int[] present = new int[branches.choices()];
            double[] isArc = new double[branches.choices()];
            for (int choice = 0; choice < present.length; choice++) {
                present[choice] = Math.max(0, branches.arcs()[choice]);
                isArc[choice] = branches.arcs()[choice] < 0 ? 0 : 1;
            }
            Tensor e = arcs.index_select(0, Torch.indices(present, h));
            Tensor ofBranch = h.index_select(0, Torch.indices(branches.branchOfChoice(), h));
            return e.mul(ofBranch).sum(1).mul(Torch.vector(isArc, h));
        }

        /**
         * log β(s') - log β(s) of each choice; log β is 0 past the end. β(s), which changes nothing after the softmax, is taken
         * off while numbers are in double precision, and leaves small ones.
         */
        Tensor advantage(Branches branches) {
            double[] values = new double[branches.choices()];
            forEachChoice(
                    branches,
                    (choice, source, target) ->
                            values[choice] = (target < 0 ? 0 : run.logBeta()[target]) - run.logBeta()[source]);
            return pass.leaves(arrived -> advantageBack(branches, arrived[0]), Torch.vector(values, run.arcs()))[0];
        }

        private void advantageBack(Branches branches, Tensor arrived) {
            if (arrived.defined()) {
                double[] ofChoice = Torch.doubles(arrived);
                forEachChoice(branches, (choice, source, target) -> {
                    ofLogBeta[source] -= ofChoice[choice];
                    if (target >= 0) {
                        ofLogBeta[target] += ofChoice[choice];
                    }
                });
            }
        }

        private interface ChoiceVisitor {
            void visit(int choice, int source, int target);
        }

        /** Visits each choice with its state and the one it leads to, -1 for the end. */
        private static void forEachChoice(Branches branches, ChoiceVisitor visitor) {
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

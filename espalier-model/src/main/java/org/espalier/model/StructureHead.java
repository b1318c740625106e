package org.espalier.model;

import java.util.Arrays;
import org.bytedeco.pytorch.Tensor;

/**
 * SWP that lets the history in cheaply: Algorithm 1 is run once, and a choice's weight is exp(h·e)·β(s'), or exp(h·e)
 * alone (the last proposals of section 3.3). The end embeds nothing and has weight 1.
 */
final class StructureHead implements Head {
    private final SuffixGraph graph;
    private final Tensor weight;
    private final boolean usesBeta;

    StructureHead(SuffixGraph graph, Tensor weight, boolean usesBeta) {
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

    /** What one run of Algorithm 1 says of a batch, where libtorch's record begins anew. */
    record Structure(Tensor arcs, Tensor logBeta) {
        static Structure of(SuffixGraph graph, Tensor weight, LatticeBatch batch, Pass pass) {
            Tensor table = graph.markTable(pass);
            SuffixPass run = new SuffixPass(graph, batch, table, weight, pass.hasGradient());
            Tensor[] leaves = pass.leaves(
                    arrived -> {
                        if (!arrived[0].defined()) {
                            return;
                        }
                        double[] ofLogBeta =
                                arrived[1].defined() ? Torch.doubles(arrived[1]) : new double[batch.states()];
                        SuffixPass.Gradients gradients =
                                run.backward(new SuffixPass.Arrived(new double[batch.arcs()], ofLogBeta, arrived[0]));
                        RecurrentPass.accumulate(weight, gradients.weights());
                        Pass.goOn(table, gradients.markTable());
                    },
                    run.arcs(),
                    Torch.vector(run.logBeta(), run.arcs()));
            return new Structure(leaves[0], leaves[1]);
        }

        /** h·e of each choice; 0 for the end. */
        Tensor products(Branches branches, Tensor h) {
            Tensor e = arcs.index_select(0, Torch.indices(orFirst(branches.arcs()), h));
            Tensor ofBranch = h.index_select(0, Torch.indices(branches.branchOfChoice(), h));
            return e.mul(ofBranch).sum(1).mul(isArc(branches, h));
        }

        /** log β(s') - log β(s) of each choice; log β is 0 past the end. Without β(s), numbers would be large. */
        Tensor advantage(Branches branches) {
            int[] target = new int[branches.choices()];
            int[] source = new int[branches.choices()];
            for (int choice = 0; choice < target.length; choice++) {
                int arc = branches.arcs()[choice];
                target[choice] = arc < 0 ? 0 : branches.batch().target(arc);
                source[choice] = branches.state(branches.branchOfChoice()[choice]);
            }
            return logBeta.index_select(0, Torch.indices(target, logBeta))
                    .mul(isArc(branches, logBeta))
                    .sub(logBeta.index_select(0, Torch.indices(source, logBeta)));
        }

        private static int[] orFirst(int[] arcs) {
            int[] result = new int[arcs.length];
            Arrays.setAll(result, choice -> Math.max(0, arcs[choice]));
            return result;
        }

        private static Tensor isArc(Branches branches, Tensor like) {
            double[] result = new double[branches.choices()];
            Arrays.setAll(result, choice -> branches.arcs()[choice] < 0 ? 0 : 1);
            return Torch.vector(result, like);
        }
    }
}

package org.espalier.model;

import java.util.Arrays;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;

/**
 * SWP that runs Algorithm 1 anew at each prefix, with h in place of w, over what lies ahead of it: section 3.3's first
 * proposal, and its dearest. Prefixes are taken a bounded number of arcs at a time; going back, each run is made again, so
 * that memory does not grow with the number of prefixes.
 */
final class SwpRerunHead implements SamplerHead {
    /** Arcs run at once. */
    private static final int ARCS_AT_ONCE = 200_000;

    private final SwpParameters graph;

    SwpRerunHead(SwpParameters graph) {
        this.graph = graph;
    }

    @Override
    public boolean needsAcyclic() {
        return true;
    }

    @Override
    public Encoded encode(LatticeBatch batch, Pass pass) {
        Tensor table = graph.markTable(pass);
        return (branches, h) -> {
            double[] logits = new double[branches.choices()];
            inParts(branches, (from, to) -> {
                LatticeBatch ahead = ahead(branches, from, to);
                SwpPass run = new SwpPass(graph, ahead, table, Torch.rows(h, from, to), false, pass.precision());
                forEachChoice(
                        branches,
                        ahead,
                        from,
                        to,
                        (choice, root, arc) -> logits[choice] = arc < 0 ? -run.logBeta()[root] : run.logQ(root, arc));
            });
            return pass.leaves(
                            arrived -> backward(branches, h, table, arrived[0], pass.precision()),
                            Torch.vector(logits, h))[0];
        };
    }

    private void backward(Branches branches, Tensor h, Tensor table, Tensor arrived, MatrixPrecision precision) {
        if (!arrived.defined()) {
            return;
        }
        double[] ofLogits = Torch.doubles(arrived);
        Tensor ofTable;
        Tensor ofH;
        try (NoGradGuard guard = new NoGradGuard()) {
            ofTable = Torch.zeros(table, table.size(0), table.size(1));
            ofH = Torch.zeros(h, h.size(0), h.size(1));
            inParts(branches, (from, to) -> {
                LatticeBatch ahead = ahead(branches, from, to);
                SwpPass run = new SwpPass(graph, ahead, table, Torch.rows(h, from, to), true, precision);
                double[] ofLogQ = new double[ahead.arcs()];
                double[] ofLogBeta = new double[ahead.states()];
                forEachChoice(branches, ahead, from, to, (choice, root, arc) -> {
                    if (arc < 0) {
                        ofLogBeta[root] -= ofLogits[choice];
                    } else {
                        ofLogQ[arc] = ofLogits[choice];
                    }
                });
                SwpPass.Gradients gradients = run.backward(new SwpPass.Arrived(ofLogQ, ofLogBeta, null));
                ofTable.add_(gradients.markTable());
                Torch.rows(ofH, from, to).copy_(gradients.weights());
            });
        }
        Pass.goOn(table, ofTable);
        Pass.goOn(h, ofH);
    }

    private static LatticeBatch ahead(Branches branches, int from, int to) {
        int[] states = new int[to - from];
        Arrays.setAll(states, i -> branches.state(from + i));
        return branches.batch().ahead(states);
    }

    private interface Part {
        void run(int from, int to);
    }

    private static void inParts(Branches branches, Part part) {
        int from = 0;
        while (from < branches.size()) {
            long arcs = 0;
            int to = from;
            while (to < branches.size() && (to == from || arcs < ARCS_AT_ONCE)) {
                LatticeBatch batch = branches.batch();
                arcs += batch.lattices().get(batch.pair(branches.state(to++))).arcs();
            }
            try (PointerScope scope = new PointerScope()) {
                part.run(from, to);
            }
            from = to;
        }
    }

    private interface ChoiceVisitor {
        void visit(int choice, int root, int arc);
    }

    /** Visits the choices of some branches, each with its state and its arc (-1 for the end) in what lies ahead. */
    private static void forEachChoice(Branches branches, LatticeBatch ahead, int from, int to, ChoiceVisitor visitor) {
        for (int branch = from; branch < to; branch++) {
            int root = ahead.root(branch - from);
            for (int rank = 0; rank < ahead.choices(root); rank++) {
                visitor.visit(
                        branches.first(branch) + rank, root, rank < ahead.degree(root) ? ahead.arc(root, rank) : -1);
            }
        }
    }
}

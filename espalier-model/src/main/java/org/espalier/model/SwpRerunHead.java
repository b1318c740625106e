package org.espalier.model;

import java.util.Arrays;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;

/**
 * SWP with history, in the expensive form: Algorithm 1 runs again at each prefix, with h in place of w, over the part of the
 * lattice that can still be reached (the first proposal of section 3.3).
 *
 * <p>Prefixes are processed in groups with a bounded number of arcs. The backward pass repeats the forward pass of each
 * group, so memory does not grow with the number of prefixes.
 */
final class SwpRerunHead implements SamplerHead {
    /** The number of arcs at which a group of prefixes is full. */
    private static final int MAX_ARCS = 200_000;

    private final SwpParameters graph;

    SwpRerunHead(SwpParameters graph) {
        this.graph = graph;
    }

    @Override
    public EncodedPairs encode(LatticeBatch batch, Pass pass) {
        Tensor table = graph.markTable(batch.marks(), pass);
        return (branches, h) -> {
            double[] logits = new double[branches.choices()];
            inGroups(branches, (from, to) -> {
                LatticeBatch ahead = ahead(branches, from, to);
                SwpPass run = new SwpPass(
                        graph, ahead.graph(), table, Torch.rows(h, from, to), null, false, pass.precision());
                forEachChoice(
                        branches,
                        ahead,
                        from,
                        to,
                        (choice, root, arc) -> logits[choice] = arc < 0 ? -run.logBeta()[root] : run.logQ(root, arc));
            });
            return pass.leaf(
                    Torch.vector(logits, h), gradient -> backward(branches, h, table, gradient, pass.precision()));
        };
    }

    private void backward(BranchPoints branches, Tensor h, Tensor table, Tensor gradient, MatrixPrecision precision) {
        double[] ofLogits = Torch.doubles(gradient);
        Tensor ofTable;
        Tensor ofH;
        try (NoGradGuard guard = new NoGradGuard()) {
            ofTable = Torch.zeros(table, table.size(0), table.size(1));
            ofH = Torch.zeros(h, h.size(0), h.size(1));
            inGroups(branches, (from, to) -> {
                LatticeBatch ahead = ahead(branches, from, to);
                SwpPass run = new SwpPass(graph, ahead.graph(), table, Torch.rows(h, from, to), null, true, precision);
                double[] ofLogQ = new double[ahead.arcs()];
                double[] ofLogBeta = new double[ahead.states()];
                forEachChoice(branches, ahead, from, to, (choice, root, arc) -> {
                    if (arc < 0) {
                        ofLogBeta[root] -= ofLogits[choice];
                    } else {
                        ofLogQ[arc] = ofLogits[choice];
                    }
                });
                SwpPass.Gradients gradients = run.backward(new SwpPass.ResultGradients(ofLogQ, ofLogBeta, null));
                ofTable.add_(gradients.labelTable());
                Torch.rows(ofH, from, to).copy_(gradients.weights());
            });
        }
        Pass.propagate(table, ofTable);
        Pass.propagate(h, ofH);
    }

    /** Returns the parts of the lattices that are reachable from the branch points {@code from … to-1}. */
    private static LatticeBatch ahead(BranchPoints branches, int from, int to) {
        int[] states = new int[to - from];
        Arrays.setAll(states, i -> branches.state(from + i));
        return branches.batch().reachableFrom(states);
    }

    /** Work on the branch points {@code from … to-1}. */
    private interface GroupTask {
        void run(int from, int to);
    }

    private static void inGroups(BranchPoints branches, GroupTask group) {
        int from = 0;
        while (from < branches.size()) {
            long arcs = 0;
            int to = from;
            while (to < branches.size() && (to == from || arcs < MAX_ARCS)) {
                LatticeBatch batch = branches.batch();
                arcs += batch.lattices().get(batch.pair(branches.state(to++))).arcs();
            }
            try (PointerScope scope = new PointerScope()) {
                group.run(from, to);
            }
            from = to;
        }
    }

    private interface RootChoiceVisitor {
        void visit(int choice, int root, int arc);
    }

    /** Visits the choices of some branch points with their state and arc (-1 for EOS) in the reachable parts. */
    private static void forEachChoice(
            BranchPoints branches, LatticeBatch ahead, int from, int to, RootChoiceVisitor visitor) {
        for (int branch = from; branch < to; branch++) {
            int root = ahead.root(branch - from);
            for (int rank = 0; rank < ahead.choices(root); rank++) {
                visitor.visit(
                        branches.first(branch) + rank, root, rank < ahead.degree(root) ? ahead.arc(root, rank) : -1);
            }
        }
    }
}

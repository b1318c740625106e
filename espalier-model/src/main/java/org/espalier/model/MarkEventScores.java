package org.espalier.model;

import java.util.Arrays;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** Scores of the events of a tree, computed from logits over Ω ∪ {EOS} at every prefix. */
final class MarkEventScores implements EventScores {
    private final PrefixTree tree;
    private final Tensor logits;
    private final Pass pass;
    private final Tensor logProbabilities;
    private final Tensor index;
    private final double[] ofEvents;

    /** @param logits one row per node, one column per mark and one for EOS */
    MarkEventScores(PrefixTree tree, Tensor logits, Pass pass) {
        LatticeBatch.requireMarks(logits.size(1) - 1, tree.mark(0));
        this.tree = tree;
        this.logits = logits;
        this.pass = pass;
        try (NoGradGuard guard = new NoGradGuard()) {
            this.logProbabilities = torch.log_softmax(logits.detach(), -1);
            int width = Math.toIntExact(logits.size(1));
            int[] flat = new int[tree.events()];
            Arrays.setAll(flat, e -> LatticeBatch.index((long) tree.prefix(e) * width + tree.symbol(e)));
            this.index = Torch.indices(flat, logits);
            this.ofEvents = Torch.doubles(logProbabilities.reshape(-1).index_select(0, index));
        }
    }

    @Override
    public double[] logProbabilities() {
        return ofEvents.clone();
    }

    @Override
    public void backward(double[] gradient) {
        pass.requireGradient();
        double[] ofNode = new double[tree.nodes()];
        double[] ofEvent = new double[gradient.length];
        for (int event = 0; event < gradient.length; event++) {
            ofNode[tree.prefix(event)] += gradient[event];
            ofEvent[event] = (1 - pass.labelSmoothing()) * gradient[event];
        }
        Tensor ofLogits;
        try (NoGradGuard guard = new NoGradGuard()) {
            double uniform = pass.labelSmoothing() / logits.size(1);
            ofLogits = logProbabilities
                    .exp()
                    .neg()
                    .add(new Scalar(uniform))
                    .mul(Torch.vector(ofNode, logits).unsqueeze(1));
            ofLogits.reshape(-1).index_add_(0, index, Torch.vector(ofEvent, logits));
        }
        pass.backward(logits, ofLogits);
    }
}

package org.espalier.model;

import java.util.Arrays;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/** Scores of the events of a tree, computed from logits over Ω ∪ {EOS} at every prefix. */
final class MarkEventScores implements EventScores {
    private final PrefixTree tree;
    private final Tensor logits;
    private final Pass pass;
    private final @Nullable LegalMask mask;
    private final Tensor logProbabilities;
    private final Tensor index;
    private final double[] ofEvents;

    /**
     * @param logits one row per node, one column per mark and one for EOS
     * @param mask which symbols may follow each node; null if all may
     */
    MarkEventScores(PrefixTree tree, Tensor logits, @Nullable LegalMask mask, Pass pass) {
        LatticeBatch.requireMarks(logits.size(1) - 1, tree.mark(0));
        this.tree = tree;
        this.logits = logits;
        this.mask = mask;
        this.pass = pass;
        try (NoGradGuard guard = new NoGradGuard()) {
            this.logProbabilities =
                    mask == null ? torch.log_softmax(logits.detach(), -1) : mask.logSoftmax(logits.detach());
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
            Tensor toSymbols = logProbabilities.exp().neg();
            Scalar smoothing = new Scalar(pass.labelSmoothing());
            ofLogits = (mask == null
                            ? toSymbols.add(new Scalar(pass.labelSmoothing() / logits.size(1)))
                            : toSymbols.add(mask.uniform(), smoothing))
                    .mul(Torch.vector(ofNode, logits).unsqueeze(1));
            ofLogits.reshape(-1).index_add_(0, index, Torch.vector(ofEvent, logits));
        }
        pass.backward(logits, ofLogits);
    }
}

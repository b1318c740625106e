package org.espalier.bench;

import java.util.Map;
import java.util.function.Supplier;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Adam;
import org.bytedeco.pytorch.AdamOptions;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/** A training step of φ in the usual style: draw, weight by the frozen scorer, and differentiate by autograd. */
final class PeerStep implements Runnable {
    private static final double CLIP = 5;
    private static final double LEARNING_RATE = 1e-5;

    private final Supplier<PeerSampler> peers;
    private final PeerScorer scorer;
    private final int pairs;
    private final int k;
    private final TensorVector parameters;
    private final Adam adam;

    /** @param peers creates the peer and its tables in each step, since every batch of a training is different */
    PeerStep(Supplier<PeerSampler> peers, Map<String, Tensor> parameters, PeerScorer scorer, int pairs, int k) {
        this.peers = peers;
        this.scorer = scorer;
        this.pairs = pairs;
        this.k = k;
        this.parameters = new TensorVector(parameters.values().toArray(Tensor[]::new));
        this.adam = new Adam(this.parameters, new AdamOptions(LEARNING_RATE));
    }

    @Override
    public void run() {
        try (PointerScope scope = new PointerScope()) {
            adam.zero_grad();
            loss(peers.get().draw(k)).backward();
            torch.clip_grad_norm_(parameters, CLIP);
            adam.step();
        }
    }

    /** Returns the mean over pairs of −Σ ŵ log q. */
    Tensor loss(PeerSampler.Drawn drawn) {
        Tensor logP = frozen(drawn.symbols());
        Tensor weights = logP.sub(drawn.logQ().detach()).view(pairs, k).softmax(1);
        return weights.mul(drawn.logQ().view(pairs, k)).sum().mul(new Scalar(-1.0 / pairs));
    }

    private Tensor frozen(Tensor symbols) {
        try (NoGradGuard guard = new NoGradGuard()) {
            return scorer.score(symbols);
        }
    }
}

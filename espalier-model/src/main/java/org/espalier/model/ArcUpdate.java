package org.espalier.model;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * How an arc's embedding is made of its mark's and its target's (line 4 of Algorithm 1), and the way back.
 *
 * <p>U[1; e_ω; e_s'] is the sum of a row that depends on the mark, of which there are few, and one that depends on the
 * target, computed once a state. So an arc costs two gathered rows, a sum and a nonlinearity, and no matrix product.
 */
sealed interface ArcUpdate {
    /** Numbers a mark or state contributes to an arc, as a multiple of the dimension. */
    int blocks();

    /** Numbers that a forward pass keeps of an arc besides its embedding, as a multiple of the dimension. */
    int keeps();

    /**
     * Makes the embeddings of some arcs.
     *
     * @param fromMark the marks' rows of the arcs; may be overwritten
     * @param fromState the targets' rows of the arcs; may be overwritten
     * @param target the targets' embeddings
     * @param kept room for what is kept
     * @param arc where the arcs' embeddings go
     */
    void forward(Tensor fromMark, Tensor fromState, Tensor target, Tensor kept, Tensor arc);

    /**
     * Undoes {@link #forward} for gradients.
     *
     * @param ofArc gradient of the arcs' embeddings; may be overwritten
     * @param ofMark where the gradient of the marks' rows goes
     * @param ofState where the gradient of the targets' rows goes; the same as {@code ofMark} if the two are equal
     */
    void backward(Tensor arc, Tensor target, Tensor kept, Tensor ofArc, Tensor ofMark, Tensor ofState);

    /** Whether the gradients of the marks' and targets' rows are the same numbers, and a target's embedding acts through
     * its row only. */
    boolean isPlain();

    /** e = σ(mark + state), as in the paper. */
    record Plain() implements ArcUpdate {
        @Override
        public int blocks() {
            return 1;
        }

        @Override
        public int keeps() {
            return 0;
        }

        @Override
        public void forward(Tensor fromMark, Tensor fromState, Tensor target, Tensor kept, Tensor arc) {
            torch.add_out(arc, fromMark, fromState);
            arc.sigmoid_();
        }

        @Override
        public void backward(Tensor arc, Tensor target, Tensor kept, Tensor ofArc, Tensor ofMark, Tensor ofState) {
            torch.sigmoid_backward_out(ofMark, ofArc, arc);
        }

        @Override
        public boolean isPlain() {
            return true;
        }
    }

    /**
     * The gated update that section 3.3 asks for, a GRU whose state is the target's embedding: r and z = σ(mark + state), n =
     * tanh(mark + r∘state), e = (1-z)∘n + z∘e_s'. Kept: r, z, n and the state's part of n.
     */
    record Gated() implements ArcUpdate {
        @Override
        public int blocks() {
            return 3;
        }

        @Override
        public int keeps() {
            return 4;
        }

        @Override
        public void forward(Tensor fromMark, Tensor fromState, Tensor target, Tensor kept, Tensor arc) {
            long d = arc.size(1);
            Tensor gates = kept.narrow(1, 0, 2 * d);
            torch.add_out(gates, fromMark.narrow(1, 0, 2 * d), fromState.narrow(1, 0, 2 * d));
            gates.sigmoid_();
            Tensor n = Torch.block(kept, 2, d);
            Torch.block(kept, 3, d).copy_(Torch.block(fromState, 2, d));
            torch.addcmul_out(n, Torch.block(fromMark, 2, d), Torch.block(kept, 0, d), Torch.block(fromState, 2, d));
            n.tanh_();
            torch.lerp_out(arc, n, target, Torch.block(kept, 1, d));
        }

        @Override
        public void backward(Tensor arc, Tensor target, Tensor kept, Tensor ofArc, Tensor ofMark, Tensor ofState) {
            long d = arc.size(1);
            Tensor r = Torch.block(kept, 0, d);
            Tensor z = Torch.block(kept, 1, d);
            Tensor n = Torch.block(kept, 2, d);
            torch.sigmoid_backward_out(Torch.block(ofMark, 1, d), ofArc.mul(target.sub(n)), z);
            torch.tanh_backward_out(Torch.block(ofMark, 2, d), ofArc.sub(ofArc.mul(z)), n);
            torch.sigmoid_backward_out(
                    Torch.block(ofMark, 0, d), Torch.block(ofMark, 2, d).mul(Torch.block(kept, 3, d)), r);
            ofState.copy_(ofMark);
            Torch.block(ofState, 2, d).mul_(r);
        }

        @Override
        public boolean isPlain() {
            return false;
        }

        /** What of an arc's gradient goes to its target's embedding directly, past the gates. */
        static Tensor past(Tensor kept, Tensor ofArc) {
            return ofArc.mul(Torch.block(kept, 1, ofArc.size(1)));
        }
    }
}

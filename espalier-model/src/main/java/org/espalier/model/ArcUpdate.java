package org.espalier.model;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * The function that computes an arc's embedding from the embeddings of its mark and its target (line 4 of Algorithm 1),
 * and its gradient.
 *
 * <p>U[1; e_ω; e_s'] is the sum of a row that depends on the mark or chain, computed once for each, and a row that depends on the
 * target, computed once per state. So an arc costs two gathered rows, a sum and a nonlinearity, and no matrix product.
 */
sealed interface ArcUpdate {
    /** Returns the width of the rows of marks and states, as a multiple of the dimension. */
    int blocks();

    /** Returns the width of what the forward pass keeps per arc besides the embedding, as a multiple of the dimension. */
    int keeps();

    /**
     * Computes the embeddings of some arcs.
     *
     * @param fromMark the rows of the arcs' marks; may be overwritten
     * @param fromState the rows of the arcs' targets; may be overwritten
     * @param target the embeddings of the arcs' targets; unused by a plain update
     * @param kept output: what the backward pass needs
     * @param arc output: the embeddings of the arcs
     */
    void forward(Tensor fromMark, Tensor fromState, Tensor target, Tensor kept, Tensor arc);

    /**
     * Computes the gradients of the inputs of {@link #forward}.
     *
     * @param ofArc the gradient of the arcs' embeddings; may be overwritten
     * @param ofMark output: the gradient of the marks' rows
     * @param ofState output: the gradient of the targets' rows; the same tensor as {@code ofMark} for a plain update
     */
    void backward(Tensor arc, Tensor target, Tensor kept, Tensor ofArc, Tensor ofMark, Tensor ofState);

    /**
     * Returns whether the gradients of the marks' and targets' rows are equal, and a target's embedding has an effect
     * through its row only.
     */
    boolean isPlain();

    /** The update of the paper: e = σ(mark + state). */
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
     * The gated update that section 3.3 suggests, a GRU whose state is the target's embedding: r and z = σ(mark + state), n =
     * tanh(mark + r∘state), e = (1-z)∘n + z∘e_s'. It keeps r, z, n and the state's contribution to n.
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

        /** Returns the part of an arc's gradient that reaches its target's embedding directly, not through the gates. */
        static Tensor toTargetDirectly(Tensor kept, Tensor ofArc) {
            return ofArc.mul(Torch.block(kept, 1, ofArc.size(1)));
        }
    }
}

package org.espalier.model;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.bytedeco.pytorch.BoolOptional;
import org.bytedeco.pytorch.GradMode;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorArrayRefOptional;
import org.espalier.fst.base.EspalierException;
import org.jspecify.annotations.Nullable;

/**
 * One evaluation of a network: whether it is differentiable, and the label smoothing, dropout and precision that it uses.
 *
 * <p>Passes that matter for speed have their own backward pass instead of autograd's record of every small operation. They
 * hand their results to autograd as leaves ({@link #leaf}). {@link #backward} alternates between the two: autograd
 * computes the gradient of a leaf, and the backward pass behind that leaf continues from it.
 */
public final class Pass {
    private final boolean gradient;
    private final double labelSmoothing;
    private final @Nullable DropoutMasks masks;
    private final MatrixPrecision precision;
    private final Deque<Runnable> backwardOfLeaves = new ArrayDeque<>();
    private boolean backwardDone;

    private Pass(boolean gradient, double labelSmoothing, @Nullable DropoutMasks masks, MatrixPrecision precision) {
        this.gradient = gradient;
        this.labelSmoothing = labelSmoothing;
        this.masks = masks;
        this.precision = precision;
    }

    /** Returns a pass without gradient, which keeps nothing for a backward pass. */
    public static Pass forward() {
        return new Pass(false, 0, null, MatrixPrecision.FULL);
    }

    /** Returns a pass with gradient, without label smoothing and dropout. */
    public static Pass differentiable() {
        return new Pass(true, 0, null, MatrixPrecision.FULL);
    }

    /** Returns a pass for a training step without dropout. */
    public static Pass training(double labelSmoothing) {
        require("label smoothing", labelSmoothing);
        return new Pass(true, labelSmoothing, null, MatrixPrecision.FULL);
    }

    /**
     * Returns a pass for a training step with dropout.
     *
     * @param seed the seed of the dropout masks. A pair's masks depend on the seed and the pair's number alone, not on the
     *     other pairs of the batch
     * @param pairs the number of each pair of the batch in its data
     */
    public static Pass training(double labelSmoothing, double dropout, long seed, int... pairs) {
        require("label smoothing", labelSmoothing);
        require("dropout", dropout);
        return new Pass(
                true,
                labelSmoothing,
                dropout == 0 ? null : new DropoutMasks(dropout, seed, pairs),
                MatrixPrecision.FULL);
    }

    private static void require(String name, double value) {
        if (!(value >= 0 && value < 1)) {
            throw new EspalierException(name + " must be at least 0 and under 1; got " + value);
        }
    }

    /** Returns an unused pass with the same properties but another precision. */
    public Pass with(MatrixPrecision other) {
        return new Pass(gradient, labelSmoothing, masks, other);
    }

    public MatrixPrecision precision() {
        return precision;
    }

    public boolean hasGradient() {
        return gradient;
    }

    void requireGradient() {
        if (!gradient) {
            throw new IllegalStateException("this pass was not asked to be differentiable");
        }
    }

    /** Marks the backward pass as done. A second one would lose the gradients behind the leaves, so it is refused. */
    private void startBackward() {
        requireGradient();
        if (backwardDone) {
            throw new IllegalStateException("this pass has had its backward pass; make a new one for each gradient");
        }
        backwardDone = true;
    }

    public double labelSmoothing() {
        return labelSmoothing;
    }

    /**
     * Applies dropout to a table that all pairs read. Returns the table itself if this pass has no dropout.
     *
     * @param place the place in the network, different for all masks of a pass
     */
    Tensor dropped(String place, Tensor table) {
        return masks == null ? table : masks.ofTable(place, table);
    }

    /** Applies dropout to rows that each belong to one pair. Returns the rows themselves if this pass has no dropout. */
    Tensor dropped(String place, Tensor rows, Supplier<DropoutKeys> keys) {
        return masks == null ? rows : masks.ofRows(place, rows, keys.get());
    }

    /**
     * Hands a result that autograd has not recorded to autograd, as a leaf. Returns the result itself if autograd records
     * nothing, as when strings are drawn from a differentiable encoding.
     *
     * @param backward the backward pass of the result. It receives the leaf's gradient, and is skipped if there is none
     */
    Tensor leaf(Tensor result, Consumer<Tensor> backward) {
        if (!gradient || !GradMode.is_enabled()) {
            return result;
        }
        Tensor leaf = result.detach().requires_grad_(true);
        backwardOfLeaves.push(() -> {
            Tensor ofLeaf = leaf.grad();
            if (ofLeaf.defined()) {
                backward.accept(ofLeaf);
            }
        });
        return leaf;
    }

    /** Propagates a gradient through what autograd has recorded, if it has recorded how the tensor was computed. */
    static void propagate(Tensor tensor, Tensor gradientOfTensor) {
        if (tensor.requires_grad()) {
            tensor.backward(gradientOfTensor, new BoolOptional(), false, new TensorArrayRefOptional());
        }
    }

    /** Runs the backward pass from a tensor with its gradient, through every leaf in the reverse order of creation. */
    void backward(Tensor tensor, Tensor gradientOfTensor) {
        backward(() -> propagate(tensor, gradientOfTensor));
    }

    /** Runs the backward pass that a result begins with, then that of every leaf in the reverse order of creation. */
    void backward(Runnable first) {
        startBackward();
        first.run();
        while (!backwardOfLeaves.isEmpty()) {
            backwardOfLeaves.pop().run();
        }
    }
}

package org.espalier.model;

import java.util.ArrayDeque;
import java.util.Arrays;
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
 * One evaluation of a network: whether it must be able to go back, and what holds in training only.
 *
 * <p>Passes that matter for speed have a backward pass of their own instead of libtorch's record of every small step.
 * They hand out their results as leaves ({@link #leaves}) and are told to go on from its gradient when the pass goes back;
 * what lies between such leaves is libtorch's.
 */
public final class Pass {
    private final boolean gradient;
    private final double labelSmoothing;
    private final @Nullable DropoutMasks masks;
    private final MatrixPrecision precision;
    private final Deque<Runnable> back = new ArrayDeque<>();
    private boolean spent;

    private Pass(boolean gradient, double labelSmoothing, @Nullable DropoutMasks masks, MatrixPrecision precision) {
        this.gradient = gradient;
        this.labelSmoothing = labelSmoothing;
        this.masks = masks;
        this.precision = precision;
    }

    /** To look only: nothing is kept for going back. */
    public static Pass forward() {
        return new Pass(false, 0, null, MatrixPrecision.FULL);
    }

    /** With gradient, and without what is for training only. */
    public static Pass differentiable() {
        return new Pass(true, 0, null, MatrixPrecision.FULL);
    }

    /** For a training step without dropout. */
    public static Pass training(double labelSmoothing) {
        require("label smoothing", labelSmoothing);
        return new Pass(true, labelSmoothing, null, MatrixPrecision.FULL);
    }

    /**
     * For a training step.
     *
     * @param seed what is dropped is a function of this, of the numbers of the pairs, and of nothing else: not of what is
     *     computed beside, nor of which pairs are computed together
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

    /** The same with other precision. */
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

    /** Says that the pass goes back. It does so once: a second time would lose what passes through leaves. */
    void goBack() {
        requireGradient();
        if (spent) {
            throw new IllegalStateException("this pass has gone back already; make one for each gradient");
        }
        spent = true;
    }

    public double labelSmoothing() {
        return labelSmoothing;
    }

    /**
     * A table that all pairs read, with some entries zeroed and the others scaled up, in training; otherwise itself.
     *
     * @param place where in the network this is; different for all masks of a pass
     */
    Tensor dropped(String place, Tensor table) {
        return masks == null ? table : masks.ofTable(place, table);
    }

    /** The same of rows that are of single pairs. */
    Tensor dropped(String place, Tensor rows, Supplier<PairRowKeys> names) {
        return masks == null ? rows : masks.ofRows(place, rows, names.get());
    }

    /**
     * Results computed apart from libtorch's record, as places where its record begins anew. When the pass goes back,
     * {@code goOn} takes the gradients that have arrived there, undefined ones where none did. While libtorch records
     * nothing, as when drawing from a differentiable encoding, nothing is left behind to go back through.
     */
    Tensor[] leaves(Consumer<Tensor[]> goOn, Tensor... results) {
        if (!gradient || !GradMode.is_enabled()) {
            return results;
        }
        Tensor[] leaves = new Tensor[results.length];
        Arrays.setAll(leaves, i -> results[i].detach().requires_grad_(true));
        back.push(() -> {
            Tensor[] arrived = new Tensor[leaves.length];
            Arrays.setAll(arrived, i -> leaves[i].grad());
            goOn.accept(arrived);
        });
        return leaves;
    }

    /** Goes on from a tensor that a pass of ours took as input. */
    static void goOn(Tensor from, Tensor withGradient) {
        if (from.requires_grad()) {
            from.backward(withGradient, new BoolOptional(), false, new TensorArrayRefOptional());
        }
    }

    /** Goes back from one tensor with its gradient, through every leaf in the reverse order of their making. */
    void backward(Tensor from, Tensor withGradient) {
        goBack();
        goOn(from, withGradient);
        while (!back.isEmpty()) {
            back.pop().run();
        }
    }
}

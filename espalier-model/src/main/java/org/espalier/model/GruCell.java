package org.espalier.model;

import java.util.Objects;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/**
 * A GRU, with gates in the order and form of libtorch: r = σ(x_r + U_r h + b_r), z = σ(x_z + U_z h + b_z), n = tanh(x_n +
 * r∘(U_n h + b_n)), h' = (1-z)∘n + z∘h.
 *
 * <p>The gradient of the gates has the blocks n, r, z, r∘n. The first three are the gradient of x, and the last three that of
 * the hidden product, so that the latter is a view.
 */
final class GruCell extends RecurrentCell {
    private static final int RZ = 1;
    private static final int N = 2;
    private static final int HIDDEN = 3;

    private final Tensor bias;

    GruCell(Parameters parameters, String name, int dimension) {
        super(parameters, name, 3, dimension, true);
        this.bias = Objects.requireNonNull(hiddenBias);
    }

    @Override
    int gradientWidth() {
        return 4 * dimension;
    }

    @Override
    Tensor[] keep(long rows) {
        return new Tensor[] {
            empty(rows, dimension), empty(rows, 2L * dimension), empty(rows, dimension), empty(rows, 3L * dimension)
        };
    }

    @Override
    void step(Tensor x, Tensor[] before, Tensor[] kept, CachedMatrix hiddenTransposed) {
        int d = dimension;
        Tensor product = kept[HIDDEN];
        hiddenTransposed.plus(product, bias, before[0]);
        torch.add_out(kept[RZ], x.narrow(1, 0, 2L * d), product.narrow(1, 0, 2L * d));
        kept[RZ].sigmoid_();
        torch.addcmul_out(kept[N], Torch.block(x, 2, d), Torch.block(kept[RZ], 0, d), Torch.block(product, 2, d));
        Torch.tanh(kept[N], kept[N]);
        torch.lerp_out(kept[0], kept[N], before[0], Torch.block(kept[RZ], 1, d));
    }

    @Override
    void backward(
            Tensor[] before,
            Tensor[] kept,
            Tensor[] gradient,
            Tensor gates,
            Tensor[] gradientBefore,
            CachedMatrix hidden) {
        int d = dimension;
        Tensor r = Torch.block(kept[RZ], 0, d);
        Tensor z = Torch.block(kept[RZ], 1, d);
        Tensor n = kept[N];
        Tensor toN = Torch.block(gates, 0, d);
        Tensor toR = Torch.block(gates, 1, d);
        Tensor toZ = Torch.block(gates, 2, d);
        Tensor toProductN = Torch.block(gates, 3, d);
        Tensor work = gradientBefore[0];
        torch.sub_out(work, before[0], n);
        work.mul_(gradient[0]);
        torch.sigmoid_backward_out(toZ, work, z);
        torch.mul_out(work, gradient[0], z);
        gradient[0].sub_(work);
        torch.tanh_backward_out(toN, gradient[0], n);
        torch.mul_out(gradient[0], toN, Torch.block(kept[HIDDEN], 2, d));
        torch.sigmoid_backward_out(toR, gradient[0], r);
        torch.mul_out(toProductN, toN, r);
        hidden.addTo(work, toHidden(gates));
    }

    @Override
    Tensor toInput(Tensor gates) {
        int d = dimension;
        return torch.cat(new TensorVector(gates.narrow(1, d, 2L * d), Torch.block(gates, 0, d)), 1);
    }

    @Override
    Tensor toHidden(Tensor gates) {
        return gates.narrow(1, dimension, 3L * dimension);
    }
}

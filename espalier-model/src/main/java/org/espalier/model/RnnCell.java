package org.espalier.model;

import java.util.Objects;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** A simple recurrent layer: h' = tanh(x + U h + b). */
final class RnnCell extends RecurrentCell {
    private final Tensor bias;

    RnnCell(Parameters parameters, String name, int dimension) {
        super(parameters, name, 1, dimension, true);
        this.bias = Objects.requireNonNull(hiddenBias);
    }

    @Override
    int gradientWidth() {
        return dimension;
    }

    @Override
    Tensor[] keep(long rows) {
        return new Tensor[] {empty(rows, dimension)};
    }

    @Override
    void step(Tensor x, Tensor[] before, Tensor[] kept, CachedMatrix hiddenTransposed) {
        Tensor h = kept[0];
        hiddenTransposed.plus(h, bias, before[0]);
        h.add_(x);
        Torch.tanh(h, h);
    }

    @Override
    void backward(
            Tensor[] before,
            Tensor[] kept,
            Tensor[] gradient,
            Tensor gates,
            Tensor[] gradientBefore,
            CachedMatrix hidden) {
        torch.tanh_backward_out(gates, gradient[0], kept[0]);
        hidden.into(gradientBefore[0], gates);
    }

    @Override
    Tensor toInput(Tensor gates) {
        return gates;
    }

    @Override
    Tensor toHidden(Tensor gates) {
        return gates;
    }
}

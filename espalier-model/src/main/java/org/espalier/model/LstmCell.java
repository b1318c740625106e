package org.espalier.model;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * An LSTM, with gates in the order i, f, g, o of libtorch: i, f, o = σ(x + U h), g = tanh(x + U h), c' = f∘c + i∘g, h' =
 * o∘tanh(c').
 */
final class LstmCell extends RecurrentCell {
    private static final int C = 1;
    private static final int GATES = 2;
    private static final int TANH_C = 3;

    LstmCell(Parameters parameters, String name, int dimension) {
        super(parameters, name, 4, dimension, false);
    }

    @Override
    int states() {
        return 2;
    }

    @Override
    int gradientWidth() {
        return 4 * dimension;
    }

    @Override
    Tensor[] keep(long rows) {
        return new Tensor[] {
            empty(rows, dimension), empty(rows, dimension), empty(rows, 4L * dimension), empty(rows, dimension)
        };
    }

    @Override
    void step(Tensor x, Tensor[] before, Tensor[] kept, CachedMatrix hiddenTransposed) {
        int d = dimension;
        Tensor gates = kept[GATES];
        hiddenTransposed.plus(gates, x, before[0]);
        Tensor g = Torch.block(gates, 2, d);
        g.add_(g);
        gates.sigmoid_();
        Torch.doubleMinusOne(g);
        torch.mul_out(kept[C], Torch.block(gates, 1, d), before[C]);
        kept[C].addcmul_(Torch.block(gates, 0, d), Torch.block(gates, 2, d));
        Torch.tanh(kept[TANH_C], kept[C]);
        torch.mul_out(kept[0], Torch.block(gates, 3, d), kept[TANH_C]);
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
        Tensor i = Torch.block(kept[GATES], 0, d);
        Tensor f = Torch.block(kept[GATES], 1, d);
        Tensor g = Torch.block(kept[GATES], 2, d);
        Tensor o = Torch.block(kept[GATES], 3, d);
        Tensor work = gradientBefore[0];
        Tensor toC = gradientBefore[C];
        torch.mul_out(work, gradient[0], kept[TANH_C]);
        torch.sigmoid_backward_out(Torch.block(gates, 3, d), work, o);
        torch.mul_out(work, gradient[0], o);
        torch.tanh_backward_out(toC, work, kept[TANH_C]);
        toC.add_(gradient[C]);
        torch.mul_out(work, toC, g);
        torch.sigmoid_backward_out(Torch.block(gates, 0, d), work, i);
        torch.mul_out(work, toC, before[C]);
        torch.sigmoid_backward_out(Torch.block(gates, 1, d), work, f);
        torch.mul_out(work, toC, i);
        torch.tanh_backward_out(Torch.block(gates, 2, d), work, g);
        toC.mul_(f);
        hidden.into(work, gates);
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

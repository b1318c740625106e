package org.espalier.model;

import java.util.function.UnaryOperator;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/** A pre-norm layer of a Transformer: attention, then a network with one hidden layer, each added to its input. */
final class TransformerLayer {
    private final Norm first;
    private final Affine attention;
    private final Affine projection;
    private final Norm second;
    private final Affine wide;
    private final Affine narrow;

    /** An affine map of rows. */
    record Affine(Tensor weight, Tensor bias) {
        /** @param scale determines the bound of the random weights, 1/√scale */
        static Affine of(Parameters parameters, String name, int scale, long to, long from) {
            return new Affine(parameters.uniform(name, scale, to, from), parameters.constant(name + "Bias", 0, to));
        }

        Tensor of(Tensor x, MatrixPrecision precision) {
            return BatchInvariantProducts.affine(x, weight, bias, precision);
        }
    }

    /** Layer normalization of rows. */
    record Norm(Tensor gain, Tensor bias) {
        static Norm of(Parameters parameters, String name, long d) {
            return new Norm(parameters.constant(name, 1, d), parameters.constant(name + "Bias", 0, d));
        }

        Tensor of(Tensor x) {
            return torch.layer_norm(
                    x, new long[] {gain.size(0)}, new TensorOptional(gain), new TensorOptional(bias), 1e-5, false);
        }
    }

    /** Applies dropout to one of the two results that a layer adds to its input. */
    interface Dropout {
        /**
         * Returns the rows, masked.
         *
         * @param part which of the two, {@code projection} or {@code narrow}
         */
        Tensor of(String part, Tensor rows);
    }

    /** @param layers the number of layers of the whole network */
    TransformerLayer(Parameters parameters, String name, int d, int layers) {
        // The residual stream is a sum of 2·layers terms; their initial weights are scaled down accordingly.
        int terms = 2 * layers;
        this.first = Norm.of(parameters, name + ".first", d);
        this.attention = Affine.of(parameters, name + ".attention", d, 3L * d, d);
        this.projection = Affine.of(parameters, name + ".projection", terms * d, d, d);
        this.second = Norm.of(parameters, name + ".second", d);
        this.wide = Affine.of(parameters, name + ".wide", d, 4L * d, d);
        this.narrow = Affine.of(parameters, name + ".narrow", terms * 4 * d, d, 4L * d);
    }

    /**
     * Runs the layer over rows of d numbers.
     *
     * @param attend maps rows of queries, keys and values, 3d numbers, to rows of d numbers
     */
    Tensor of(Tensor x, UnaryOperator<Tensor> attend, Dropout dropout, MatrixPrecision precision) {
        Tensor attended = attend.apply(attention.of(first.of(x), precision));
        Tensor between = x.add(dropout.of("projection", projection.of(attended, precision)));
        Tensor hidden = torch.gelu(wide.of(second.of(between), precision));
        return between.add(dropout.of("narrow", narrow.of(hidden, precision)));
    }
}

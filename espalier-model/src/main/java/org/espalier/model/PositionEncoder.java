package org.espalier.model;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/**
 * Encodes what lies to the left and to the right of every position of strings: the row W[1; l_i; r_i], where l_i and r_i are
 * the states of recurrent networks that have read a string from its start, and from its end, up to position i. A string of n
 * symbols has n+1 positions.
 */
final class PositionEncoder {
    private final RecurrentNetwork prefixes;
    private final RecurrentNetwork suffixes;
    private final int size;
    private final Tensor weight;
    private final Tensor bias;

    /**
     * @param embedding the embeddings of symbols, which may be shared with other networks
     * @param size the dimension of each of the two networks
     * @param width the width of a row
     */
    PositionEncoder(
            Parameters parameters, String name, RecurrentNetwork.Form form, Tensor embedding, int size, int width) {
        this.prefixes = new RecurrentNetwork(parameters, name + ".prefix", form, embedding, size);
        this.suffixes = new RecurrentNetwork(parameters, name + ".suffix", form, embedding, size);
        this.size = size;
        this.weight = parameters.uniform(name + ".weight", 2 * size, width, 2L * size);
        this.bias = parameters.uniform(name + ".bias", 2 * size, width);
    }

    /** Returns the row of position 0 of each string, followed by the number of rows. */
    static int[] firstRows(List<int[]> strings) {
        int[] result = new int[strings.size() + 1];
        for (int s = 0; s < strings.size(); s++) {
            result[s + 1] = result[s] + strings.get(s).length + 1;
        }
        return result;
    }

    /** Returns the keys of the rows, where string p belongs to pair p of a batch. */
    static DropoutKeys dropoutKeys(List<int[]> strings) {
        IntArrayList pair = new IntArrayList();
        IntArrayList number = new IntArrayList();
        for (int s = 0; s < strings.size(); s++) {
            for (int i = 0; i <= strings.get(s).length; i++) {
                pair.add(s);
                number.add(i);
            }
        }
        return new DropoutKeys(pair.toIntArray(), number.toIntArray());
    }

    /** Returns a row for each position of each string. */
    Tensor encode(List<int[]> strings, Pass pass) {
        List<int[]> reversed = new ArrayList<>();
        for (int[] string : strings) {
            int[] backwards = new int[string.length];
            Arrays.setAll(backwards, i -> string[string.length - 1 - i]);
            reversed.add(backwards);
        }
        DepthOrder.Strings forwards = new DepthOrder.Strings(strings);
        DepthOrder.Strings backwards = new DepthOrder.Strings(reversed);
        IntArrayList prefixRows = new IntArrayList();
        IntArrayList suffixRows = new IntArrayList();
        for (int s = 0; s < strings.size(); s++) {
            int length = strings.get(s).length;
            for (int i = 0; i <= length; i++) {
                prefixRows.add(i == 0 ? 0 : 1 + forwards.node(s, i - 1));
                suffixRows.add(i == length ? 0 : 1 + backwards.node(s, length - i - 1));
            }
        }
        Tensor both = torch.cat(
                new TensorVector(
                        read(prefixes, forwards, pass).index_select(0, Torch.indices(prefixRows.toIntArray(), weight)),
                        read(suffixes, backwards, pass)
                                .index_select(0, Torch.indices(suffixRows.toIntArray(), weight))),
                1);
        return BatchInvariantProducts.affine(both, weight, bias);
    }

    /** Returns the states after all prefixes of some strings. Row 0 is that after the empty prefix. */
    private Tensor read(RecurrentNetwork network, DepthOrder.Strings strings, Pass pass) {
        Tensor empty = Torch.zeros(weight, 1, size);
        return strings.order().nodes() == 0 ? empty : torch.cat(new TensorVector(empty, network.run(strings, pass)), 0);
    }
}

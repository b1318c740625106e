package org.espalier.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.espalier.fst.Lattice;

/**
 * SWA: the logits W[1; h; Att(h, enc(x # yᴿ))], with dot-product attention over a bidirectional encoding of both strings
 * (section 3.1, equations 2 and 3).
 */
final class SwaHead implements SamplerHead {
    private final MarkOutputLayer output;
    private final RecurrentNetwork forward;
    private final RecurrentNetwork backward;
    private final Tensor weight;
    private final Vocabulary vocabulary;

    SwaHead(
            Parameters parameters,
            MarkOutputLayer output,
            RecurrentNetwork.Form form,
            Vocabulary vocabulary,
            int dimension) {
        this.output = output;
        this.vocabulary = vocabulary;
        Tensor embedding =
                parameters.normal("encoder.embedding", 1, vocabulary.inputs() + vocabulary.outputs() + 1L, dimension);
        this.forward = new RecurrentNetwork(parameters, "encoder.forward", form, embedding, dimension / 2);
        this.backward = new RecurrentNetwork(parameters, "encoder.backward", form, embedding, dimension / 2);
        this.weight = parameters.uniform("outputAttention", dimension, vocabulary.marks() + 1L, dimension);
    }

    @Override
    public EncodedPairs encode(LatticeBatch batch, Pass pass) {
        List<int[]> strings = batch.lattices().stream().map(this::joined).toList();
        int longest = strings.stream().mapToInt(s -> s.length).reduce(BatchInvariantProducts.MIN_COLUMNS, Math::max);
        Tensor both = torch.cat(
                new TensorVector(
                        padded(forward, strings, longest, false, pass), padded(backward, strings, longest, true, pass)),
                1);
        Tensor encoding = pass.dropped("encoder.places", both, () -> dropoutKeys(strings, longest))
                .view(strings.size(), longest, -1);
        int[] lengths = strings.stream().mapToInt(s -> s.length).toArray();
        Tensor mask = GroupedAttention.mask(lengths, longest, weight);
        // W·Σ a_i enc_i = Σ a_i W·enc_i, and W·enc_i is computed once per symbol instead of once per prefix.
        Tensor values = BatchInvariantProducts.of(encoding.view(-1, weight.size(1)), weight.t())
                .view(strings.size(), longest, -1);
        GroupedAttention attention = new GroupedAttention(encoding.transpose(1, 2), values, mask);
        return (branches, h) -> {
            int[] pairs = new int[branches.size()];
            Arrays.setAll(pairs, branch -> batch.pair(branches.state(branch)));
            return MarkOutputLayer.ofChoices(branches, output.all(h).add(attention.of(h, pairs)));
        };
    }

    /** Returns x # yᴿ over one alphabet: input symbols, then output symbols, then #. */
    private int[] joined(Lattice lattice) {
        int[] x = lattice.input();
        int[] y = lattice.output();
        int[] result = Arrays.copyOf(x, x.length + 1 + y.length);
        result[x.length] = vocabulary.inputs() + vocabulary.outputs();
        for (int j = 0; j < y.length; j++) {
            result[x.length + 1 + j] = vocabulary.inputs() + y[y.length - 1 - j];
        }
        return result;
    }

    private static DropoutKeys dropoutKeys(List<int[]> strings, int longest) {
        int[] pair = new int[strings.size() * longest];
        int[] number = new int[pair.length];
        for (int row = 0; row < pair.length; row++) {
            number[row] = row % longest;
            pair[row] = number[row] < strings.get(row / longest).length ? row / longest : -1;
        }
        return new DropoutKeys(pair, number);
    }

    /** Returns h at each place of each string. Strings are padded to one length; the padding is arbitrary. */
    private static Tensor padded(
            RecurrentNetwork network, List<int[]> strings, int longest, boolean reversed, Pass pass) {
        List<int[]> directed = new ArrayList<>();
        for (int[] string : strings) {
            int[] symbols = string.clone();
            if (reversed) {
                Arrays.setAll(symbols, i -> string[string.length - 1 - i]);
            }
            directed.add(symbols);
        }
        DepthOrder.Strings read = new DepthOrder.Strings(directed);
        Tensor h = network.run(read, pass);
        int[] rows = new int[strings.size() * longest];
        for (int p = 0; p < strings.size(); p++) {
            int length = strings.get(p).length;
            for (int t = 0; t < length; t++) {
                rows[p * longest + t] = read.node(p, reversed ? length - 1 - t : t);
            }
        }
        return h.index_select(0, Torch.indices(rows, h));
    }
}

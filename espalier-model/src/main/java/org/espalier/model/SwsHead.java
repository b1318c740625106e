package org.espalier.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.espalier.fst.Lattice;

/**
 * SWS: the logits W[1; h; enc_x(x_≥t); enc_y(y_≥t)], where the suffixes that are not yet aligned are encoded from right to
 * left (section 3.2, equation 4).
 */
final class SwsHead implements SamplerHead {
    private final MarkOutputLayer output;
    private final Suffixes inputSuffixes;
    private final Suffixes outputSuffixes;

    SwsHead(
            Parameters parameters,
            MarkOutputLayer output,
            RecurrentNetwork.Form form,
            Vocabulary vocabulary,
            int dimension) {
        this.output = output;
        this.inputSuffixes = new Suffixes(
                parameters, "inputSuffix", "outputInput", form, vocabulary.inputs(), vocabulary, dimension);
        this.outputSuffixes = new Suffixes(
                parameters, "outputSuffix", "outputOutput", form, vocabulary.outputs(), vocabulary, dimension);
    }

    @Override
    public EncodedPairs encode(LatticeBatch batch, Pass pass) {
        List<int[]> x = batch.lattices().stream().map(Lattice::input).toList();
        List<int[]> y = batch.lattices().stream().map(Lattice::output).toList();
        SuffixLogits ofInput = inputSuffixes.encode(x, pass);
        SuffixLogits ofOutput = outputSuffixes.encode(y, pass);
        return (branches, h) -> {
            int[] inputRows = new int[branches.size()];
            int[] outputRows = new int[branches.size()];
            for (int branch = 0; branch < branches.size(); branch++) {
                int state = branches.state(branch);
                inputRows[branch] = ofInput.row(batch.pair(state), batch.inputPosition(state));
                outputRows[branch] = ofOutput.row(batch.pair(state), batch.outputPosition(state));
            }
            Tensor all = output.all(h)
                    .add(ofInput.logits.index_select(0, Torch.indices(inputRows, h)))
                    .add(ofOutput.logits.index_select(0, Torch.indices(outputRows, h)));
            return MarkOutputLayer.ofChoices(branches, all);
        };
    }

    /** The network that encodes suffixes of inputs, or of outputs, and computes their contribution to the logits. */
    private static final class Suffixes {
        private final String name;
        private final RecurrentNetwork network;
        private final Tensor weight;
        private final int dimension;

        Suffixes(
                Parameters parameters,
                String name,
                String outputName,
                RecurrentNetwork.Form form,
                int symbols,
                Vocabulary vocabulary,
                int dimension) {
            this.name = name;
            this.network = new RecurrentNetwork(parameters, name, form, symbols, dimension);
            this.weight = parameters.uniform(outputName, dimension, vocabulary.marks() + 1L, dimension);
            this.dimension = dimension;
        }

        SuffixLogits encode(List<int[]> strings, Pass pass) {
            List<int[]> reversed = new ArrayList<>();
            for (int[] string : strings) {
                int[] backwards = new int[string.length];
                Arrays.setAll(backwards, i -> string[string.length - 1 - i]);
                reversed.add(backwards);
            }
            DepthOrder.Strings read = new DepthOrder.Strings(reversed);
            Tensor empty = Torch.zeros(weight, 1, dimension);
            Tensor h =
                    read.order().nodes() == 0 ? empty : torch.cat(new TensorVector(empty, network.run(read, pass)), 0);
            // Row 0 is the empty suffix.
            return new SuffixLogits(
                    strings,
                    read,
                    BatchInvariantProducts.of(
                            pass.dropped(name + ".suffixes", h, () -> dropoutKeys(read)), weight.t()));
        }
    }

    /** Returns the keys of the suffixes. Row 0 is the empty suffix of all strings and has no pair. */
    private static DropoutKeys dropoutKeys(DepthOrder.Strings read) {
        int[] rows = new int[read.order().nodes() + 1];
        Arrays.setAll(rows, row -> row - 1);
        return read.dropoutKeys().select(rows);
    }

    /** The contributions of all suffixes to the logits, one row per suffix. */
    private record SuffixLogits(List<int[]> strings, DepthOrder.Strings read, Tensor logits) {
        /** Returns the row of the suffix of a pair's string that starts at a position. */
        int row(int pair, int position) {
            int length = strings.get(pair).length - position;
            return length == 0 ? 0 : 1 + read.node(pair, length - 1);
        }
    }
}

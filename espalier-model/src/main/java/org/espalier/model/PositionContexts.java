package org.espalier.model;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.espalier.fst.Lattice;

/**
 * What lies to the left and to the right of a position (i, j), for each position that the lattices of a batch have: the row
 *
 * <pre>c_ij = C relu(W relu(a_i + b_j + a'_i ∘ b'_j))</pre>
 *
 * where a_i and a'_i come from recurrent networks that read x from both ends up to i, and b_j and b'_j from networks that read y
 * up to j. The product lets c_ij see how x and y correspond at the position. The row is added to U[1; e_ω; e_s'] of the arcs that
 * start there.
 *
 * <p>Positions are properties of the relation, so equivalent machines have equal rows.
 */
final class PositionContexts {
    private final Tape input;
    private final Tape output;
    private final Tensor weight;
    private final Tensor bias;
    private final Tensor projection;

    /** @param width the width of a row */
    PositionContexts(
            Parameters parameters, RecurrentNetwork.Form form, Vocabulary vocabulary, int dimension, long width) {
        this.input = new Tape(parameters, "context.input", form, vocabulary.inputs(), dimension);
        this.output = new Tape(parameters, "context.output", form, vocabulary.outputs(), dimension);
        this.weight = parameters.uniform("context.weight", dimension, dimension, dimension);
        this.bias = parameters.uniform("context.bias", dimension, dimension);
        this.projection = parameters.uniform("context.projection", dimension, dimension, width);
    }

    /** Returns a row for each state of a batch, that of its position. */
    Tensor encode(LatticeBatch batch, Pass pass) {
        List<int[]> x = batch.lattices().stream().map(Lattice::input).toList();
        List<int[]> y = batch.lattices().stream().map(Lattice::output).toList();
        int[] firstOfInput = firstPositions(x);
        int[] firstOfOutput = firstPositions(y);
        Long2IntMap cells = new Long2IntOpenHashMap();
        cells.defaultReturnValue(-1);
        IntArrayList inputRows = new IntArrayList();
        IntArrayList outputRows = new IntArrayList();
        int[] cellOfState = new int[batch.states()];
        for (int state = 0; state < cellOfState.length; state++) {
            int inputRow = firstOfInput[batch.pair(state)] + batch.inputPosition(state);
            int outputRow = firstOfOutput[batch.pair(state)] + batch.outputPosition(state);
            long key = ((long) inputRow << Integer.SIZE) | outputRow;
            int cell = cells.putIfAbsent(key, inputRows.size());
            if (cell < 0) {
                cell = inputRows.size();
                inputRows.add(inputRow);
                outputRows.add(outputRow);
            }
            cellOfState[state] = cell;
        }
        Tensor ofInput = input.encode(x, pass).index_select(0, Torch.indices(inputRows.toIntArray(), weight));
        Tensor ofOutput = output.encode(y, pass).index_select(0, Torch.indices(outputRows.toIntArray(), weight));
        long d = weight.size(0);
        Tensor combined = Torch.block(ofInput, 0, d)
                .add(Torch.block(ofOutput, 0, d))
                .add(Torch.block(ofInput, 1, d).mul(Torch.block(ofOutput, 1, d)));
        Tensor hidden =
                BatchInvariantProducts.affine(combined.relu(), weight, bias).relu();
        return BatchInvariantProducts.of(hidden, projection).index_select(0, Torch.indices(cellOfState, weight));
    }

    /** Returns the row of position 0 of each string; a string of n symbols has n+1 positions. */
    private static int[] firstPositions(List<int[]> strings) {
        int[] result = new int[strings.size() + 1];
        for (int s = 0; s < strings.size(); s++) {
            result[s + 1] = result[s] + strings.get(s).length + 1;
        }
        return result;
    }

    /** The networks that read inputs, or outputs, from both ends. */
    private static final class Tape {
        private final RecurrentNetwork prefixes;
        private final RecurrentNetwork suffixes;
        private final Tensor weight;
        private final Tensor bias;

        Tape(Parameters parameters, String name, RecurrentNetwork.Form form, int symbols, int dimension) {
            Tensor embedding = parameters.normal(name + ".embedding", 1, symbols, dimension);
            this.prefixes = new RecurrentNetwork(parameters, name + ".prefix", form, embedding, dimension / 2);
            this.suffixes = new RecurrentNetwork(parameters, name + ".suffix", form, embedding, dimension / 2);
            this.weight = parameters.uniform(name + ".weight", dimension, 2L * dimension, dimension);
            this.bias = parameters.uniform(name + ".bias", dimension, 2L * dimension);
        }

        /** Returns two rows side by side, a term and a factor, for each position of each string. */
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
                            read(prefixes, forwards, pass)
                                    .index_select(0, Torch.indices(prefixRows.toIntArray(), weight)),
                            read(suffixes, backwards, pass)
                                    .index_select(0, Torch.indices(suffixRows.toIntArray(), weight))),
                    1);
            return BatchInvariantProducts.affine(both, weight, bias);
        }

        /** Returns the states after all prefixes of some strings. Row 0 is that after the empty prefix. */
        private Tensor read(RecurrentNetwork network, DepthOrder.Strings strings, Pass pass) {
            Tensor empty = Torch.zeros(weight, 1, weight.size(1) / 2);
            return strings.order().nodes() == 0
                    ? empty
                    : torch.cat(new TensorVector(empty, network.run(strings, pass)), 0);
        }
    }
}

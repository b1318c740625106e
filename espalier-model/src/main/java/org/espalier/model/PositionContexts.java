package org.espalier.model;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.espalier.fst.Lattice;

/**
 * What lies to the left and to the right of a position (i, j), for each position that the lattices of a batch have: the row
 *
 * <pre>c_ij = C relu(W[1; relu(a_i + b_j + a'_i ∘ b'_j)])</pre>
 *
 * where a_i and a'_i come from recurrent networks that read x from both ends up to i, and b_j and b'_j from networks that read y
 * up to j. The product lets c_ij see how x and y correspond at the position. The row is added to U[1; e_ω; e_s'] of the arcs that
 * start there.
 *
 * <p>Positions are properties of the relation, so equivalent machines have equal rows.
 */
final class PositionContexts {
    private final PositionEncoder input;
    private final PositionEncoder output;
    private final Tensor weight;
    private final Tensor bias;
    private final Tensor projection;

    /** @param width the width of a row */
    PositionContexts(
            Parameters parameters, RecurrentNetwork.Form form, Vocabulary vocabulary, int dimension, long width) {
        this.input = encoder(parameters, "context.input", form, vocabulary.inputs(), dimension);
        this.output = encoder(parameters, "context.output", form, vocabulary.outputs(), dimension);
        this.weight = parameters.uniform("context.weight", dimension, dimension, dimension);
        this.bias = parameters.uniform("context.bias", dimension, dimension);
        this.projection = parameters.uniform("context.projection", dimension, dimension, width);
    }

    /** Returns an encoder whose rows are a term and a factor, side by side. */
    private static PositionEncoder encoder(
            Parameters parameters, String name, RecurrentNetwork.Form form, int symbols, int dimension) {
        return new PositionEncoder(
                parameters,
                name,
                form,
                parameters.normal(name + ".embedding", 1, symbols, dimension),
                dimension / 2,
                2 * dimension);
    }

    /** Returns a row for each of some states of a batch, that of its position. */
    Tensor encode(LatticeBatch batch, int[] states, Pass pass) {
        List<int[]> x = batch.lattices().stream().map(Lattice::input).toList();
        List<int[]> y = batch.lattices().stream().map(Lattice::output).toList();
        int[] firstOfInput = PositionEncoder.firstRows(x);
        int[] firstOfOutput = PositionEncoder.firstRows(y);
        Long2IntMap cells = new Long2IntOpenHashMap();
        cells.defaultReturnValue(-1);
        IntArrayList inputRows = new IntArrayList();
        IntArrayList outputRows = new IntArrayList();
        int[] cellOfState = new int[states.length];
        for (int i = 0; i < states.length; i++) {
            int state = states[i];
            int inputRow = firstOfInput[batch.pair(state)] + batch.inputPosition(state);
            int outputRow = firstOfOutput[batch.pair(state)] + batch.outputPosition(state);
            long key = ((long) inputRow << Integer.SIZE) | outputRow;
            int cell = cells.putIfAbsent(key, inputRows.size());
            if (cell < 0) {
                cell = inputRows.size();
                inputRows.add(inputRow);
                outputRows.add(outputRow);
            }
            cellOfState[i] = cell;
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
}

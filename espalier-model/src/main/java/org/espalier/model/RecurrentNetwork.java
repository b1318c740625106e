package org.espalier.model;

import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * A recurrent network with one layer that reads symbols. The contribution of a symbol to the gates depends on the symbol
 * alone, so it is computed once per symbol and not once per place where the symbol is read.
 */
final class RecurrentNetwork {
    private static final int MIN_CAPACITY = 1024;

    private final String name;
    private final Tensor embedding;
    private final Tensor input;
    private final Tensor inputBias;
    private final RecurrentCell cell;
    private int previousNodes;

    /** Creates a network with its own table of embeddings. */
    RecurrentNetwork(Parameters parameters, String name, Recurrence kind, int symbols, int dimension) {
        this(parameters, name, kind, parameters.normal(name + ".embedding", 1, symbols, dimension), dimension);
    }

    /** Creates a network whose table of embeddings may be shared with other networks. */
    RecurrentNetwork(Parameters parameters, String name, Recurrence kind, Tensor embedding, int dimension) {
        int gates = kind == Recurrence.GRU ? 3 : 1;
        this.name = name;
        this.embedding = embedding;
        this.input = parameters.uniform(name + ".input", dimension, (long) gates * dimension, embedding.size(1));
        this.inputBias = parameters.uniform(name + ".inputBias", dimension, (long) gates * dimension);
        this.cell = kind == Recurrence.GRU
                ? new GruCell(parameters, name, dimension)
                : new RnnCell(parameters, name, dimension);
    }

    /** Returns the contribution of each symbol to the gates, one row per symbol. */
    Tensor table(Pass pass) {
        if (pass.hasGradient()) {
            return BatchInvariantProducts.affine(pass.dropped(name, embedding), input, inputBias);
        }
        try (NoGradGuard guard = new NoGradGuard()) {
            return BatchInvariantProducts.affine(embedding, input, inputBias);
        }
    }

    /** Reads the symbols of all nodes and returns h of every node. */
    Tensor run(DepthOrder order, Tensor table, int[] symbols, Pass pass) {
        return RecurrentPass.overSymbols(cell, order, table, symbols, pass);
    }

    /** Starts a pass over strings that are being drawn. */
    IncrementalRecurrentPass startIncremental(
            CachedMatrix hiddenTransposed, Tensor table, Pass pass, PointerScope scope) {
        int capacity = Math.max(MIN_CAPACITY, previousNodes + previousNodes / 8);
        return new IncrementalRecurrentPass(cell, table, hiddenTransposed, pass, scope, capacity);
    }

    /** Returns h of every node of an incremental pass. The next one starts with memory for as many nodes. */
    Tensor finish(IncrementalRecurrentPass pass) {
        previousNodes = pass.nodes();
        return pass.finish();
    }

    /** Returns the matrix that each step multiplies states by. */
    CachedMatrix hiddenTransposed(Pass pass) {
        return cell.hiddenTransposed(pass.precision());
    }

    /**
     * Reads one more symbol per row and returns the new states.
     *
     * @param before the states to continue from; null to start from zeros
     * @param from the row of {@code before} that each new row continues
     */
    Rows step(CachedMatrix hiddenTransposed, Tensor table, @Nullable Rows before, int[] from, int[] symbols) {
        Rows result;
        try (PointerScope scope = new PointerScope();
                NoGradGuard guard = new NoGradGuard()) {
            Tensor x = table.detach().index_select(0, Torch.indices(symbols, table));
            Tensor previous = before == null
                    ? Torch.zeros(cell.hidden, symbols.length, cell.dimension)
                    : before.h.index_select(0, Torch.indices(from, table));
            Tensor[] kept = cell.keep(symbols.length);
            cell.step(x, new Tensor[] {previous}, kept, hiddenTransposed);
            result = new Rows(kept[0].retainReference());
        }
        return result;
    }

    /** The states of many rows, which live until they are closed. */
    record Rows(Tensor h) implements AutoCloseable {
        /** Returns these rows, followed by others. */
        Rows joinedWith(List<Rows> others) {
            try (PointerScope scope = new PointerScope();
                    NoGradGuard guard = new NoGradGuard()) {
                return new Rows(Torch.joined(h, others.stream().map(Rows::h)).retainReference());
            }
        }

        @Override
        public void close() {
            h.releaseReference();
        }
    }
}

package org.espalier.model;

import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * A recurrent network of one layer over symbols. Since a symbol's part of the gates depends on the symbol alone, it is
 * computed once a symbol, not once a place where it is read.
 */
final class RecurrentNetwork {
    private static final int LEAST_ROOM = 1024;

    private final String name;
    private final Tensor embedding;
    private final Tensor input;
    private final Tensor inputBias;
    private final RecurrentCell cell;
    private int grown;

    /** Symbols are embedded in a table of their own. */
    RecurrentNetwork(Parameters parameters, String name, Recurrence kind, int symbols, int dimension) {
        this(parameters, name, kind, parameters.normal(name + ".embedding", 1, symbols, dimension), dimension);
    }

    /** Symbols are embedded in a table that may be shared. */
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

    /** Each symbol's part of the gates. */
    Tensor table(Pass pass) {
        if (pass.hasGradient()) {
            return BatchInvariantProducts.affine(pass.dropped(name, embedding), input, inputBias);
        }
        try (NoGradGuard guard = new NoGradGuard()) {
            return BatchInvariantProducts.affine(embedding, input, inputBias);
        }
    }

    /** h of every node of a schedule. */
    Tensor run(DepthOrder schedule, Tensor table, int[] symbols, Pass pass) {
        return RecurrentPass.overSymbols(cell, schedule, table, symbols, pass);
    }

    /** A pass over strings that are being drawn. */
    IncrementalRecurrentPass grow(CachedMatrix hiddenTransposed, Tensor table, Pass pass, PointerScope scope) {
        return new IncrementalRecurrentPass(
                cell, table, hiddenTransposed, pass, scope, Math.max(LEAST_ROOM, grown + grown / 8));
    }

    /** h of every node of a pass that has grown. The next is given as much room from the start. */
    Tensor harvest(IncrementalRecurrentPass pass, DepthOrder schedule) {
        grown = pass.nodes();
        return pass.h(schedule);
    }

    /** What each step multiplies states by. */
    CachedMatrix hiddenTransposed(Pass pass) {
        return cell.hiddenTransposed(pass.precision());
    }

    /** States of rows that each read one more symbol; from zeros if there are none before. */
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

    /** States of many rows, kept until closed. */
    record Rows(Tensor h) implements AutoCloseable {
        @Override
        public void close() {
            h.releaseReference();
        }
    }
}

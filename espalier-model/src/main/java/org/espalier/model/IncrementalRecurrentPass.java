package org.espalier.model;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * A recurrent pass that receives its nodes one depth at a time, because each depth is drawn from the results of the one
 * before. It keeps what the backward pass needs, so learning from the strings that were drawn needs no second forward pass.
 */
final class IncrementalRecurrentPass {
    private final RecurrentCell cell;
    private final Tensor table;
    private final Pass pass;
    private final CachedMatrix hiddenTransposed;
    private final PointerScope scope;
    private final IntArrayList firstNode = IntArrayList.of(0);
    private final IntArrayList from = new IntArrayList();
    private final IntArrayList symbols = new IntArrayList();
    private Tensor[] kept;
    private Tensor[] before;
    private int capacity;

    /**
     * @param table the contribution of each symbol to the gates
     * @param scope the scope that owns the tensors of this pass, the table and the matrix
     * @param capacity the number of nodes for which memory is allocated at first
     */
    IncrementalRecurrentPass(
            RecurrentCell cell,
            Tensor table,
            CachedMatrix hiddenTransposed,
            Pass pass,
            PointerScope scope,
            int capacity) {
        this.cell = cell;
        this.table = table;
        this.pass = pass;
        this.hiddenTransposed = hiddenTransposed;
        this.scope = scope;
        this.capacity = capacity;
        // The inner scope frees intermediate views, which would keep the memory of outgrown tensors in use.
        try (PointerScope inner = new PointerScope()) {
            this.kept = cell.keep(capacity);
            this.before = before(capacity);
            attach(kept);
            attach(before);
        }
    }

    private void attach(Tensor... tensors) {
        for (Tensor tensor : tensors) {
            scope.attach(tensor);
        }
    }

    private Tensor[] before(int rows) {
        Tensor[] result = new Tensor[cell.states()];
        Arrays.setAll(result, i -> cell.empty(rows, cell.dimension));
        return result;
    }

    private int depths() {
        return firstNode.size() - 1;
    }

    int nodes() {
        return from.size();
    }

    /**
     * Adds the nodes of one more depth and returns their h. The caller must release the result.
     *
     * @param depth the depth of the new nodes, which must be the next one
     * @param parents for each new node the place of its parent within the depth before; ignored at depth 0, where the
     *     network starts from zeros
     * @param read the symbol that each new node reads
     */
    Tensor step(int depth, int[] parents, int[] read) {
        if (depth != depths()) {
            throw new IllegalStateException(
                    "depth " + depth + " cannot be added: depth " + depths() + " is the next one of a recorded walk");
        }
        try (PointerScope inner = new PointerScope();
                NoGradGuard guard = new NoGradGuard()) {
            int first = nodes();
            int last = first + read.length;
            if (last > capacity) {
                enlarge(last + last / 2);
            }
            Tensor[] states = slices(before, first, last);
            if (depth == 0) {
                for (Tensor state : states) {
                    state.zero_();
                }
            } else {
                Tensor[] previous = slices(kept, firstNode.getInt(depth - 1), first);
                Tensor index = Torch.indices(parents, table);
                for (int i = 0; i < states.length; i++) {
                    torch.index_select_out(states[i], previous[i], 0, index);
                }
            }
            Tensor[] results = slices(kept, first, last);
            Tensor x = table.detach().index_select(0, Torch.indices(read, table));
            cell.step(x, states, results, hiddenTransposed);
            from.addElements(first, depth == 0 ? new int[read.length] : parents);
            symbols.addElements(first, read);
            firstNode.add(last);
            return results[0].retainReference();
        }
    }

    private static Tensor[] slices(Tensor[] tensors, int first, int last) {
        return Arrays.stream(tensors)
                .map(tensor -> Torch.rows(tensor, first, last))
                .toArray(Tensor[]::new);
    }

    private void enlarge(int rows) {
        kept = moved(kept, cell.keep(rows));
        before = moved(before, before(rows));
        capacity = rows;
    }

    private Tensor[] moved(Tensor[] present, Tensor[] larger) {
        attach(larger);
        for (int i = 0; i < present.length; i++) {
            Torch.rows(larger[i], 0, nodes()).copy_(Torch.rows(present[i], 0, nodes()));
            scope.detach(present[i]);
        }
        return larger;
    }

    /** Returns h of all nodes, differentiable like the result of {@link RecurrentPass#overSymbols}. */
    Tensor finish() {
        return RecurrentPass.recorded(
                cell,
                new DepthOrder(firstNode.toIntArray(), from.toIntArray()),
                slices(kept, 0, nodes()),
                slices(before, 0, nodes()),
                table,
                symbols.toIntArray(),
                pass);
    }
}

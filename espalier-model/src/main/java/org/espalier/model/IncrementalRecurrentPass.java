package org.espalier.model;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * A recurrent pass whose nodes become known a depth at a time, because strings are being drawn from what it says. It keeps what
 * going back needs, so that learning from those strings needs no second pass.
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
    private int room;

    /**
     * @param table each symbol's part of the gates
     * @param scope what this lives in, with the table and the factor
     * @param room nodes that memory is taken for at first
     */
    IncrementalRecurrentPass(
            RecurrentCell cell, Tensor table, CachedMatrix hiddenTransposed, Pass pass, PointerScope scope, int room) {
        this.cell = cell;
        this.table = table;
        this.pass = pass;
        this.hiddenTransposed = hiddenTransposed;
        this.scope = scope;
        this.room = room;
        // Views on the way to these would hold on to their memory.
        try (PointerScope inner = new PointerScope()) {
            this.kept = cell.keep(room);
            this.before = before(room);
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

    int depths() {
        return firstNode.size() - 1;
    }

    int nodes() {
        return from.size();
    }

    /** h of one more depth, whose nodes go on from those of the last; at depth 0, from zeros. To be released. */
    Tensor step(int[] goOnFrom, int[] read) {
        try (PointerScope inner = new PointerScope();
                NoGradGuard guard = new NoGradGuard()) {
            int first = nodes();
            int last = first + read.length;
            if (last > room) {
                enlarge(last + last / 2);
            }
            Tensor[] states = slices(before, first, last);
            if (first == 0) {
                for (Tensor state : states) {
                    state.zero_();
                }
            } else {
                Tensor[] previous = slices(kept, firstNode.getInt(depths() - 1), first);
                Tensor index = Torch.indices(goOnFrom, table);
                for (int i = 0; i < states.length; i++) {
                    torch.index_select_out(states[i], previous[i], 0, index);
                }
            }
            Tensor[] made = slices(kept, first, last);
            Tensor x = table.detach().index_select(0, Torch.indices(read, table));
            cell.step(x, states, made, hiddenTransposed);
            from.addElements(first, first == 0 ? new int[read.length] : goOnFrom);
            symbols.addElements(first, read);
            firstNode.add(last);
            return made[0].retainReference();
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
        room = rows;
    }

    private Tensor[] moved(Tensor[] present, Tensor[] larger) {
        attach(larger);
        for (int i = 0; i < present.length; i++) {
            Torch.rows(larger[i], 0, nodes()).copy_(Torch.rows(present[i], 0, nodes()));
            scope.detach(present[i]);
        }
        return larger;
    }

    /** Whether these are just the nodes that it has grown. */
    boolean isOver(DepthOrder schedule, int[] read) {
        return Arrays.equals(schedule.firstNode(), firstNode.toIntArray())
                && Arrays.equals(schedule.from(), from.toIntArray())
                && Arrays.equals(read, symbols.toIntArray());
    }

    /** h of every node, as a pass over the whole schedule would have it. */
    Tensor h(DepthOrder schedule) {
        return RecurrentPass.grown(
                cell,
                schedule,
                slices(kept, 0, nodes()),
                slices(before, 0, nodes()),
                table,
                symbols.toIntArray(),
                pass);
    }
}

package org.espalier.model;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/**
 * A recurrent pass that receives its nodes one depth at a time, because each depth is drawn from the results of the one
 * before. It keeps what the backward pass needs, so learning from the strings that were drawn needs no second forward pass.
 */
final class IncrementalRecurrentPass {
    private final RecurrentNetwork.Prepared network;
    private final Pass pass;
    private final PointerScope scope;
    private final IntArrayList firstNode = IntArrayList.of(0);
    private final IntArrayList from = new IntArrayList();
    private final IntArrayList symbols = new IntArrayList();
    private final List<RecordedLayer> recorded = new ArrayList<>();
    private int capacity;

    /**
     * @param scope the scope that owns the tensors of this pass and the prepared network
     * @param capacity the number of nodes for which memory is allocated at first
     */
    IncrementalRecurrentPass(RecurrentNetwork.Prepared network, Pass pass, PointerScope scope, int capacity) {
        this.network = network;
        this.pass = pass;
        this.scope = scope;
        this.capacity = capacity;
        // The inner scope frees intermediate views, which would keep the memory of outgrown tensors in use.
        try (PointerScope inner = new PointerScope()) {
            for (RecurrentLayer layer : network.layers()) {
                recorded.add(new RecordedLayer(layer.cell()));
            }
        }
    }

    int nodes() {
        return from.size();
    }

    private int depths() {
        return firstNode.size() - 1;
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
                capacity = last + last / 2;
                recorded.forEach(RecordedLayer::enlarge);
            }
            Tensor index = depth == 0 ? null : Torch.indices(parents, network.table());
            Tensor h = null;
            for (int l = 0; l < recorded.size(); l++) {
                RecordedLayer layer = recorded.get(l);
                Tensor[] results = slices(layer.kept, first, last);
                network.step(l, read, h, layer.statesBefore(first, last, index), results);
                h = results[0];
            }
            from.addElements(first, depth == 0 ? new int[read.length] : parents);
            symbols.addElements(first, read);
            firstNode.add(last);
            return Objects.requireNonNull(h).retainReference();
        }
    }

    /**
     * Returns the last layer's h of all nodes, differentiable like the result of {@link RecurrentNetwork#run}. The input of
     * each layer but the first is computed again, by one product over all nodes, so that autograd records it.
     */
    Tensor finish() {
        DepthOrder order = new DepthOrder(firstNode.toIntArray(), from.toIntArray());
        Tensor h = recorded.get(0).finish(order, network.table(), symbols.toIntArray());
        for (int l = 1; l < recorded.size(); l++) {
            h = recorded.get(l).finish(order, network.layers().get(l).gates(h, pass.precision()), null);
        }
        return h;
    }

    private static Tensor[] slices(Tensor[] tensors, int first, int last) {
        return Arrays.stream(tensors)
                .map(tensor -> Torch.rows(tensor, first, last))
                .toArray(Tensor[]::new);
    }

    /** What one layer keeps for the backward pass: the states before and the results of each step, one row per node. */
    private final class RecordedLayer {
        private final RecurrentCell cell;
        private Tensor[] kept;
        private Tensor[] before;

        RecordedLayer(RecurrentCell cell) {
            this.cell = cell;
            this.kept = cell.keep(capacity);
            this.before = emptyStates();
            attach(kept);
            attach(before);
        }

        private void attach(Tensor... tensors) {
            for (Tensor tensor : tensors) {
                scope.attach(tensor);
            }
        }

        private Tensor[] emptyStates() {
            Tensor[] result = new Tensor[cell.states()];
            Arrays.setAll(result, i -> cell.empty(capacity, cell.dimension));
            return result;
        }

        /** Gathers the states of the parents of new nodes; zeros without parents. */
        Tensor[] statesBefore(int first, int last, @Nullable Tensor parents) {
            Tensor[] states = slices(before, first, last);
            if (parents == null) {
                for (Tensor state : states) {
                    state.zero_();
                }
                return states;
            }
            Tensor[] previous = slices(kept, firstNode.getInt(depths() - 1), first);
            for (int i = 0; i < states.length; i++) {
                torch.index_select_out(states[i], previous[i], 0, parents);
            }
            return states;
        }

        void enlarge() {
            kept = moved(kept, cell.keep(capacity));
            before = moved(before, emptyStates());
        }

        private Tensor[] moved(Tensor[] present, Tensor[] larger) {
            attach(larger);
            for (int i = 0; i < present.length; i++) {
                Torch.rows(larger[i], 0, nodes()).copy_(Torch.rows(present[i], 0, nodes()));
                scope.detach(present[i]);
            }
            return larger;
        }

        /** @param input a table with one row per symbol, or one row per node if {@code read} is null */
        Tensor finish(DepthOrder order, Tensor input, int @Nullable [] read) {
            return RecurrentPass.recorded(
                    cell, order, slices(kept, 0, nodes()), slices(before, 0, nodes()), input, read, pass);
        }
    }
}

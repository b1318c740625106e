package org.espalier.model;

import java.util.Arrays;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/**
 * The forward and backward pass of a recurrent layer over all nodes of a {@link DepthOrder}, one depth at a time.
 *
 * <p>Memory is allocated once for all depths: fresh memory at each depth would cost more in page faults than the arithmetic.
 *
 * <p>Complexity: one matrix product per depth in each direction, and one product over all nodes for the gradient of each
 * weight.
 */
final class RecurrentPass {
    private final RecurrentCell cell;
    private final DepthOrder order;
    private final Tensor[] kept;
    private final Tensor[] before;
    private final boolean keeps;
    private final MatrixPrecision precision;

    private RecurrentPass(RecurrentCell cell, DepthOrder order, Pass pass) {
        this.cell = cell;
        this.order = order;
        this.keeps = pass.hasGradient();
        this.precision = pass.precision();
        int rows = keeps ? order.nodes() : widest();
        // h is needed for every node; the rest only for the backward pass.
        Tensor[] work = cell.keep(rows);
        if (!keeps) {
            work[0] = cell.empty(order.nodes(), cell.dimension);
        }
        this.kept = work;
        this.before = new Tensor[cell.states()];
        Arrays.setAll(before, i -> cell.empty(rows, cell.dimension));
    }

    private RecurrentPass(RecurrentCell cell, DepthOrder order, Pass pass, Tensor[] kept, Tensor[] before) {
        pass.requireGradient();
        this.cell = cell;
        this.order = order;
        this.keeps = true;
        this.precision = pass.precision();
        this.kept = kept;
        this.before = before;
    }

    /**
     * Returns h of every node of a forward pass that has been computed elsewhere, with what it kept.
     *
     * @param input the table that the symbols select rows of; without symbols, one row per node
     */
    static Tensor recorded(
            RecurrentCell cell,
            DepthOrder order,
            Tensor[] kept,
            Tensor[] before,
            Tensor input,
            int @Nullable [] symbols,
            Pass pass) {
        return new RecurrentPass(cell, order, pass, kept, before).leaf(input, symbols, pass);
    }

    /** Returns h of every node, where each node reads its symbol's row of a table, the contribution to the gates. */
    static Tensor overSymbols(RecurrentCell cell, DepthOrder order, Tensor table, int[] symbols, Pass pass) {
        return new RecurrentPass(cell, order, pass).run(table, symbols, pass);
    }

    /** Returns h of every node, where each node reads its own row of x. */
    static Tensor overRows(RecurrentCell cell, DepthOrder order, Tensor x, Pass pass) {
        return new RecurrentPass(cell, order, pass).run(x, null, pass);
    }

    private Tensor run(Tensor input, int @Nullable [] symbols, Pass pass) {
        try (PointerScope scope = new PointerScope();
                NoGradGuard guard = new NoGradGuard()) {
            forward(input.detach(), symbols == null ? null : Torch.indices(symbols, input));
        }
        return leaf(input, symbols, pass);
    }

    private Tensor leaf(Tensor input, int @Nullable [] symbols, Pass pass) {
        return pass.leaf(kept[0], gradient -> backward(gradient, input, symbols));
    }

    private void forward(Tensor input, @Nullable Tensor symbols) {
        CachedMatrix hiddenTransposed = cell.hiddenTransposed(precision);
        Tensor work = symbols == null ? null : cell.empty(widest(), input.size(1));
        for (int depth = 0; depth < order.depths(); depth++) {
            try (PointerScope scope = new PointerScope()) {
                int from = order.firstNode()[depth];
                int to = order.firstNode()[depth + 1];
                Tensor x = Torch.rows(input, symbols == null ? from : 0, symbols == null ? to : 0);
                if (symbols != null && work != null) {
                    x = torch.index_select_out(Torch.rows(work, 0, to - from), input, 0, Torch.rows(symbols, from, to));
                }
                cell.step(x, statesBefore(depth), slices(kept, depth), hiddenTransposed);
            }
        }
    }

    private int widest() {
        int widest = 0;
        for (int depth = 0; depth < order.depths(); depth++) {
            widest = Math.max(widest, order.width(depth));
        }
        return widest;
    }

    /** Returns the rows of a depth; tensors that are not kept are reused from row 0 on by every depth. */
    private Tensor[] slices(Tensor[] tensors, int depth) {
        Tensor[] result = new Tensor[tensors.length];
        int from = order.firstNode()[depth];
        for (int i = 0; i < result.length; i++) {
            int first = keeps || (tensors == kept && i == 0) ? from : 0;
            result[i] = Torch.rows(tensors[i], first, first + order.width(depth));
        }
        return result;
    }

    /** Gathers the states of the parents of the nodes of a depth. */
    private Tensor[] statesBefore(int depth) {
        boolean straight = depth > 0 && order.isStraight(depth);
        if (straight && !keeps) {
            return slices(kept, depth - 1);
        }
        Tensor[] result = slices(before, depth);
        if (depth == 0) {
            for (Tensor state : result) {
                state.zero_();
            }
            return result;
        }
        Tensor[] previous = slices(kept, depth - 1);
        Tensor from = straight ? null : from(depth);
        for (int i = 0; i < result.length; i++) {
            if (from == null) {
                result[i].copy_(previous[i]);
            } else {
                torch.index_select_out(result[i], previous[i], 0, from);
            }
        }
        return result;
    }

    private Tensor from(int depth) {
        return Torch.indices(order.from(), order.firstNode()[depth], order.firstNode()[depth + 1], cell.hidden);
    }

    private void backward(Tensor ofH, Tensor input, int @Nullable [] symbols) {
        try (PointerScope all = new PointerScope();
                NoGradGuard guard = new NoGradGuard()) {
            Tensor gates = cell.empty(order.nodes(), cell.gradientWidth());
            Tensor[] gradient = new Tensor[cell.states()];
            gradient[0] = cell.empty(order.nodes(), cell.dimension).copy_(ofH);
            for (int i = 1; i < gradient.length; i++) {
                gradient[i] = cell.empty(order.nodes(), cell.dimension).zero_();
            }
            Tensor[] work = new Tensor[cell.states()];
            Arrays.setAll(work, i -> cell.empty(widest(), cell.dimension));
            CachedMatrix hidden = cell.hidden(precision);
            for (int depth = order.depths() - 1; depth >= 0; depth--) {
                try (PointerScope scope = new PointerScope()) {
                    backward(depth, gradient, gates, work, hidden);
                }
            }
            Tensor toHidden = cell.toHidden(gates);
            cell.accumulate(toHidden, before[0], precision);
            if (cell.hiddenBias != null) {
                accumulate(cell.hiddenBias, toHidden.sum(0));
            }
            // Rows of equal symbols are summed first, so that only few rows are rearranged into the order of x's gates.
            Pass.propagate(
                    input,
                    cell.toInput(
                            symbols == null ? gates : Torch.sumByKey(gates, symbols, Math.toIntExact(input.size(0)))));
        }
    }

    private void backward(int depth, Tensor[] gradient, Tensor gates, Tensor[] work, CachedMatrix hidden) {
        int from = order.firstNode()[depth];
        int to = order.firstNode()[depth + 1];
        Tensor[] own = new Tensor[gradient.length];
        Tensor[] toBefore = new Tensor[gradient.length];
        for (int i = 0; i < own.length; i++) {
            own[i] = Torch.rows(gradient[i], from, to);
            toBefore[i] = Torch.rows(work[i], 0, to - from);
        }
        cell.backward(slices(before, depth), slices(kept, depth), own, Torch.rows(gates, from, to), toBefore, hidden);
        if (depth == 0) {
            return;
        }
        boolean straight = order.isStraight(depth);
        Tensor index = straight ? null : from(depth);
        for (int i = 0; i < own.length; i++) {
            Tensor previous = Torch.rows(gradient[i], order.firstNode()[depth - 1], from);
            if (index == null) {
                previous.add_(toBefore[i]);
            } else {
                previous.index_add_(0, index, toBefore[i]);
            }
        }
    }

    /** Adds to the gradient of a parameter. */
    static void accumulate(Tensor parameter, Tensor gradient) {
        Tensor present = parameter.mutable_grad();
        if (present.defined()) {
            present.add_(gradient);
        } else {
            present.put(gradient);
        }
    }
}

package org.espalier.model;

import java.util.Arrays;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/**
 * A recurrent layer run over all nodes of a schedule, a depth at a time, and back again.
 *
 * <p>One matrix product a depth each way; the gradients of the weights are one large product each at the end, over all
 * nodes. Memory is taken once for all depths: a fresh megabyte at each would cost more in page faults than the
 * arithmetic it holds.
 */
final class RecurrentPass {
    private final RecurrentCell cell;
    private final DepthOrder schedule;
    private final Tensor[] kept;
    private final Tensor[] before;
    private final boolean keeps;
    private final MatrixPrecision precision;

    private RecurrentPass(RecurrentCell cell, DepthOrder schedule, Pass pass) {
        this.cell = cell;
        this.schedule = schedule;
        this.keeps = pass.hasGradient();
        this.precision = pass.precision();
        int rows = keeps ? schedule.nodes() : widest();
        // The states are wanted of every node; the rest only for going back.
        Tensor[] work = cell.keep(rows);
        if (!keeps) {
            work[0] = cell.empty(schedule.nodes(), cell.dimension);
        }
        this.kept = work;
        this.before = new Tensor[cell.states()];
        Arrays.setAll(before, i -> cell.empty(rows, cell.dimension));
    }

    private RecurrentPass(RecurrentCell cell, DepthOrder schedule, Pass pass, Tensor[] kept, Tensor[] before) {
        pass.requireGradient();
        this.cell = cell;
        this.schedule = schedule;
        this.keeps = true;
        this.precision = pass.precision();
        this.kept = kept;
        this.before = before;
    }

    /** h of every node of a pass that has been made already, with all that it kept. */
    static Tensor grown(
            RecurrentCell cell,
            DepthOrder schedule,
            Tensor[] kept,
            Tensor[] before,
            Tensor table,
            int[] symbols,
            Pass pass) {
        return new RecurrentPass(cell, schedule, pass, kept, before).leaf(table, symbols, pass);
    }

    /** h of every node, where each reads a row of a table: its symbol's part of the gates. */
    static Tensor overSymbols(RecurrentCell cell, DepthOrder schedule, Tensor table, int[] symbols, Pass pass) {
        return new RecurrentPass(cell, schedule, pass).run(table, symbols, pass);
    }

    /** h of every node, where x has a row for each. */
    static Tensor overRows(RecurrentCell cell, DepthOrder schedule, Tensor x, Pass pass) {
        return new RecurrentPass(cell, schedule, pass).run(x, null, pass);
    }

    private Tensor run(Tensor input, int @Nullable [] symbols, Pass pass) {
        try (PointerScope scope = new PointerScope();
                NoGradGuard guard = new NoGradGuard()) {
            forward(input.detach(), symbols == null ? null : Torch.indices(symbols, input));
        }
        return leaf(input, symbols, pass);
    }

    private Tensor leaf(Tensor input, int @Nullable [] symbols, Pass pass) {
        return pass.leaves(
                        arrived -> {
                            if (arrived[0].defined()) {
                                backward(arrived[0], input, symbols);
                            }
                        },
                        kept[0])[0];
    }

    private void forward(Tensor input, @Nullable Tensor symbols) {
        CachedMatrix hiddenTransposed = cell.hiddenTransposed(precision);
        Tensor work = symbols == null ? null : cell.empty(widest(), input.size(1));
        for (int depth = 0; depth < schedule.depths(); depth++) {
            try (PointerScope scope = new PointerScope()) {
                int from = schedule.firstNode()[depth];
                int to = schedule.firstNode()[depth + 1];
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
        for (int depth = 0; depth < schedule.depths(); depth++) {
            widest = Math.max(widest, schedule.width(depth));
        }
        return widest;
    }

    /** The rows of this depth; of what is not kept, the first so many. */
    private Tensor[] slices(Tensor[] tensors, int depth) {
        Tensor[] result = new Tensor[tensors.length];
        int from = schedule.firstNode()[depth];
        for (int i = 0; i < result.length; i++) {
            int first = keeps || (tensors == kept && i == 0) ? from : 0;
            result[i] = Torch.rows(tensors[i], first, first + schedule.width(depth));
        }
        return result;
    }

    /** Gathers the states that the nodes of a depth go on from. */
    private Tensor[] statesBefore(int depth) {
        boolean straight = depth > 0 && schedule.isStraight(depth);
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
        return Torch.indices(
                schedule.from(), schedule.firstNode()[depth], schedule.firstNode()[depth + 1], cell.hidden);
    }

    private void backward(Tensor arrived, Tensor input, int @Nullable [] symbols) {
        try (PointerScope all = new PointerScope();
                NoGradGuard guard = new NoGradGuard()) {
            Tensor gates = cell.empty(schedule.nodes(), cell.gradientWidth());
            Tensor[] gradient = new Tensor[cell.states()];
            gradient[0] = cell.empty(schedule.nodes(), cell.dimension).copy_(arrived);
            for (int i = 1; i < gradient.length; i++) {
                gradient[i] = cell.empty(schedule.nodes(), cell.dimension).zero_();
            }
            Tensor[] work = new Tensor[cell.states()];
            Arrays.setAll(work, i -> cell.empty(widest(), cell.dimension));
            CachedMatrix hidden = cell.hidden(precision);
            for (int depth = schedule.depths() - 1; depth >= 0; depth--) {
                try (PointerScope scope = new PointerScope()) {
                    backOver(depth, gradient, gates, work, hidden);
                }
            }
            Tensor toHidden = cell.toHidden(gates);
            cell.accumulate(toHidden, before[0], precision);
            if (cell.hiddenBias != null) {
                accumulate(cell.hiddenBias, toHidden.sum(0));
            }
            // Rows of one symbol are added up first, so that only a few are put in the order of the input's gates.
            Pass.goOn(
                    input,
                    cell.toInput(
                            symbols == null ? gates : Torch.sumByKey(gates, symbols, Math.toIntExact(input.size(0)))));
        }
    }

    private void backOver(int depth, Tensor[] gradient, Tensor gates, Tensor[] work, CachedMatrix hidden) {
        int from = schedule.firstNode()[depth];
        int to = schedule.firstNode()[depth + 1];
        Tensor[] own = new Tensor[gradient.length];
        Tensor[] toBefore = new Tensor[gradient.length];
        for (int i = 0; i < own.length; i++) {
            own[i] = Torch.rows(gradient[i], from, to);
            toBefore[i] = Torch.rows(work[i], 0, to - from);
        }
        cell.back(slices(before, depth), slices(kept, depth), own, Torch.rows(gates, from, to), toBefore, hidden);
        if (depth == 0) {
            return;
        }
        boolean straight = schedule.isStraight(depth);
        Tensor index = straight ? null : from(depth);
        for (int i = 0; i < own.length; i++) {
            Tensor previous = Torch.rows(gradient[i], schedule.firstNode()[depth - 1], from);
            if (index == null) {
                previous.add_(toBefore[i]);
            } else {
                previous.index_add_(0, index, toBefore[i]);
            }
        }
    }

    /** Adds to a parameter's gradient. */
    static void accumulate(Tensor parameter, Tensor gradient) {
        Tensor present = parameter.mutable_grad();
        if (present.defined()) {
            present.add_(gradient);
        } else {
            present.put(gradient);
        }
    }
}

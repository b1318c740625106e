package org.espalier.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.espalier.model.LatticeBatch;

/**
 * Sampling mark by mark, all strings of a batch at a time, with libtorch's record of every step kept for its gradient.
 * Marks that a lattice does not allow are masked out by a dense table.
 */
abstract class MarkByMarkPeer implements PeerSampler {
    final Scalar minusInfinity = new Scalar(Double.NEGATIVE_INFINITY);

    private final Map<String, Tensor> parameters;
    private final DenseLatticeTables tables;
    private final int pairs;
    private final int eos;

    MarkByMarkPeer(LatticeBatch batch, Map<String, Tensor> parameters) {
        this.parameters = parameters;
        this.tables = DenseLatticeTables.of(batch);
        this.pairs = batch.pairs();
        this.eos = batch.marks();
    }

    /** What a choice depends on besides the marks so far. */
    interface Lookahead {
        /** One row for each string, given what the marks so far are encoded as, and the state they lead to. */
        Tensor at(Tensor history, Tensor states);
    }

    /** What is computed before the first mark is drawn. */
    abstract Lookahead encode(int k);

    /** The columns of the output layer that take what the lookahead says. */
    abstract List<Tensor> outputColumns();

    final Tensor parameter(String name) {
        return Objects.requireNonNull(parameters.get(name), name);
    }

    /** The parameters of a recurrent network in the order in which libtorch takes them. */
    final List<Tensor> network(String name) {
        return List.of(
                parameter(name + ".input"),
                parameter(name + ".hidden"),
                parameter(name + ".inputBias"),
                parameter(name + ".hiddenBias"));
    }

    @Override
    public Drawn draw(int k) {
        Lookahead lookahead = encode(k);
        List<Tensor> columns = new ArrayList<>(List.of(parameter("output")));
        columns.addAll(outputColumns());
        Tensor weight = torch.cat(vector(columns), 1);
        TensorOptional bias = new TensorOptional(parameter("outputBias"));
        List<Tensor> gru = network("history");
        TensorOptional inputBias = new TensorOptional(gru.get(2));
        TensorOptional hiddenBias = new TensorOptional(gru.get(3));

        Tensor state = tables.roots().repeat_interleave(k, new LongOptional(0), new LongOptional((long) pairs * k));
        Tensor symbol = state.new_full(new long[] {(long) pairs * k}, new Scalar(eos)); // stands for the beginning, too
        Tensor history = parameter("output")
                .new_zeros((long) pairs * k, parameter("output").size(1));
        List<Tensor> symbols = new ArrayList<>();
        List<Tensor> logQ = new ArrayList<>();
        do {
            Tensor input = torch.embedding(parameter("history.embedding"), symbol);
            history = torch.gru_cell(input, history, gru.get(0), gru.get(1), inputBias, hiddenBias);
            Tensor seen = torch.cat(new TensorVector(history, lookahead.at(history, state)), 1);
            Tensor choices = torch.linear(seen, weight, bias)
                    .masked_fill(tables.illegal().index_select(0, state), minusInfinity)
                    .log_softmax(1);
            Tensor drawn = torch.multinomial(choices.detach().exp(), 1);
            symbols.add(drawn);
            logQ.add(choices.gather(1, drawn));
            state = tables.next().index_select(0, state).gather(1, drawn).squeeze(1);
            symbol = drawn.squeeze(1);
        } while (state.ne(new Scalar(tables.ended())).any().item_bool());
        return new Drawn(
                torch.cat(vector(symbols), 1), torch.cat(vector(logQ), 1).sum(1));
    }

    static TensorVector vector(List<Tensor> tensors) {
        return new TensorVector(tensors.toArray(Tensor[]::new));
    }
}

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
 * A sampler that draws all strings of a batch mark by mark, while libtorch's autograd records every step. Illegal marks are
 * masked by a dense table.
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

    /** The input of a choice besides the marks so far. */
    interface Lookahead {
        /** Returns one row per string, given the encodings of the marks so far and the states that they lead to. */
        Tensor at(Tensor history, Tensor states);
    }

    /** Computes the lookahead before the first mark is drawn. */
    abstract Lookahead encode(int k);

    /** Returns the columns of the output layer for the lookahead. */
    abstract List<Tensor> outputColumns();

    final Tensor parameter(String name) {
        return Objects.requireNonNull(parameters.get(name), name);
    }

    /** Returns the parameters of a recurrent network in libtorch's order. */
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
        Tensor symbol = state.new_full(new long[] {(long) pairs * k}, new Scalar(eos)); // also marks the start
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

package org.espalier.bench;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.espalier.fst.Lattice;
import org.espalier.model.LatticeBatch;

/** SWS: right-to-left encodings of x and y by libtorch's GRU, gathered by the position of each state. */
final class SuffixPeer extends MarkByMarkPeer {
    private final Side input;
    private final Side output;

    SuffixPeer(LatticeBatch batch, Map<String, Tensor> parameters) {
        super(batch, parameters);
        this.input = Side.of(batch, Lattice::input, batch::inputPosition);
        this.output = Side.of(batch, Lattice::output, batch::outputPosition);
    }

    /**
     * One side of all pairs.
     *
     * @param reversed the reversed strings, padded: pairs × maximum length
     * @param suffix the row of the suffix of each state in the encoding, by pair, then by length; the last is after EOS
     */
    private record Side(Tensor reversed, Tensor suffix) {
        static Side of(LatticeBatch batch, Function<Lattice, int[]> string, IntUnaryOperator position) {
            List<int[]> strings = batch.lattices().stream().map(string).toList();
            int longest = strings.stream().mapToInt(s -> s.length).max().orElseThrow();
            long[] reversed = new long[strings.size() * longest];
            for (int p = 0; p < strings.size(); p++) {
                int[] symbols = strings.get(p);
                for (int i = 0; i < symbols.length; i++) {
                    reversed[p * longest + i] = symbols[symbols.length - 1 - i];
                }
            }
            long[] suffix = new long[batch.states() + 1];
            for (int state = 0; state < batch.states(); state++) {
                int pair = batch.pair(state);
                suffix[state] = pair * (longest + 1L) + strings.get(pair).length - position.applyAsInt(state);
            }
            return new Side(Tensor.create(reversed, strings.size(), longest), Tensor.create(suffix));
        }
    }

    @Override
    Lookahead encode(int k) {
        Tensor ofInput = suffixes("inputSuffix", input);
        Tensor ofOutput = suffixes("outputSuffix", output);
        return (history, states) -> torch.cat(
                new TensorVector(
                        ofInput.index_select(0, input.suffix.index_select(0, states)),
                        ofOutput.index_select(0, output.suffix.index_select(0, states))),
                1);
    }

    /** Returns one row per suffix of every string. The row of the empty suffix is zero. */
    private Tensor suffixes(String name, Side side) {
        Tensor embedded = torch.embedding(parameter(name + ".embedding"), side.reversed);
        long pairs = embedded.size(0);
        long d = embedded.size(2);
        Tensor start = embedded.new_zeros(1, pairs, d);
        Tensor encoded = torch.gru(embedded, start, vector(network(name)), true, 1, 0, true, false, true)
                .get0();
        return torch.cat(new TensorVector(start.view(pairs, 1, d), encoded), 1).view(-1, d);
    }

    @Override
    List<Tensor> outputColumns() {
        return List.of(parameter("outputInput"), parameter("outputOutput"));
    }
}

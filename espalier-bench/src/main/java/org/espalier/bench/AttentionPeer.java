package org.espalier.bench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.espalier.fst.Lattice;
import org.espalier.model.LatticeBatch;

/** SWA: attention over a bidirectional encoding of x # yᴿ, as a packed sequence through libtorch's GRU. */
final class AttentionPeer extends MarkByMarkPeer {
    private final int pairs;
    private final int longest;
    private final Tensor packedTokens;
    private final Tensor batchSizes;
    private final Tensor unpack;
    private final Tensor padding;

    AttentionPeer(LatticeBatch batch, Map<String, Tensor> parameters) {
        super(batch, parameters);
        List<int[]> tokens =
                batch.lattices().stream().map(AttentionPeer::tokens).toList();
        this.pairs = tokens.size();
        this.longest = tokens.stream().mapToInt(t -> t.length).max().orElseThrow();
        int[] byLength = IntStream.range(0, pairs)
                .boxed()
                .sorted(Comparator.comparingInt(p -> -tokens.get(p).length))
                .mapToInt(p -> p)
                .toArray();
        List<Long> packed = new ArrayList<>();
        long[] sizes = new long[longest];
        long[] places = new long[pairs * longest];
        boolean[] padded = new boolean[pairs * longest];
        for (int i = 0; i < longest; i++) {
            for (int p : byLength) {
                if (i < tokens.get(p).length) {
                    places[p * longest + i] = packed.size();
                    packed.add((long) tokens.get(p)[i]);
                    sizes[i]++;
                } else {
                    padded[p * longest + i] = true;
                }
            }
        }
        this.packedTokens =
                Tensor.create(packed.stream().mapToLong(Long::longValue).toArray());
        this.batchSizes = Tensor.create(sizes);
        this.unpack = Tensor.create(places);
        this.padding = Tensor.create(padded, pairs, 1, longest);
    }

    private static int[] tokens(Lattice lattice) {
        int inputs = lattice.machine().input().size();
        int separator = inputs + lattice.machine().output().size();
        int[] y = lattice.output();
        IntStream reversed = IntStream.range(0, y.length).map(i -> inputs + y[y.length - 1 - i]);
        return IntStream.concat(IntStream.concat(IntStream.of(lattice.input()), IntStream.of(separator)), reversed)
                .toArray();
    }

    @Override
    Lookahead encode(int k) {
        Tensor input = torch.embedding(parameter("encoder.embedding"), packedTokens);
        long d = input.size(1);
        List<Tensor> network = new ArrayList<>(network("encoder.forward"));
        network.addAll(network("encoder.backward"));
        Tensor start = input.new_zeros(2, pairs, d / 2);
        Tensor packed = torch.gru(input, batchSizes, start, vector(network), true, 1, 0, true, true)
                .get0();
        Tensor encoded = packed.index_select(0, unpack).view(pairs, longest, d);
        Tensor transposed = encoded.transpose(1, 2);
        return (history, states) -> {
            Tensor scores = torch.bmm(history.view(pairs, k, d), transposed);
            Tensor attention = scores.masked_fill(padding, minusInfinity).softmax(2);
            return torch.bmm(attention, encoded).view((long) pairs * k, d);
        };
    }

    @Override
    List<Tensor> outputColumns() {
        return List.of(parameter("outputAttention"));
    }
}

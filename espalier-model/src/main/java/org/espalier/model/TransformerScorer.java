package org.espalier.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.DoubleOptional;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.espalier.fst.LegalMarks;
import org.espalier.fst.base.EspalierException;
import org.jspecify.annotations.Nullable;

/**
 * A causal Transformer over marks, in place of the LSTM of equations 11 and 15: learned positions, pre-norm layers, and the
 * output softmax(W[1; h]) over Ω ∪ {EOS}. A conditional one also reads the input, as {@link InputReader} describes.
 */
final class TransformerScorer extends NeuralScorer {
    /** The largest number of symbols processed at once: large enough to be fast, and a bound on memory. */
    private static final int MAX_SYMBOLS = 1 << 13;

    private final Parameters parameters;
    private final ScorerSettings settings;
    private final Vocabulary vocabulary;
    private final int marks;
    private final int maxMarks;
    private final int heads;
    private final Tensor embedding;
    private final Tensor position;
    private final List<TransformerLayer> layers = new ArrayList<>();
    private final TransformerLayer.Norm norm;
    private final TransformerLayer.Affine output;
    private final @Nullable InputReader reader;

    /** Computes the attention of a layer; all tensors are rows × heads × places × width. */
    private interface Attention {
        Tensor of(int layer, Tensor query, Tensor key, Tensor value);
    }

    /** A pass over some places, with the keys of their dropout masks. */
    private record Places(Pass pass, Supplier<DropoutKeys> keys) {
        /** The places of a walk, which has no dropout. */
        static final Places WITHOUT_DROPOUT = new Places(Pass.forward(), () -> new DropoutKeys(new int[0], new int[0]));

        Tensor dropped(String part, Tensor x) {
            return pass.dropped(part, x, keys);
        }

        MatrixPrecision precision() {
            return pass.precision();
        }
    }

    TransformerScorer(
            Parameters parameters, ScorerSettings settings, Vocabulary vocabulary, @Nullable LegalMarks legal) {
        int d = settings.dimension();
        this.parameters = parameters;
        this.settings = settings;
        this.vocabulary = vocabulary;
        this.marks = vocabulary.marks();
        this.maxMarks = settings.maxMarks();
        this.heads = settings.heads();
        ScorerEmbeddings embeddings = new ScorerEmbeddings(parameters, settings, vocabulary, 0.02);
        this.embedding = embeddings.table;
        this.position = parameters.normal("position", 0.02, maxMarks + 1L, d);
        for (int l = 0; l < settings.layers(); l++) {
            layers.add(new TransformerLayer(parameters, "layer" + l, d, settings.layers()));
        }
        this.norm = TransformerLayer.Norm.of(parameters, "norm", d);
        this.output = TransformerLayer.Affine.of(parameters, "output", dimension(), marks + 1L, dimension());
        this.reader = InputReader.of(parameters, settings, embeddings, d, legal);
    }

    @Override
    @Nullable
    InputReader reader() {
        return reader;
    }

    @Override
    public int marks() {
        return marks;
    }

    @Override
    public int maxMarks() {
        return maxMarks;
    }

    @Override
    public Parameters parameters() {
        return parameters;
    }

    @Override
    public MarkScorer replica() {
        return new TransformerScorer(parameters.replica(), settings, vocabulary, legal());
    }

    @Override
    int dimension() {
        return settings.dimension() + InputReader.appendedWidth(settings);
    }

    private void requirePositions(int length) {
        if (length > maxMarks) {
            throw new EspalierException(
                    "a mark string has " + length + " marks or more, but this Transformer has positions for " + maxMarks
                            + ": train it with a larger maxMarks, or use an LSTM, which needs no positions");
        }
    }

    @Override
    Tensor states(PrefixTree tree, Pass pass) {
        requirePositions(tree.depths() - 1);
        if (reader == null) {
            return hiddenStates(tree, null, pass);
        }
        InputPlaces places = InputPlaces.of(this, tree.batch(), tree.states());
        InputReader.EncodedInputs inputs = reader.encode(places.inputs(), pass);
        return inputs.appendTo(hiddenStates(tree, inputs.readAt(places), pass), places);
    }

    /** @param read what each node reads of the input; null for a joint scorer */
    private Tensor hiddenStates(PrefixTree tree, @Nullable Tensor read, Pass pass) {
        TensorVector pieces = new TensorVector();
        int[] rowOfNode = new int[tree.nodes()];
        int rows = 0;
        for (PaddedStrings.Chunk chunk : PaddedStrings.of(tree, MAX_SYMBOLS, maxMarks + 1)) {
            // Autograd keeps what the backward pass needs; all other tensors are freed with their chunk.
            try (PointerScope scope = new PointerScope()) {
                Places places = new Places(pass, () -> DropoutKeys.ofNodes(tree).select(chunk.prefixes()));
                Tensor embedded = embedded(chunk.symbols());
                if (read != null) {
                    // Padding reads what the first node reads; nothing sees it.
                    int[] nodes = Arrays.stream(chunk.prefixes())
                            .map(node -> Math.max(0, node))
                            .toArray();
                    embedded = embedded.add(read.index_select(0, Torch.indices(nodes, read)));
                }
                Tensor h = hiddenStates(embedded, chunk.rows(), chunk.length(), 0, places, TransformerScorer::causal);
                pieces.push_back(h.reshape(-1, h.size(2)).index_select(0, Torch.indices(chunk.places(), h)));
            }
            for (int node : chunk.nodes()) {
                rowOfNode[node] = rows++;
            }
        }
        return torch.cat(pieces, 0).index_select(0, Torch.indices(rowOfNode, embedding));
    }

    @Override
    Tensor logits(Tensor states) {
        return output.of(states, MatrixPrecision.FULL);
    }

    private static Tensor causal(int layer, Tensor query, Tensor key, Tensor value) {
        return attend(query, key, value, true);
    }

    private static Tensor attend(Tensor query, Tensor key, Tensor value, boolean causal) {
        return torch.scaled_dot_product_attention(
                query, key, value, new TensorOptional(), 0, causal, new DoubleOptional(), false);
    }

    /**
     * Runs all layers and returns the hidden state at every place, rows × places × d.
     *
     * @param embedded what is read at each place, without its position
     * @param firstPosition the position of the first place of each row
     */
    private Tensor hiddenStates(
            Tensor embedded, int rows, int length, int firstPosition, Places places, Attention attention) {
        long d = embedding.size(1);
        MatrixPrecision precision = places.precision();
        Tensor x = places.dropped(
                "embedding",
                embedded.reshape(rows, length, d)
                        .add(Torch.rows(position, firstPosition, (long) firstPosition + length)));
        for (int l = 0; l < layers.size(); l++) {
            int layer = l;
            x = layers.get(l)
                    .of(
                            x,
                            all -> attended(all, layer, attention),
                            (part, result) -> places.dropped(part + layer, result),
                            precision);
        }
        return norm.of(x);
    }

    private Tensor embedded(int[] symbols) {
        return embedding.index_select(0, Torch.indices(symbols, embedding));
    }

    /** @param all queries, keys and values side by side, rows × places × 3d */
    private Tensor attended(Tensor all, int layer, Attention attention) {
        long rows = all.size(0);
        long length = all.size(1);
        long d = embedding.size(1);
        Tensor parts = all.reshape(rows, length, 3, heads, d / heads).permute(2, 0, 3, 1, 4);
        return attention
                .of(layer, parts.select(0, 0), parts.select(0, 1), parts.select(0, 2))
                .transpose(1, 2)
                .reshape(rows, length, d);
    }

    @Override
    NeuralWalk start(InputPlaces places) {
        int[] begin = new int[places.rows()];
        Arrays.fill(begin, marks);
        if (reader == null) {
            return advance(null, null, new int[0], begin, places);
        }
        try (PointerScope scope = new PointerScope();
                NoGradGuard guard = new NoGradGuard()) {
            return advance(null, reader.encode(places.inputs(), Pass.forward()), new int[0], begin, places);
        }
    }

    private NeuralWalk advance(
            @Nullable TransformerWalk before,
            InputReader.@Nullable EncodedInputs inputs,
            int[] from,
            int[] symbols,
            InputPlaces places) {
        int length = before == null ? 0 : before.length + 1;
        requirePositions(length);
        Tensor[] keys = new Tensor[layers.size()];
        Tensor[] values = new Tensor[layers.size()];
        try (PointerScope scope = new PointerScope();
                NoGradGuard guard = new NoGradGuard()) {
            Tensor rows = Torch.indices(from, embedding);
            Tensor embedded = embedded(symbols);
            Tensor h = hiddenStates(
                    inputs == null ? embedded : embedded.add(inputs.readAt(places)),
                    symbols.length,
                    1,
                    length,
                    Places.WITHOUT_DROPOUT,
                    (l, query, key, value) -> {
                        keys[l] = before == null ? key.contiguous() : append(before.keys[l], rows, key);
                        values[l] = before == null ? value.contiguous() : append(before.values[l], rows, value);
                        return attend(query, keys[l], values[l], false);
                    });
            Tensor last = h.select(1, 0);
            return new TransformerWalk(
                    length, inputs, places, inputs == null ? last : inputs.appendTo(last, places), keys, values);
        }
    }

    /** Appends the keys or values of one more place to those of the prefixes that are continued. */
    private static Tensor append(Tensor before, Tensor rows, Tensor next) {
        return torch.cat(new TensorVector(before.index_select(0, rows), next), 2);
    }

    /** Prefixes of equal length, with the keys and values of all their places for each layer. */
    private final class TransformerWalk extends NeuralWalk {
        private final int length;
        private final InputReader.@Nullable EncodedInputs inputs;
        private final InputPlaces places;
        private final Tensor last;
        private final Tensor[] keys;
        private final Tensor[] values;

        TransformerWalk(
                int length,
                InputReader.@Nullable EncodedInputs inputs,
                InputPlaces places,
                Tensor last,
                Tensor[] keys,
                Tensor[] values) {
            this.length = length;
            this.inputs = inputs;
            this.places = places;
            this.last = last;
            this.keys = keys;
            this.values = values;
            tensors().forEach(Tensor::retainReference);
        }

        private List<Tensor> tensors() {
            List<Tensor> all = new ArrayList<>(List.of(keys));
            all.addAll(List.of(values));
            all.add(last);
            if (inputs != null) {
                inputs.tensors().forEach(all::add);
            }
            return all;
        }

        @Override
        public int rows() {
            return Math.toIntExact(last.size(0));
        }

        @Override
        Tensor states() {
            return last;
        }

        @Override
        InputPlaces places() {
            return places;
        }

        @Override
        InputReader.@Nullable EncodedInputs inputs() {
            return inputs;
        }

        @Override
        public NeuralWalk advance(int[] from, int[] symbols, IntUnaryOperator position) {
            return TransformerScorer.this.advance(
                    this, inputs, from, symbols, places.advanced(from, symbols, position, legal()));
        }

        @Override
        NeuralWalk select(int... rows) {
            try (PointerScope scope = new PointerScope();
                    NoGradGuard guard = new NoGradGuard()) {
                Tensor index = Torch.indices(rows, embedding);
                return new TransformerWalk(
                        length,
                        inputs,
                        places.selected(rows),
                        last.index_select(0, index),
                        rowsOf(keys, index),
                        rowsOf(values, index));
            }
        }

        private static Tensor[] rowsOf(Tensor[] ofLayers, Tensor index) {
            return Arrays.stream(ofLayers)
                    .map(layer -> layer.index_select(0, index))
                    .toArray(Tensor[]::new);
        }

        @Override
        public NeuralWalk joinedWith(List<? extends ScoringWalk> others) {
            List<TransformerWalk> walks =
                    others.stream().map(other -> (TransformerWalk) other).toList();
            try (PointerScope scope = new PointerScope();
                    NoGradGuard guard = new NoGradGuard()) {
                Tensor[] allKeys = new Tensor[keys.length];
                Arrays.setAll(allKeys, l -> Torch.joined(keys[l], walks.stream().map(walk -> walk.keys[l])));
                Tensor[] allValues = new Tensor[values.length];
                Arrays.setAll(
                        allValues, l -> Torch.joined(values[l], walks.stream().map(walk -> walk.values[l])));
                return new TransformerWalk(
                        length,
                        inputs,
                        places.joinedWith(
                                walks.stream().map(walk -> walk.places).toList()),
                        Torch.joined(last, walks.stream().map(walk -> walk.last)),
                        allKeys,
                        allValues);
            }
        }

        @Override
        public void close() {
            tensors().forEach(Tensor::releaseReference);
        }
    }
}

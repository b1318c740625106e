package org.espalier.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.espalier.fst.LegalMarks;
import org.jspecify.annotations.Nullable;

/**
 * The scorer of the paper: an LSTM over marks with the output softmax(W[1; h]) over Ω ∪ {EOS} (equations 11 and 15). A conditional
 * one also reads the input, and its output is softmax(W[1; h; c]), as {@link InputReader} describes.
 */
final class LstmScorer extends NeuralScorer {
    private final Parameters parameters;
    private final ScorerSettings settings;
    private final Vocabulary vocabulary;
    private final int marks;
    private final Tensor embedding;
    private final List<RecurrentLayer> layers = new ArrayList<>();
    private final Tensor output;
    private final Tensor outputBias;
    private final @Nullable InputReader reader;

    LstmScorer(Parameters parameters, ScorerSettings settings, Vocabulary vocabulary, @Nullable LegalMarks legal) {
        int d = settings.dimension();
        this.parameters = parameters;
        this.settings = settings;
        this.vocabulary = vocabulary;
        this.marks = vocabulary.marks();
        ScorerEmbeddings embeddings = new ScorerEmbeddings(parameters, settings, vocabulary, 1);
        this.embedding = embeddings.table;
        for (int l = 0; l < settings.layers(); l++) {
            String name = "layer" + l;
            layers.add(new RecurrentLayer(
                    parameters.uniform(name + ".input", d, 4L * d, d),
                    parameters.uniform(name + ".inputBias", d, 4L * d),
                    new LstmCell(parameters, name, d)));
        }
        this.output = parameters.uniform("output", dimension(), marks + 1L, dimension());
        this.outputBias = parameters.uniform("outputBias", dimension(), marks + 1L);
        this.reader = InputReader.of(parameters, settings, embeddings, 4L * d, legal);
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
    public Parameters parameters() {
        return parameters;
    }

    @Override
    public MarkScorer replica() {
        return new LstmScorer(parameters.replica(), settings, vocabulary, legal());
    }

    @Override
    int dimension() {
        return settings.dimension() + InputReader.appendedWidth(settings);
    }

    /** Only the first layer reads symbols, through a table, and the input. */
    @Override
    Tensor states(PrefixTree tree, Pass pass) {
        DepthOrder order = DepthOrder.of(tree);
        RecurrentLayer first = layers.get(0);
        if (reader == null) {
            return above(
                    tree, pass, order, RecurrentPass.overSymbols(first.cell(), order, table(pass), tree.marks(), pass));
        }
        InputPlaces places = InputPlaces.of(this, tree.batch(), tree.states());
        InputReader.EncodedInputs inputs = reader.encode(places.inputs(), pass);
        Tensor table = table(pass);
        Tensor gates = table.index_select(0, Torch.indices(tree.marks(), table)).add(inputs.readAt(places));
        Tensor h = above(tree, pass, order, RecurrentPass.overRows(first.cell(), order, gates, pass));
        return inputs.appendTo(h, places);
    }

    /** Returns the contribution of each symbol to the first layer's gates. */
    private Tensor table(Pass pass) {
        return layers.get(0).gates(pass.dropped("embedding", embedding), MatrixPrecision.FULL);
    }

    /** Runs the layers above the first. */
    private Tensor above(PrefixTree tree, Pass pass, DepthOrder order, Tensor ofFirst) {
        Tensor h = ofFirst;
        for (int l = 1; l < layers.size(); l++) {
            RecurrentLayer layer = layers.get(l);
            Tensor x = pass.dropped("layer" + l, h, () -> DropoutKeys.ofNodes(tree));
            h = RecurrentPass.overRows(layer.cell(), order, layer.gates(x, pass.precision()), pass);
        }
        return pass.dropped("output", h, () -> DropoutKeys.ofNodes(tree));
    }

    @Override
    Tensor logits(Tensor states) {
        return BatchInvariantProducts.affine(states, output, outputBias);
    }

    @Override
    NeuralWalk start(InputPlaces places) {
        int rows = places.rows();
        int[] begin = new int[rows];
        Arrays.fill(begin, marks);
        try (PointerScope scope = new PointerScope();
                NoGradGuard guard = new NoGradGuard()) {
            Tensor[][] states = new Tensor[layers.size()][];
            for (int l = 0; l < states.length; l++) {
                RecurrentCell cell = layers.get(l).cell();
                states[l] = new Tensor[cell.states()];
                Arrays.setAll(states[l], i -> Torch.zeros(embedding, rows, cell.dimension));
            }
            RecurrentLayer first = layers.get(0);
            // Not RecurrentLayer.gates: its result is in the workspace, which is reused, but a walk keeps the table.
            Tensor table = BatchInvariantProducts.affine(embedding, first.input(), first.inputBias());
            return advance(
                    new Start(table, reader == null ? null : reader.encode(places.inputs(), Pass.forward())),
                    states,
                    begin,
                    places);
        }
    }

    /**
     * What a walk and its continuations share.
     *
     * @param table the contribution of each symbol to the first layer's gates
     * @param inputs the inputs of a conditional scorer
     */
    private record Start(Tensor table, InputReader.@Nullable EncodedInputs inputs) {
        Stream<Tensor> tensors() {
            return Stream.concat(Stream.of(table), inputs == null ? Stream.empty() : inputs.tensors());
        }
    }

    /**
     * Runs one step of every layer.
     *
     * @param before the states of each layer, one row per symbol
     */
    private NeuralWalk advance(Start start, Tensor[][] before, int[] symbols, InputPlaces places) {
        Tensor[][] states = new Tensor[layers.size()][];
        Tensor gates = start.table.index_select(0, Torch.indices(symbols, embedding));
        if (start.inputs != null) {
            gates = gates.add(start.inputs.readAt(places));
        }
        for (int l = 0; l < states.length; l++) {
            RecurrentCell cell = layers.get(l).cell();
            if (l > 0) {
                gates = layers.get(l).gates(states[l - 1][0], MatrixPrecision.FULL);
            }
            Tensor[] kept = cell.keep(symbols.length);
            cell.step(gates, before[l], kept, cell.hiddenTransposed(MatrixPrecision.FULL));
            states[l] = Arrays.copyOf(kept, cell.states());
        }
        return new LstmWalk(start, places, states, null);
    }

    private final class LstmWalk extends NeuralWalk {
        private final Start start;
        private final InputPlaces places;
        private final Tensor[][] states;
        /** For each row its row in {@code states}; null if they are the same. */
        private final int @Nullable [] selected;

        private @Nullable Tensor last;

        LstmWalk(Start start, InputPlaces places, Tensor[][] states, int @Nullable [] selected) {
            this.start = start;
            this.places = places;
            this.states = states;
            this.selected = selected;
            tensors().forEach(Tensor::retainReference);
        }

        private Stream<Tensor> tensors() {
            return Stream.concat(start.tensors(), Arrays.stream(states).flatMap(Arrays::stream));
        }

        @Override
        public int rows() {
            return places.rows();
        }

        @Override
        Tensor states() {
            Tensor h = states[states.length - 1][0];
            if (start.inputs == null && selected == null) {
                return h;
            }
            if (last == null) {
                try (PointerScope scope = new PointerScope();
                        NoGradGuard guard = new NoGradGuard()) {
                    Tensor ofRows = selected == null ? h : h.index_select(0, Torch.indices(selected, h));
                    last = start.inputs == null ? ofRows : start.inputs.appendTo(ofRows, places);
                    last.retainReference();
                }
            }
            return last;
        }

        @Override
        InputPlaces places() {
            return places;
        }

        @Override
        InputReader.@Nullable EncodedInputs inputs() {
            return start.inputs;
        }

        @Override
        public NeuralWalk advance(int[] from, int[] symbols, IntUnaryOperator position) {
            try (PointerScope scope = new PointerScope();
                    NoGradGuard guard = new NoGradGuard()) {
                return LstmScorer.this.advance(
                        start, rowsOf(from), symbols, places.advanced(from, symbols, position, legal()));
            }
        }

        /** Copies nothing: whoever continues the selected rows copies their states, once. */
        @Override
        NeuralWalk select(int... rows) {
            return new LstmWalk(start, places.selected(rows), states, rowsOfStates(rows));
        }

        private int[] rowsOfStates(int... rows) {
            if (selected == null) {
                return rows;
            }
            int[] result = new int[rows.length];
            Arrays.setAll(result, row -> selected[rows[row]]);
            return result;
        }

        /** Returns rows of the states of each layer. */
        private Tensor[][] rowsOf(int... rows) {
            Tensor index = Torch.indices(rowsOfStates(rows), embedding);
            Tensor[][] result = new Tensor[states.length][];
            for (int l = 0; l < states.length; l++) {
                result[l] = new Tensor[states[l].length];
                for (int i = 0; i < result[l].length; i++) {
                    result[l][i] = states[l][i].index_select(0, index);
                }
            }
            return result;
        }

        private Tensor[][] ofRows() {
            return selected == null
                    ? states
                    : rowsOf(IntStream.range(0, selected.length).toArray());
        }

        @Override
        public NeuralWalk joinedWith(List<? extends ScoringWalk> others) {
            try (PointerScope scope = new PointerScope();
                    NoGradGuard guard = new NoGradGuard()) {
                List<LstmWalk> walks =
                        others.stream().map(other -> (LstmWalk) other).toList();
                Tensor[][] own = ofRows();
                List<Tensor[][]> theirs = walks.stream().map(LstmWalk::ofRows).toList();
                Tensor[][] all = new Tensor[states.length][];
                for (int l = 0; l < states.length; l++) {
                    int layer = l;
                    all[l] = new Tensor[states[l].length];
                    Arrays.setAll(
                            all[l],
                            i -> Torch.joined(own[layer][i], theirs.stream().map(each -> each[layer][i])));
                }
                return new LstmWalk(
                        start,
                        places.joinedWith(
                                walks.stream().map(walk -> walk.places).toList()),
                        all,
                        null);
            }
        }

        @Override
        public void close() {
            tensors().forEach(Tensor::releaseReference);
            if (last != null) {
                last.releaseReference();
            }
        }
    }
}

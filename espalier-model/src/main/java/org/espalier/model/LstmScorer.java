package org.espalier.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;

/** The scorer of the paper: an LSTM over marks with the output softmax(W[1; h]) over Ω ∪ {EOS} (equations 11 and 15). */
final class LstmScorer extends NeuralScorer {
    private final Parameters parameters;
    private final ScorerSettings settings;
    private final int marks;
    private final Tensor embedding;
    private final List<RecurrentLayer> layers = new ArrayList<>();
    private final Tensor output;
    private final Tensor outputBias;

    LstmScorer(Parameters parameters, ScorerSettings settings, int marks) {
        int d = settings.dimension();
        this.parameters = parameters;
        this.settings = settings;
        this.marks = marks;
        this.embedding = parameters.normal("embedding", 1, marks + 1L, d);
        for (int l = 0; l < settings.layers(); l++) {
            String name = "layer" + l;
            layers.add(new RecurrentLayer(
                    parameters.uniform(name + ".input", d, 4L * d, d),
                    parameters.uniform(name + ".inputBias", d, 4L * d),
                    new LstmCell(parameters, name, d)));
        }
        this.output = parameters.uniform("output", d, marks + 1L, d);
        this.outputBias = parameters.uniform("outputBias", d, marks + 1L);
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
        return new LstmScorer(parameters.replica(), settings, marks);
    }

    @Override
    int dimension() {
        return settings.dimension();
    }

    /** Only the first layer reads symbols, through a table. */
    @Override
    Tensor states(PrefixTree tree, Pass pass) {
        DepthOrder order = DepthOrder.of(tree);
        RecurrentLayer first = layers.get(0);
        Tensor h = RecurrentPass.overSymbols(
                first.cell(),
                order,
                first.gates(pass.dropped("embedding", embedding), MatrixPrecision.FULL),
                tree.marks(),
                pass);
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
    public NeuralWalk walk(int rows) {
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
            return advance(BatchInvariantProducts.affine(embedding, first.input(), first.inputBias()), states, begin);
        }
    }

    /**
     * Runs one step of every layer.
     *
     * @param table the contribution of each symbol to the first layer's gates, shared by a walk and its continuations
     * @param before the states of each layer, one row per symbol
     */
    private NeuralWalk advance(Tensor table, Tensor[][] before, int[] symbols) {
        Tensor[][] states = new Tensor[layers.size()][];
        Tensor gates = table.index_select(0, Torch.indices(symbols, embedding));
        for (int l = 0; l < states.length; l++) {
            RecurrentCell cell = layers.get(l).cell();
            if (l > 0) {
                gates = layers.get(l).gates(states[l - 1][0], MatrixPrecision.FULL);
            }
            Tensor[] kept = cell.keep(symbols.length);
            cell.step(gates, before[l], kept, cell.hiddenTransposed(MatrixPrecision.FULL));
            states[l] = Arrays.copyOf(kept, cell.states());
        }
        return new LstmWalk(symbols.length, table, states);
    }

    private final class LstmWalk extends NeuralWalk {
        private final int rows;
        private final Tensor table;
        private final Tensor[][] states;

        LstmWalk(int rows, Tensor table, Tensor[][] states) {
            this.rows = rows;
            this.table = table;
            this.states = states;
            tensors().forEach(Tensor::retainReference);
        }

        private Stream<Tensor> tensors() {
            return Stream.concat(Stream.of(table), Arrays.stream(states).flatMap(Arrays::stream));
        }

        @Override
        public int rows() {
            return rows;
        }

        @Override
        Tensor states() {
            return states[states.length - 1][0];
        }

        @Override
        public NeuralWalk advance(int[] from, int[] symbols) {
            try (PointerScope scope = new PointerScope();
                    NoGradGuard guard = new NoGradGuard()) {
                Tensor rowsBefore = Torch.indices(from, embedding);
                Tensor[][] before = new Tensor[states.length][];
                for (int l = 0; l < states.length; l++) {
                    before[l] = Arrays.stream(states[l])
                            .map(state -> state.index_select(0, rowsBefore))
                            .toArray(Tensor[]::new);
                }
                return LstmScorer.this.advance(table, before, symbols);
            }
        }

        @Override
        public NeuralWalk joinedWith(List<? extends ScoringWalk> others) {
            try (PointerScope scope = new PointerScope();
                    NoGradGuard guard = new NoGradGuard()) {
                Tensor[][] all = new Tensor[states.length][];
                for (int l = 0; l < states.length; l++) {
                    int layer = l;
                    all[l] = new Tensor[states[l].length];
                    Arrays.setAll(
                            all[l],
                            i -> Torch.joined(
                                    states[layer][i],
                                    others.stream().map(other -> ((LstmWalk) other).states[layer][i])));
                }
                int sum = rows + others.stream().mapToInt(ScoringWalk::rows).sum();
                return new LstmWalk(sum, table, all);
            }
        }

        @Override
        public void close() {
            tensors().forEach(Tensor::releaseReference);
        }
    }
}

package org.espalier.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * A recurrent network of one or more stacked layers that reads symbols. The contribution of a symbol to the first layer's
 * gates depends on the symbol alone, so it is computed once per symbol and not once per place where the symbol is read.
 */
final class RecurrentNetwork {
    private static final int MIN_CAPACITY = 1024;

    private final String name;
    private final Tensor embedding;
    private final List<RecurrentLayer> layers = new ArrayList<>();
    private int previousNodes;

    /**
     * The form of a recurrent network.
     *
     * @param layers the number of stacked layers
     */
    record Form(Recurrence kind, int layers) {
        static Form of(SamplerSettings settings) {
            return new Form(settings.recurrence(), settings.layers());
        }
    }

    /** Creates a network with its own table of embeddings. */
    RecurrentNetwork(Parameters parameters, String name, Form form, int symbols, int dimension) {
        this(parameters, name, form, parameters.normal(name + ".embedding", 1, symbols, dimension), dimension);
    }

    /** Creates a network whose table of embeddings may be shared with other networks. */
    RecurrentNetwork(Parameters parameters, String name, Form form, Tensor embedding, int dimension) {
        this.name = name;
        this.embedding = embedding;
        for (int l = 0; l < form.layers; l++) {
            // The first layer has the plain names, which it also has in a network of one layer.
            layers.add(layer(parameters, form.kind, nameOf(l), l == 0 ? embedding.size(1) : dimension, dimension));
        }
    }

    private String nameOf(int layer) {
        return layer == 0 ? name : name + ".layer" + layer;
    }

    private static RecurrentLayer layer(
            Parameters parameters, Recurrence kind, String name, long inputs, int dimension) {
        int gates = kind == Recurrence.GRU ? 3 : 1;
        return new RecurrentLayer(
                parameters.uniform(name + ".input", dimension, (long) gates * dimension, inputs),
                parameters.uniform(name + ".inputBias", dimension, (long) gates * dimension),
                kind == Recurrence.GRU
                        ? new GruCell(parameters, name, dimension)
                        : new RnnCell(parameters, name, dimension));
    }

    /** Returns the contribution of each symbol to the first layer's gates, one row per symbol. */
    Tensor table(Pass pass) {
        RecurrentLayer first = layers.get(0);
        if (pass.hasGradient()) {
            return BatchInvariantProducts.affine(pass.dropped(name, embedding), first.input(), first.inputBias());
        }
        try (NoGradGuard guard = new NoGradGuard()) {
            return BatchInvariantProducts.affine(embedding, first.input(), first.inputBias());
        }
    }

    /** Reads the marks of all prefixes of a tree and returns the last layer's h of every prefix. */
    Tensor run(PrefixTree tree, Tensor table, Pass pass) {
        return run(DepthOrder.of(tree), table, tree.marks(), pass, () -> DropoutKeys.ofNodes(tree));
    }

    /** Reads separate strings, one per pair of a batch, and returns the last layer's h of every node. */
    Tensor run(DepthOrder.Strings strings, Pass pass) {
        return run(strings.order(), table(pass), strings.symbols(), pass, strings::dropoutKeys);
    }

    private Tensor run(DepthOrder order, Tensor table, int[] symbols, Pass pass, Supplier<DropoutKeys> keys) {
        if (pass.hasGradient()) {
            return stacked(order, table, symbols, pass, keys);
        }
        try (NoGradGuard guard = new NoGradGuard()) {
            return stacked(order, table, symbols, pass, keys);
        }
    }

    private Tensor stacked(DepthOrder order, Tensor table, int[] symbols, Pass pass, Supplier<DropoutKeys> keys) {
        Tensor h = RecurrentPass.overSymbols(layers.get(0).cell(), order, table, symbols, pass);
        for (int l = 1; l < layers.size(); l++) {
            RecurrentLayer layer = layers.get(l);
            Tensor x = pass.dropped(nameOf(l), h, keys);
            h = RecurrentPass.overRows(layer.cell(), order, layer.gates(x, pass.precision()), pass);
        }
        return h;
    }

    /** Computes what all steps of a pass share. */
    Prepared prepare(Pass pass) {
        CachedMatrix[] input = new CachedMatrix[layers.size()];
        CachedMatrix[] hidden = new CachedMatrix[layers.size()];
        Arrays.setAll(input, l -> layers.get(l).inputTransposed(pass.precision()));
        Arrays.setAll(hidden, l -> layers.get(l).cell().hiddenTransposed(pass.precision()));
        return new Prepared(layers, table(pass), input, hidden);
    }

    /**
     * A network prepared for the steps of a pass.
     *
     * @param table the contribution of each symbol to the first layer's gates
     * @param inputTransposed for each layer but the first, the matrix that maps its input to the gates
     * @param hiddenTransposed for each layer, the matrix that a step multiplies states by
     */
    @SuppressWarnings("ArrayRecordComponent") // passed on, never compared
    record Prepared(
            List<RecurrentLayer> layers,
            Tensor table,
            CachedMatrix[] inputTransposed,
            CachedMatrix[] hiddenTransposed) {
        /**
         * Computes one step of a layer.
         *
         * @param symbols the symbols that the first layer reads
         * @param below the new h of the layer below; null for the first layer
         */
        void step(int layer, int[] symbols, @Nullable Tensor below, Tensor[] before, Tensor[] kept) {
            Tensor x = below == null
                    ? table.detach().index_select(0, Torch.indices(symbols, table))
                    : layers.get(layer).gates(below, inputTransposed[layer]);
            layers.get(layer).cell().step(x, before, kept, hiddenTransposed[layer]);
        }
    }

    /** Starts a pass over strings that are being drawn. */
    IncrementalRecurrentPass startIncremental(Prepared prepared, Pass pass, PointerScope scope) {
        int capacity = Math.max(MIN_CAPACITY, previousNodes + previousNodes / 8);
        return new IncrementalRecurrentPass(prepared, pass, scope, capacity);
    }

    /** Returns h of every node of an incremental pass. The next one starts with memory for as many nodes. */
    Tensor finish(IncrementalRecurrentPass pass) {
        previousNodes = pass.nodes();
        return pass.finish();
    }

    /**
     * Reads one more symbol per row and returns the new states.
     *
     * @param before the states to continue from; null to start from zeros
     * @param from the row of {@code before} that each new row continues
     */
    Rows step(Prepared prepared, @Nullable Rows before, int[] from, int[] symbols) {
        Tensor[] result = new Tensor[layers.size()];
        try (PointerScope scope = new PointerScope();
                NoGradGuard guard = new NoGradGuard()) {
            Tensor index = Torch.indices(from, prepared.table);
            for (int l = 0; l < result.length; l++) {
                RecurrentCell cell = layers.get(l).cell();
                Tensor previous = before == null
                        ? Torch.zeros(cell.hidden, symbols.length, cell.dimension)
                        : before.ofLayers[l].index_select(0, index);
                Tensor[] kept = cell.keep(symbols.length);
                prepared.step(l, symbols, l == 0 ? null : result[l - 1], new Tensor[] {previous}, kept);
                result[l] = kept[0].retainReference();
            }
        }
        return new Rows(result);
    }

    /** The states of many rows, h of each layer, which live until they are closed. */
    @SuppressWarnings("ArrayRecordComponent") // passed on, never compared
    record Rows(Tensor... ofLayers) implements AutoCloseable {
        /** Returns h of the last layer. */
        Tensor h() {
            return ofLayers[ofLayers.length - 1];
        }

        /** Returns these rows, followed by others. */
        Rows joinedWith(List<Rows> others) {
            Tensor[] joined = new Tensor[ofLayers.length];
            try (PointerScope scope = new PointerScope();
                    NoGradGuard guard = new NoGradGuard()) {
                Arrays.setAll(
                        joined,
                        l -> Torch.joined(ofLayers[l], others.stream().map(rows -> rows.ofLayers[l]))
                                .retainReference());
            }
            return new Rows(joined);
        }

        @Override
        public void close() {
            for (Tensor h : ofLayers) {
                h.releaseReference();
            }
        }
    }
}

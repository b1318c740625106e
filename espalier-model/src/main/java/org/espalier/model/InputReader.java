package org.espalier.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.espalier.fst.LegalMarks;
import org.espalier.fst.base.EspalierException;
import org.jspecify.annotations.Nullable;

/**
 * How a conditional scorer reads x. With each mark, its network reads c_i, the encoding of x at the position i that the marks so
 * far have reached; its output layer sees c_i again and, if asked, what the state attends to among all c of x.
 *
 * <p>Positions are properties of the relation, so equivalent machines give equal scores.
 */
final class InputReader {
    private static final RecurrentNetwork.Form FORM = new RecurrentNetwork.Form(Recurrence.GRU, 1);

    private final int dimension;
    private final boolean attends;
    private final @Nullable LegalMarks legal;
    private final ScorerEmbeddings embeddings;
    private final PositionEncoder encoder;
    private final Tensor projection;

    /**
     * @param width the width of what the network of marks reads
     * @param legal what a masked scorer knows of the machine; null for other scorers
     */
    InputReader(
            Parameters parameters,
            ScorerSettings settings,
            ScorerEmbeddings embeddings,
            long width,
            @Nullable LegalMarks legal) {
        this.dimension = settings.dimension();
        this.attends = settings.attention();
        this.legal = legal;
        this.embeddings = embeddings;
        this.encoder = embeddings.encoder(parameters, "input", FORM, dimension);
        this.projection = parameters.uniform("input.projection", dimension, width, dimension);
    }

    /** Returns the reader of a conditional scorer; null for a joint one. */
    static @Nullable InputReader of(
            Parameters parameters,
            ScorerSettings settings,
            ScorerEmbeddings embeddings,
            long width,
            @Nullable LegalMarks legal) {
        return settings.given() == ScorerSettings.Given.INPUT
                ? new InputReader(parameters, settings, embeddings, width, legal)
                : null;
    }

    /** Returns what a masked scorer knows of the machine; null for other scorers. */
    @Nullable
    LegalMarks legal() {
        return legal;
    }

    /** Returns the width of what {@link EncodedInputs#appendTo} appends to a state. */
    static int appendedWidth(ScorerSettings settings) {
        int parts = settings.given() == ScorerSettings.Given.NOTHING ? 0 : settings.attention() ? 2 : 1;
        return parts * settings.dimension();
    }

    EncodedInputs encode(List<int[]> inputs, Pass pass) {
        if (inputs.isEmpty()) {
            throw new EspalierException(
                    "a conditional scorer gives log p(y | x) and needs an input; it has none of its own");
        }
        Tensor computed = pass.dropped(
                "input.places",
                encoder.encode(embeddings.rowsOf(inputs), pass),
                () -> PositionEncoder.dropoutKeys(inputs));
        // A leaf, because several graphs of autograd read the rows, and each runs its backward pass on its own.
        Tensor rows = pass.leaf(computed, gradient -> Pass.propagate(computed, gradient));
        return new EncodedInputs(
                PositionEncoder.firstRows(inputs),
                rows,
                BatchInvariantProducts.of(rows, projection.t()),
                attends ? attention(rows, inputs) : null,
                legal == null ? null : ofInputs(legal, inputs));
    }

    private static List<LegalMarks.OfInput> ofInputs(LegalMarks legal, List<int[]> inputs) {
        return inputs.stream().map(legal::of).toList();
    }

    /**
     * Returns which symbols may follow each prefix of a tree; null if the scorer is not masked.
     *
     * @param places the places of the prefixes, whose states need not be known
     */
    @Nullable
    LegalMask mask(PrefixTree tree, InputPlaces places) {
        if (legal == null) {
            return null;
        }
        int[] states = new int[tree.nodes()];
        for (int node = 0; node < states.length; node++) {
            states[node] =
                    tree.parent(node) < 0 ? legal.initial() : legal.next(states[tree.parent(node)], tree.mark(node));
        }
        return LegalMask.of(ofInputs(legal, places.inputs()), legal.marks(), places.withStates(states), projection);
    }

    private GroupedAttention attention(Tensor rows, List<int[]> inputs) {
        int[] first = PositionEncoder.firstRows(inputs);
        int[] places = inputs.stream().mapToInt(x -> x.length + 1).toArray();
        int longest = Arrays.stream(places).reduce(BatchInvariantProducts.MIN_COLUMNS, Math::max);
        int[] padded = new int[LatticeBatch.index((long) places.length * longest)];
        for (int k = 0; k < padded.length; k++) {
            padded[k] = first[k / longest] + Math.min(k % longest, places[k / longest] - 1);
        }
        Tensor values = rows.index_select(0, Torch.indices(padded, rows)).view(places.length, longest, dimension);
        return new GroupedAttention(values.transpose(1, 2), values, GroupedAttention.mask(places, longest, rows));
    }

    /**
     * Inputs with the encodings of their positions.
     *
     * @param firstRow the row of position 0 of each input
     * @param rows c, one row per position of each input
     * @param read what the network of marks reads at each position, one row each
     * @param legal the marks that each input allows; null if the scorer is not masked
     */
    @SuppressWarnings("ArrayRecordComponent") // passed on, never compared
    record EncodedInputs(
            int[] firstRow,
            Tensor rows,
            Tensor read,
            @Nullable GroupedAttention attention,
            @Nullable List<LegalMarks.OfInput> legal) {
        /** Returns the row of each place. */
        int[] rowsOf(InputPlaces places) {
            int[] result = new int[places.rows()];
            Arrays.setAll(result, k -> firstRow[places.input()[k]] + places.position()[k]);
            return result;
        }

        /** Returns what the network of marks reads at some places. */
        Tensor readAt(InputPlaces places) {
            return read.index_select(0, Torch.indices(rowsOf(places), read));
        }

        /** Appends c and what is attended to to states, one row per place. */
        Tensor appendTo(Tensor states, InputPlaces places) {
            Tensor here = rows.index_select(0, Torch.indices(rowsOf(places), rows));
            return attention == null
                    ? torch.cat(new TensorVector(states, here), 1)
                    : torch.cat(new TensorVector(states, here, attention.of(states, places.input())), 1);
        }

        /** Returns the tensors that a walk keeps. */
        Stream<Tensor> tensors() {
            List<Tensor> all = new ArrayList<>(List.of(rows, read));
            if (attention != null) {
                all.addAll(List.of(attention.keys(), attention.values(), attention.mask()));
            }
            return all.stream();
        }
    }
}

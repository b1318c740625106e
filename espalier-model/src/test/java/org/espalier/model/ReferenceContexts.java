package org.espalier.model;

import java.util.Arrays;
import org.espalier.fst.Lattice;

/** A slow transcription of {@link PositionContexts}, one position at a time. */
final class ReferenceContexts {
    private final SamplerSettings settings;
    private final Vocabulary vocabulary;
    private final ReferenceParameters tables;
    private final int size;

    ReferenceContexts(SamplerSettings settings, Vocabulary vocabulary, ReferenceParameters tables) {
        this.settings = settings;
        this.vocabulary = vocabulary;
        this.tables = tables;
        this.size = settings.dimension();
    }

    /** Returns what a state adds to U[1; e_ω; e_s'] of its arcs. */
    double[] of(Lattice lattice, int state) {
        double[] x = tape("context.input", vocabulary.inputs(), lattice.input(), lattice.inputPosition(state));
        double[] y = tape("context.output", vocabulary.outputs(), lattice.output(), lattice.outputPosition(state));
        double[] combined = new double[size];
        Arrays.setAll(combined, k -> Math.max(0, x[k] + y[k] + x[size + k] * y[size + k]));
        double[] hidden = Vectors.sum(
                tables.matrix("context.weight", size, size).times(combined), tables.vector("context.bias", size));
        int width = settings.gated() ? 3 * size : size;
        ReferenceMatrix projection = tables.matrix("context.projection", size, width);
        double[] result = new double[width];
        for (int k = 0; k < size; k++) {
            result = Vectors.sum(result, Vectors.scaled(Math.max(0, hidden[k]), projection.row(k)));
        }
        return result;
    }

    /** Reads a string from both ends up to a position, and returns a term and a factor. */
    private double[] tape(String name, int symbols, int[] string, int position) {
        ReferenceMatrix embedding = tables.matrix(name + ".embedding", symbols, size);
        ReferenceNetwork.State left =
                new ReferenceNetwork(tables, name + ".prefix", settings, embedding, size / 2).start();
        for (int i = 0; i < position; i++) {
            left = left.next(string[i]);
        }
        ReferenceNetwork.State right =
                new ReferenceNetwork(tables, name + ".suffix", settings, embedding, size / 2).start();
        for (int i = string.length - 1; i >= position; i--) {
            right = right.next(string[i]);
        }
        return Vectors.sum(
                tables.matrix(name + ".weight", 2 * size, size).times(Vectors.concatenation(left.last(), right.last())),
                tables.vector(name + ".bias", 2 * size));
    }
}

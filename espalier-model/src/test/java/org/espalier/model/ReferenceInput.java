package org.espalier.model;

import java.util.Arrays;
import java.util.Collections;

/** A slow transcription of {@link InputReader}, one position of one input at a time. */
final class ReferenceInput {
    private final ScorerSettings settings;
    private final Vocabulary vocabulary;
    private final ReferenceParameters tables;
    private final int size;

    ReferenceInput(ScorerSettings settings, Vocabulary vocabulary, ReferenceParameters tables) {
        this.settings = settings;
        this.vocabulary = vocabulary;
        this.tables = tables;
        this.size = settings.dimension();
    }

    /** Returns c: the encoding of an input at a position. */
    private double[] encoding(int[] x, int position) {
        SamplerSettings gru = SamplerSettings.of(SamplerKind.NONE);
        ReferenceMatrix embedding = embedding();
        ReferenceNetwork.State left = new ReferenceNetwork(tables, "input.prefix", gru, embedding, size).start();
        for (int i = 0; i < position; i++) {
            left = left.next(x[i]);
        }
        ReferenceNetwork.State right = new ReferenceNetwork(tables, "input.suffix", gru, embedding, size).start();
        for (int i = x.length - 1; i >= position; i--) {
            right = right.next(x[i]);
        }
        return Vectors.sum(
                tables.matrix("input.weight", size, 2 * size).times(Vectors.concatenation(left.last(), right.last())),
                tables.vector("input.bias", size));
    }

    private ReferenceMatrix embedding() {
        if (!settings.tied()) {
            return tables.matrix("input.embedding", vocabulary.inputs(), size);
        }
        int untied = Collections.frequency(vocabulary.markOfInput(), -1);
        ReferenceMatrix all = tables.matrix("embedding", vocabulary.marks() + 1 + untied, size);
        int next = vocabulary.marks() + 1;
        double[] rows = new double[0];
        for (int mark : vocabulary.markOfInput()) {
            rows = Vectors.concatenation(rows, all.row(mark < 0 ? next++ : mark));
        }
        return new ReferenceMatrix(size, rows);
    }

    /** Returns what the network of marks reads at a position. */
    double[] read(int[] x, int position, int width) {
        return tables.matrix("input.projection", width, size).times(encoding(x, position));
    }

    /** Appends to a state what the output layer sees of the input. */
    double[] appendTo(double[] h, int[] x, int position) {
        double[] withHere = Vectors.concatenation(h, encoding(x, position));
        return settings.attention() ? Vectors.concatenation(withHere, attended(h, x)) : withHere;
    }

    private double[] attended(double[] h, int[] x) {
        double[] result = new double[size];
        double total = 0;
        for (int i = 0; i <= x.length; i++) {
            double[] c = encoding(x, i);
            double weight = Math.exp(Vectors.dot(h, c));
            total += weight;
            result = Vectors.sum(result, Vectors.scaled(weight, c));
        }
        double sum = total;
        return Arrays.stream(result).map(value -> value / sum).toArray();
    }
}

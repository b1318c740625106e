package org.espalier.model;

import java.util.Arrays;

/** A slow transcription of p̃θ of equation 15 with an LSTM, one string and mark at a time. */
final class ReferenceScorer {
    private final int marks;
    private final int size;
    private final int layers;
    private final ReferenceParameters tables;

    ReferenceScorer(ScorerSettings settings, int marks, ReferenceParameters tables) {
        this.marks = marks;
        this.size = settings.dimension();
        this.layers = settings.layers();
        this.tables = tables;
    }

    /** Returns log p̃ of a whole string, including EOS. */
    double logProbability(int... string) {
        double total = 0;
        for (int t = 0; t <= string.length; t++) {
            int symbol = t < string.length ? string[t] : marks;
            total += logProbabilities(Arrays.copyOf(string, t))[symbol];
        }
        return total;
    }

    /** Returns log p(symbol | prefix) for every mark, followed by EOS. */
    double[] logProbabilities(int... prefix) {
        double[] logits = Vectors.sum(
                tables.matrix("output", marks + 1, size).times(state(prefix)), tables.vector("outputBias", marks + 1));
        double total = Vectors.logSumExp(Arrays.stream(logits).boxed().toList());
        return Arrays.stream(logits).map(logit -> logit - total).toArray();
    }

    /** Returns the state of the last layer after a prefix. */
    double[] state(int... prefix) {
        double[][] h = new double[layers][size];
        double[][] c = new double[layers][size];
        step(h, c, marks);
        for (int mark : prefix) {
            step(h, c, mark);
        }
        return h[layers - 1];
    }

    private void step(double[][] h, double[][] c, int symbol) {
        double[] x = tables.matrix("embedding", marks + 1, size).row(symbol);
        for (int l = 0; l < layers; l++) {
            String layer = "layer" + l;
            double[] gates = Vectors.sum(
                    tables.matrix(layer + ".input", 4 * size, size).times(x),
                    tables.vector(layer + ".inputBias", 4 * size),
                    tables.matrix(layer + ".hidden", 4 * size, size).times(h[l]));
            double[] in = Vectors.sigmoid(gate(gates, 0));
            double[] forget = Vectors.sigmoid(gate(gates, 1));
            double[] cell = Vectors.tanh(gate(gates, 2));
            double[] out = Vectors.sigmoid(gate(gates, 3));
            c[l] = Vectors.sum(Vectors.product(forget, c[l]), Vectors.product(in, cell));
            h[l] = Vectors.product(out, Vectors.tanh(c[l]));
            x = h[l];
        }
    }

    private double[] gate(double[] gates, int number) {
        return Arrays.copyOfRange(gates, number * size, (number + 1) * size);
    }
}

package org.espalier.model;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A slow transcription of p̃θ of equation 15 with an LSTM, joint or conditional, one string and mark at a time. */
final class ReferenceScorer {
    private final int marks;
    private final int size;
    private final int layers;
    private final ReferenceParameters tables;
    private final int[] x;
    private final @Nullable ReferenceInput input;

    ReferenceScorer(ScorerSettings settings, int marks, ReferenceParameters tables) {
        this(settings, marks, tables, new int[0], null);
    }

    /** Creates the scorer of the mark strings of one input. */
    ReferenceScorer(
            ScorerSettings settings, int marks, ReferenceParameters tables, int[] x, @Nullable ReferenceInput input) {
        this.x = x;
        this.input = input;
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
        return logProbabilities(prefix, new int[prefix.length + 1]);
    }

    /** @param positions the input position before the first mark and after each mark of the prefix */
    double[] logProbabilities(int[] prefix, int[] positions) {
        double[] h = state(prefix, positions);
        double[] state = input == null ? h : input.appendTo(h, x, positions[prefix.length]);
        double[] logits = Vectors.sum(
                tables.matrix("output", marks + 1, state.length).times(state), tables.vector("outputBias", marks + 1));
        double total = Vectors.logSumExp(Arrays.stream(logits).boxed().toList());
        return Arrays.stream(logits).map(logit -> logit - total).toArray();
    }

    /** Returns the state of the last layer after a prefix. */
    double[] state(int... prefix) {
        return state(prefix, new int[prefix.length + 1]);
    }

    private double[] state(int[] prefix, int[] positions) {
        double[][] h = new double[layers][size];
        double[][] c = new double[layers][size];
        step(h, c, marks, positions[0]);
        for (int t = 0; t < prefix.length; t++) {
            step(h, c, prefix[t], positions[t + 1]);
        }
        return h[layers - 1];
    }

    private void step(double[][] h, double[][] c, int symbol, int position) {
        // Behind the marks, a tied scorer has rows for symbols of x.
        double[] x = Arrays.copyOfRange(tables.values("embedding"), symbol * size, (symbol + 1) * size);
        for (int l = 0; l < layers; l++) {
            String layer = "layer" + l;
            double[] gates = Vectors.sum(
                    tables.matrix(layer + ".input", 4 * size, size).times(x),
                    tables.vector(layer + ".inputBias", 4 * size),
                    tables.matrix(layer + ".hidden", 4 * size, size).times(h[l]));
            if (l == 0 && input != null) {
                gates = Vectors.sum(gates, input.read(this.x, position, 4 * size));
            }
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

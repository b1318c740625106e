package org.espalier.model;

/** A slow recurrent network that reads one symbol at a time, with gates in libtorch's order: reset, update, new. */
final class ReferenceNetwork {
    private final Recurrence recurrence;
    private final int size;
    private final ReferenceMatrix embedding;
    private final ReferenceMatrix input;
    private final ReferenceMatrix inputBias;
    private final ReferenceMatrix hidden;
    private final ReferenceMatrix hiddenBias;

    /** Creates a network whose states have the dimension of its embeddings. */
    ReferenceNetwork(ReferenceParameters tables, String name, Recurrence recurrence, int symbols, int size) {
        this(tables, name, recurrence, tables.matrix(name + ".embedding", symbols, size), size);
    }

    ReferenceNetwork(
            ReferenceParameters tables, String name, Recurrence recurrence, ReferenceMatrix embedding, int size) {
        this.recurrence = recurrence;
        this.size = size;
        this.embedding = embedding;
        int blocks = recurrence == Recurrence.GRU ? 3 : 1;
        this.input = tables.matrix(name + ".input", blocks * size, embedding.columns());
        this.inputBias = tables.matrix(name + ".inputBias", blocks * size, 1);
        this.hidden = tables.matrix(name + ".hidden", blocks * size, size);
        this.hiddenBias = tables.matrix(name + ".hiddenBias", blocks * size, 1);
    }

    /** Returns the state before the first symbol. */
    double[] start() {
        return new double[size];
    }

    double[] next(double[] h, int symbol) {
        double[] x = embedding.row(symbol);
        if (recurrence == Recurrence.RNN) {
            return Vectors.tanh(Vectors.sum(fromInput(0, x), fromHidden(0, h)));
        }
        double[] r = Vectors.sigmoid(Vectors.sum(fromInput(0, x), fromHidden(0, h)));
        double[] z = Vectors.sigmoid(Vectors.sum(fromInput(1, x), fromHidden(1, h)));
        double[] n = Vectors.tanh(Vectors.sum(fromInput(2, x), Vectors.product(r, fromHidden(2, h))));
        return Vectors.between(n, h, z);
    }

    private double[] fromInput(int block, double[] x) {
        return Vectors.sum(
                input.block(block, size).times(x), inputBias.block(block, size).values());
    }

    private double[] fromHidden(int block, double[] h) {
        return Vectors.sum(
                hidden.block(block, size).times(h),
                hiddenBias.block(block, size).values());
    }
}

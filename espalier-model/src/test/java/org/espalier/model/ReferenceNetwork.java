package org.espalier.model;

import java.util.ArrayList;
import java.util.List;

/** A slow recurrent network that reads one symbol at a time, with gates in libtorch's order: reset, update, new. */
final class ReferenceNetwork {
    private final Recurrence recurrence;
    private final int size;
    private final ReferenceMatrix embedding;
    private final List<Layer> layers = new ArrayList<>();

    /** Creates a network of the settings' recurrence and layers, whose states have a given dimension. */
    ReferenceNetwork(
            ReferenceParameters tables, String name, SamplerSettings settings, ReferenceMatrix embedding, int size) {
        this.recurrence = settings.recurrence();
        this.size = size;
        this.embedding = embedding;
        layers.add(new Layer(tables, name, embedding.columns()));
        for (int l = 1; l < settings.layers(); l++) {
            layers.add(new Layer(tables, name + ".layer" + l, size));
        }
    }

    /** Returns the state before the first symbol. */
    State start() {
        List<double[]> zeros = new ArrayList<>();
        layers.forEach(layer -> zeros.add(new double[size]));
        return new State(zeros);
    }

    /** The state of each layer after some symbols. */
    final class State {
        private final List<double[]> ofLayers;

        private State(List<double[]> ofLayers) {
            this.ofLayers = ofLayers;
        }

        State next(int symbol) {
            List<double[]> next = new ArrayList<>();
            double[] x = embedding.row(symbol);
            for (int l = 0; l < layers.size(); l++) {
                x = layers.get(l).next(ofLayers.get(l), x);
                next.add(x);
            }
            return new State(next);
        }

        /** Returns h of the last layer. */
        double[] last() {
            return ofLayers.get(ofLayers.size() - 1);
        }
    }

    private final class Layer {
        private final ReferenceMatrix input;
        private final ReferenceMatrix inputBias;
        private final ReferenceMatrix hidden;
        private final ReferenceMatrix hiddenBias;

        Layer(ReferenceParameters tables, String name, int inputs) {
            int blocks = recurrence == Recurrence.GRU ? 3 : 1;
            this.input = tables.matrix(name + ".input", blocks * size, inputs);
            this.inputBias = tables.matrix(name + ".inputBias", blocks * size, 1);
            this.hidden = tables.matrix(name + ".hidden", blocks * size, size);
            this.hiddenBias = tables.matrix(name + ".hiddenBias", blocks * size, 1);
        }

        double[] next(double[] h, double[] x) {
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
                    input.block(block, size).times(x),
                    inputBias.block(block, size).values());
        }

        private double[] fromHidden(int block, double[] h) {
            return Vectors.sum(
                    hidden.block(block, size).times(h),
                    hiddenBias.block(block, size).values());
        }
    }
}

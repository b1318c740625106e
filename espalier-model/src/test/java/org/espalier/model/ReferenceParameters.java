package org.espalier.model;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** The parameters of a model as plain numbers, by name. Immutable. A caller gives the shape that it expects. */
final class ReferenceParameters {
    private final Map<String, ReferenceMatrix> byName;

    private ReferenceParameters(Map<String, ReferenceMatrix> byName) {
        this.byName = byName;
    }

    static ReferenceParameters of(Parameters parameters) {
        Map<String, ReferenceMatrix> byName = new LinkedHashMap<>();
        try (PointerScope scope = new PointerScope()) {
            parameters.tensors().forEach((name, tensor) -> byName.put(name, table(tensor, tensor)));
        }
        return new ReferenceParameters(byName);
    }

    /** Returns the gradients of parameters; zeros where there is none. */
    static ReferenceParameters gradientsOf(Parameters parameters) {
        Map<String, ReferenceMatrix> byName = new LinkedHashMap<>();
        try (PointerScope scope = new PointerScope()) {
            parameters.tensors().forEach((name, tensor) -> {
                Tensor gradient = tensor.grad();
                byName.put(
                        name, gradient.defined() ? table(gradient, tensor) : table(torch.zeros_like(tensor), tensor));
            });
        }
        return new ReferenceParameters(byName);
    }

    private static ReferenceMatrix table(Tensor values, Tensor shape) {
        return new ReferenceMatrix(shape.dim() == 1 ? 1 : Math.toIntExact(shape.size(1)), Torch.doubles(values));
    }

    /** Returns normally distributed numbers in tables of the same names and shapes. */
    ReferenceParameters random(double deviation, RandomGenerator random) {
        Map<String, ReferenceMatrix> changed = new LinkedHashMap<>();
        byName.forEach((name, table) -> {
            double[] values = new double[table.values().length];
            Arrays.setAll(values, i -> deviation * random.nextGaussian());
            changed.put(name, new ReferenceMatrix(table.columns(), values));
        });
        return new ReferenceParameters(changed);
    }

    ReferenceParameters with(String name, double... values) {
        Map<String, ReferenceMatrix> changed = new LinkedHashMap<>(byName);
        changed.put(name, new ReferenceMatrix(table(name).columns(), values));
        return new ReferenceParameters(changed);
    }

    /** Copies these values into parameters. */
    void putInto(Parameters parameters) {
        try (PointerScope scope = new PointerScope();
                NoGradGuard guard = new NoGradGuard()) {
            parameters
                    .tensors()
                    .forEach((name, tensor) -> tensor.copy_(
                            Torch.vector(table(name).values(), tensor).view_as(tensor)));
        }
    }

    Set<String> names() {
        return byName.keySet();
    }

    double[] values(String name) {
        return table(name).values();
    }

    ReferenceMatrix matrix(String name, int rows, int columns) {
        ReferenceMatrix table = table(name);
        if (table.rows() != rows || table.columns() != columns) {
            throw new IllegalArgumentException(
                    name + " is " + table.rows() + " by " + table.columns() + ", not " + rows + " by " + columns);
        }
        return table;
    }

    double[] vector(String name, int size) {
        return matrix(name, size, 1).values();
    }

    private ReferenceMatrix table(String name) {
        ReferenceMatrix table = byName.get(name);
        if (table == null) {
            throw new IllegalArgumentException("no parameter is called " + name + ", only " + byName.keySet());
        }
        return table;
    }
}

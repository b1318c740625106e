package org.espalier.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.espalier.fst.base.EspalierException;
import org.jspecify.annotations.Nullable;

/**
 * The named parameters of a scorer or sampler, with their gradients and room to work in. They live as long as this does, beyond the scopes of
 * single steps; {@link #close} frees them. Their first values depend on a seed alone, not on the machine.
 */
public final class Parameters implements AutoCloseable {
    /** How exact numbers are: single precision to work with, double to check gradients with. */
    public enum Precision {
        SINGLE,
        DOUBLE
    }

    private final Precision precision;
    private final SplittableRandom random;
    private final Map<String, Tensor> byName = new LinkedHashMap<>();
    private final Workspace workspace;
    private final @Nullable Parameters original;

    public Parameters(Precision precision, long seed) {
        this(precision, new SplittableRandom(seed), new Workspace(), null);
    }

    private Parameters(
            Precision precision, SplittableRandom random, Workspace workspace, @Nullable Parameters original) {
        Torch.load();
        this.precision = precision;
        this.random = random;
        this.workspace = workspace;
        this.original = original;
    }

    /**
     * None at first; those that are added will be the very numbers of these, under the same names, with gradients of their own.
     * For a network that another thread goes back through.
     */
    Parameters replica() {
        return new Parameters(precision, random, workspace, this);
    }

    public Precision precision() {
        return precision;
    }

    /** A new parameter of uniform random numbers between -1/√scale and 1/√scale. */
    Tensor uniform(String name, int scale, long... shape) {
        double bound = 1 / Math.sqrt(scale);
        return add(name, () -> (2 * random.nextDouble() - 1) * bound, shape);
    }

    /** A new parameter of numbers from a normal distribution. */
    Tensor normal(String name, double deviation, long... shape) {
        return add(name, () -> random.nextGaussian() * deviation, shape);
    }

    /** A new parameter that has one value everywhere. */
    Tensor constant(String name, double value, long... shape) {
        return add(name, () -> value, shape);
    }

    private Tensor add(String name, DoubleSupplier value, long... shape) {
        Tensor parameter =
                original == null ? random(value, shape) : shared(Objects.requireNonNull(original.byName.get(name)));
        if (byName.putIfAbsent(name, parameter) != null) {
            throw new IllegalStateException("two parameters are called " + name);
        }
        return parameter;
    }

    private static Tensor shared(Tensor of) {
        try (PointerScope scope = new PointerScope()) {
            return new Tensor(of.detach().requires_grad_(true)).retainReference();
        }
    }

    private Tensor random(DoubleSupplier value, long... shape) {
        long size = 1;
        for (long extent : shape) {
            size = Math.multiplyExact(size, extent);
        }
        double[] values = new double[Math.toIntExact(size)];
        for (int i = 0; i < values.length; i++) {
            values[i] = value.getAsDouble();
        }
        Tensor parameter;
        try (PointerScope scope = new PointerScope();
                DoublePointer pointer = new DoublePointer(values)) {
            parameter = Torch.copy(
                            torch.from_blob(pointer, shape, Torch.options(torch.ScalarType.Double, Torch.cpu())),
                            Torch.options(type(), Torch.device()))
                    .requires_grad_(true);
            // It must outlive this scope and any that is open around it.
            parameter = new Tensor(parameter).retainReference();
        }
        return parameter;
    }

    private torch.ScalarType type() {
        return precision == Precision.SINGLE ? torch.ScalarType.Float : torch.ScalarType.Double;
    }

    /** All parameters by name, in the order of their making. Their numbers may be changed in place. */
    public Map<String, Tensor> tensors() {
        return Collections.unmodifiableMap(byName);
    }

    /** Where passes over these parameters put what is large. */
    Workspace workspace() {
        return workspace;
    }

    /** How many numbers there are. */
    public long size() {
        return byName.values().stream().mapToLong(Tensor::numel).sum();
    }

    /**
     * Forgets all gradients. Parameters are left without any, not with zeros: what happens to one that the next step does
     * not touch must not depend on whether an earlier step did.
     */
    public void zeroGradients() {
        for (Tensor parameter : byName.values()) {
            parameter.mutable_grad().reset();
        }
    }

    /** Adds to the gradient of a parameter. */
    public void accumulate(String name, Tensor gradient) {
        RecurrentPass.accumulate(Objects.requireNonNull(byName.get(name)), gradient);
    }

    /** Takes over the values of parameters of the same names and shapes. */
    public void copyFrom(Parameters other) {
        try (PointerScope scope = new PointerScope();
                NoGradGuard guard = new NoGradGuard()) {
            for (Map.Entry<String, Tensor> entry : byName.entrySet()) {
                Tensor from = other.byName.get(entry.getKey());
                if (from == null || !from.is_same_size(entry.getValue())) {
                    throw new EspalierException("parameter " + entry.getKey() + " is missing or of another shape");
                }
                entry.getValue().copy_(from);
            }
        }
    }

    @Override
    public void close() {
        byName.values().forEach(Tensor::close);
        byName.clear();
        if (original == null) {
            workspace.close();
        }
    }
}

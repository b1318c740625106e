package org.espalier.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
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
 * The named parameters of a scorer or sampler, with their gradients and a {@link Workspace}. They outlive the scopes of
 * single steps; {@link #close} frees them. Their initial values depend on a seed alone, not on the platform.
 */
public final class Parameters implements AutoCloseable {
    /** The precision of parameters: single for normal use, double for checking gradients. */
    public enum Precision {
        SINGLE,
        DOUBLE
    }

    private final Precision precision;
    private final SplittableRandom random;
    private final Map<String, Tensor> byName = new LinkedHashMap<>();
    private final List<Parameters> parts = new ArrayList<>();
    private final Workspace workspace;
    private final @Nullable Parameters original;

    /** Creates an empty set of parameters. */
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
     * Returns an empty set of parameters. Parameters that are added to it share the values of the parameters here that have
     * the same names, but have separate gradients.
     */
    Parameters replica() {
        return new Parameters(precision, random, workspace, this);
    }

    /** Returns the parameters of several networks as one set, whose names start with the network's number. Closing it closes all. */
    static Parameters joined(List<Parameters> networks) {
        Parameters first = networks.get(0);
        Parameters result = new Parameters(first.precision, first.random, first.workspace, first);
        for (int n = 0; n < networks.size(); n++) {
            for (Map.Entry<String, Tensor> entry : networks.get(n).byName.entrySet()) {
                result.byName.put(n + "." + entry.getKey(), entry.getValue());
            }
        }
        result.parts.addAll(networks);
        return result;
    }

    /** Gives the parameters of a replica values of their own, which are now those that it shared. */
    public void unshare() {
        try (PointerScope scope = new PointerScope();
                NoGradGuard guard = new NoGradGuard()) {
            byName.values()
                    .forEach(parameter -> parameter.set_data(parameter.detach().clone()));
        }
    }

    public Precision precision() {
        return precision;
    }

    /** Adds a parameter with uniform random values between -1/√scale and 1/√scale. */
    Tensor uniform(String name, int scale, long... shape) {
        double bound = 1 / Math.sqrt(scale);
        return add(name, () -> (2 * random.nextDouble() - 1) * bound, shape);
    }

    /** Adds a parameter with normally distributed random values of mean 0. */
    Tensor normal(String name, double deviation, long... shape) {
        return add(name, () -> random.nextGaussian() * deviation, shape);
    }

    /** Adds a parameter whose values are all equal. */
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
            // The parameter must outlive this scope and all scopes that are open.
            parameter = new Tensor(parameter).retainReference();
        }
        return parameter;
    }

    private torch.ScalarType type() {
        return precision == Precision.SINGLE ? torch.ScalarType.Float : torch.ScalarType.Double;
    }

    /** Returns all parameters by name, in the order of creation. Their values may be changed in place. */
    public Map<String, Tensor> tensors() {
        return Collections.unmodifiableMap(byName);
    }

    /** Returns the memory pool for passes over these parameters. */
    Workspace workspace() {
        return workspace;
    }

    /** Returns the number of scalar parameters. */
    public long size() {
        return byName.values().stream().mapToLong(Tensor::numel).sum();
    }

    /**
     * Removes all gradients. They become undefined, not zero: an update of a parameter that the next step does not use must
     * not depend on whether an earlier step used it.
     */
    public void zeroGradients() {
        for (Tensor parameter : byName.values()) {
            parameter.mutable_grad().reset();
        }
    }

    /** Adds to the gradient of a named parameter. */
    public void accumulate(String name, Tensor gradient) {
        RecurrentPass.accumulate(Objects.requireNonNull(byName.get(name)), gradient);
    }

    /**
     * Copies the values of parameters with the same names and shapes.
     *
     * @throws EspalierException if one is missing or has another shape
     */
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
        if (!parts.isEmpty()) {
            parts.forEach(Parameters::close);
            byName.clear();
            return;
        }
        byName.values().forEach(Tensor::close);
        byName.clear();
        if (original == null) {
            workspace.close();
        }
    }
}

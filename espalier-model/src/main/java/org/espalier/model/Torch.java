package org.espalier.model;

import java.util.function.Supplier;
import java.util.stream.Stream;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.MemoryFormatOptional;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.espalier.fst.base.EspalierException;

/**
 * Loads libtorch, copies numbers between its tensors and Java arrays, and has small operations that libtorch lacks.
 *
 * <p>The package calls libtorch directly. Two rules apply: code that creates tensors runs inside a {@code PointerScope}, one
 * per step; and {@link #load}, which chooses the native libraries, comes before any use of a class of libtorch.
 */
public final class Torch {
    static {
        // OpenBLAS is used on platforms without MKL.
        setDefault("org.bytedeco.openblas.load", "mkl");
        // By default JavaCPP refuses to allocate once the process is as large as the maximum heap.
        setDefault("org.bytedeco.javacpp.maxPhysicalBytes", "0");
        setDefault("org.bytedeco.javacpp.maxBytes", "0");
    }

    private static boolean loaded;

    private Torch() {}

    private static void setDefault(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }

    /**
     * Loads libtorch, unless it is loaded. Scorers and samplers call this method themselves.
     *
     * @throws EspalierException if there is no libtorch for this platform or it cannot be unpacked
     */
    public static synchronized void load() {
        if (loaded) {
            return;
        }
        LibtorchLoader.load();
        loaded = true;
    }

    /** Returns the number of threads that libtorch uses for an operation of the calling thread. */
    public static int threads() {
        load();
        return torch.get_num_threads();
    }

    /** Sets the number of threads that libtorch uses for an operation of the calling thread. */
    public static void useThreads(int threads) {
        load();
        torch.set_num_threads(threads);
    }

    /**
     * Runs work of the calling thread in which libtorch uses one thread per operation. With several, products of few rows are rounded
     * differently, so the result for a pair would depend on what else is in its batch.
     */
    public static <T> T onOneThread(Supplier<T> work) {
        int before = threads();
        useThreads(1);
        try {
            return work.get();
        } finally {
            useThreads(before);
        }
    }

    /** Runs work without recording it for autograd. */
    static <T> T withoutGradient(Supplier<T> work) {
        try (NoGradGuard guard = new NoGradGuard()) {
            return work.get();
        }
    }

    static TensorOptions options(torch.ScalarType type, Device device) {
        return new TensorOptions(type).device(new org.bytedeco.pytorch.DeviceOptional(device));
    }

    /** Returns a tensor of indices on the device of {@code like}. */
    static Tensor indices(int[] values, Tensor like) {
        return indices(values, 0, values.length, like);
    }

    static Tensor indices(int[] values, int from, int to, Tensor like) {
        Tensor result = torch.empty(new long[] {to - from}, Constants.INTS, Constants.ANY_FORMAT);
        if (to > from) {
            result.data_ptr_int().put(values, from, to - from);
        }
        return onDeviceOf(like, result);
    }

    /** Returns a vector with the type and device of {@code like}. */
    static Tensor vector(double[] values, Tensor like) {
        return vector(values, 0, values.length, like);
    }

    static Tensor vector(double[] values, int from, int to, Tensor like) {
        boolean isSingle = like.scalar_type().intern() == torch.ScalarType.Float;
        Tensor result = torch.empty(
                new long[] {to - from}, isSingle ? Constants.FLOATS : Constants.DOUBLES, Constants.ANY_FORMAT);
        if (to > from && isSingle) {
            float[] rounded = new float[to - from];
            for (int i = 0; i < rounded.length; i++) {
                rounded[i] = (float) values[from + i];
            }
            result.data_ptr_float().put(rounded);
        } else if (to > from) {
            result.data_ptr_double().put(values, from, to - from);
        }
        return onDeviceOf(like, result);
    }

    private static Tensor onDeviceOf(Tensor like, Tensor onCpu) {
        return like.is_cpu() ? onCpu : copy(onCpu, options(onCpu.scalar_type(), like.device()));
    }

    /** Returns all numbers of a tensor in row-major order. */
    static double[] doubles(Tensor tensor) {
        double[] values = new double[LatticeBatch.index(tensor.numel())];
        if (values.length == 0) {
            return values;
        }
        Tensor flat = (tensor.is_cpu() ? tensor : tensor.cpu()).contiguous();
        if (flat.scalar_type().intern() == torch.ScalarType.Float) {
            float[] single = new float[values.length];
            flat.data_ptr_float().get(single);
            for (int i = 0; i < values.length; i++) {
                values[i] = single[i];
            }
        } else {
            flat.to(torch.ScalarType.Double).data_ptr_double().get(values);
        }
        return values;
    }

    /** Copies a tensor to another type or device. */
    static Tensor copy(Tensor tensor, TensorOptions as) {
        return tensor.to(as, false, true, new MemoryFormatOptional());
    }

    /**
     * Returns sums of rows: row g of the result is the sum of the rows {@code members[first[g]] … members[first[g+1]-1]}.
     * Several times as fast as {@code index_add}.
     */
    static Tensor sumOfRows(Tensor rows, Tensor members, int[] first) {
        return sumOfRows(rows, members, new TensorOptional(), first);
    }

    /** Returns the same sums, with each member multiplied by a factor of its own. */
    static Tensor sumOfRows(Tensor rows, Tensor members, Tensor factors, int[] first) {
        return sumOfRows(rows, members, new TensorOptional(factors), first);
    }

    private static Tensor sumOfRows(Tensor rows, Tensor members, TensorOptional factors, int[] first) {
        return torch.embedding_bag(
                        rows, members, indices(first, 0, first.length - 1, rows), false, 0, false, factors, false)
                .get0();
    }

    /** Returns sums of rows by key: row g of the result is the sum of the rows whose key is g. */
    static Tensor sumByKey(Tensor rows, int[] keys, int groups) {
        int[] first = new int[groups + 1];
        for (int key : keys) {
            first[key + 1]++;
        }
        for (int group = 0; group < groups; group++) {
            first[group + 1] += first[group];
        }
        int[] next = first.clone();
        int[] members = new int[keys.length];
        for (int row = 0; row < keys.length; row++) {
            members[next[keys[row]]++] = row;
        }
        return sumOfRows(rows, indices(members, rows), first);
    }

    /** Returns the rows of a tensor, followed by those of others. */
    static Tensor joined(Tensor first, Stream<Tensor> others) {
        return torch.cat(
                new TensorVector(Stream.concat(Stream.of(first), others).toArray(Tensor[]::new)), 0);
    }

    /** Returns an uninitialized matrix. */
    static Tensor empty(Tensor like, long rows, long columns) {
        return torch.empty(new long[] {rows, columns}, like.options(), new MemoryFormatOptional());
    }

    static Tensor zeros(Tensor like, long... shape) {
        return torch.zeros(shape, like.options());
    }

    /**
     * Computes tanh x as 2σ(2x) - 1, which is three times as fast in libtorch. The absolute error is that of numbers near 1;
     * small results have fewer correct digits.
     */
    static void tanh(Tensor result, Tensor x) {
        torch.add_out(result, x, x);
        result.sigmoid_();
        doubleMinusOne(result);
    }

    /** Replaces every x by 2x - 1. */
    static void doubleMinusOne(Tensor x) {
        torch.add_out(x, Constants.MINUS_ONE, x, Constants.TWO);
    }

    /** Constants in a class of their own, so that they are created after libtorch has been loaded. */
    private static final class Constants {
        static final Scalar TWO = new Scalar(2).retainReference();
        static final TensorOptions INTS = new TensorOptions(torch.ScalarType.Int).retainReference();
        static final TensorOptions FLOATS = new TensorOptions(torch.ScalarType.Float).retainReference();
        static final TensorOptions DOUBLES = new TensorOptions(torch.ScalarType.Double).retainReference();
        static final MemoryFormatOptional ANY_FORMAT = new MemoryFormatOptional().retainReference();
        static final Tensor MINUS_ONE = torch.scalar_tensor(new Scalar(-1)).retainReference();
    }

    /** Returns a view of consecutive rows of a matrix, or entries of a vector. */
    static Tensor rows(Tensor tensor, long from, long to) {
        return tensor.narrow(0, from, to - from);
    }

    /** Returns a view of the n-th block of {@code width} columns. */
    static Tensor block(Tensor tensor, int n, long width) {
        return tensor.narrow(1, n * width, width);
    }

    /** Returns the device of parameters and all that is computed from them: a GPU if libtorch can use one, else the CPU. */
    static Device device() {
        return torch.cuda_is_available() ? new Device(torch.DeviceType.CUDA) : cpu();
    }

    static Device cpu() {
        return new Device(torch.DeviceType.CPU);
    }
}

package org.espalier.model;

import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.MemoryFormatOptional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;
import org.espalier.fst.base.EspalierException;

/**
 * The tensor engine: loads libtorch, and carries numbers between its tensors and Java's arrays.
 *
 * <p>libtorch is used as it is, not behind a layer of ours. Two rules go with it: whatever makes tensors runs inside a
 * {@code PointerScope}, one for each step; and nobody touches a class of libtorch before {@link #load}, which chooses
 * the libraries it will use.
 */
public final class Torch {
    static {
        // Where there is no MKL, OpenBLAS is used all the same.
        setDefault("org.bytedeco.openblas.load", "mkl");
        // JavaCPP would otherwise refuse to allocate once the process is as large as the heap may be.
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
     * Loads libtorch; does nothing when it is loaded. Scorers and samplers call it themselves.
     *
     * @throws EspalierException if there is no libtorch for this platform or it cannot be unpacked, with what to do
     */
    public static synchronized void load() {
        if (loaded) {
            return;
        }
        LibtorchLoader.load();
        loaded = true;
    }

    public static int threads() {
        load();
        return torch.get_num_threads();
    }

    public static void useThreads(int threads) {
        load();
        torch.set_num_threads(threads);
    }

    static TensorOptions options(torch.ScalarType type, Device device) {
        return new TensorOptions(type).device(new org.bytedeco.pytorch.DeviceOptional(device));
    }

    /** A tensor of indices where {@code like} is. */
    static Tensor indices(int[] values, Tensor like) {
        return indices(values, 0, values.length, like);
    }

    static Tensor indices(int[] values, int from, int to, Tensor like) {
        try (IntPointer pointer = new IntPointer(Math.max(1, to - from))) {
            pointer.put(values, from, to - from);
            return copy(
                    torch.from_blob(pointer, new long[] {to - from}, options(torch.ScalarType.Int, cpu())),
                    options(torch.ScalarType.Int, like.device()));
        }
    }

    /** A vector of numbers, of the type and where {@code like} is. */
    static Tensor vector(double[] values, Tensor like) {
        return vector(values, 0, values.length, like);
    }

    static Tensor vector(double[] values, int from, int to, Tensor like) {
        try (DoublePointer pointer = new DoublePointer(Math.max(1, to - from))) {
            pointer.put(values, from, to - from);
            return copy(
                    torch.from_blob(pointer, new long[] {to - from}, options(torch.ScalarType.Double, cpu())),
                    options(like.scalar_type(), like.device()));
        }
    }

    /** All numbers of a tensor, in the order of its rows. */
    static double[] doubles(Tensor tensor) {
        Tensor flat = tensor.detach().to(cpu(), torch.ScalarType.Double).contiguous();
        double[] values = new double[LatticeBatch.index(flat.numel())];
        if (values.length > 0) {
            new DoublePointer(flat.data_ptr()).get(values);
        }
        return values;
    }

    /** A copy of a tensor, of another type or elsewhere. */
    static Tensor copy(Tensor tensor, TensorOptions as) {
        return tensor.to(as, false, true, new MemoryFormatOptional());
    }

    /**
     * Sums of rows: row g of the result is the sum of the rows {@code members[first[g]] … members[first[g+1]-1]}. Several
     * times as fast as adding rows to where they belong one by one.
     */
    static Tensor sumOfRows(Tensor rows, Tensor members, int[] first) {
        return torch.embedding_bag(
                        rows,
                        members,
                        indices(first, 0, first.length - 1, rows),
                        false,
                        0,
                        false,
                        new TensorOptional(),
                        false)
                .get0();
    }

    /** Sums of rows by key: row g of the result is the sum of the rows whose key is g. */
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

    /** A matrix of whatever numbers memory holds. */
    static Tensor empty(Tensor like, long rows, long columns) {
        return torch.empty(new long[] {rows, columns}, like.options(), new MemoryFormatOptional());
    }

    static Tensor zeros(Tensor like, long... shape) {
        return torch.zeros(shape, like.options());
    }

    /**
     * tanh x = 2σ(2x) - 1, which libtorch computes three times as fast. Exact to the last digit of 1, not to the last of a
     * small result.
     */
    static void tanh(Tensor result, Tensor x) {
        torch.add_out(result, x, x);
        result.sigmoid_();
        doubledLessOne(result);
    }

    /** 2x - 1 in place of every x. */
    static void doubledLessOne(Tensor x) {
        torch.add_out(x, Constants.MINUS_ONE, x, Constants.TWO);
    }

    /** Made when they are first needed, which is after libtorch has been loaded. */
    private static final class Constants {
        static final Scalar TWO = new Scalar(2).retainReference();
        static final Tensor MINUS_ONE = torch.scalar_tensor(new Scalar(-1)).retainReference();
    }

    /** Consecutive rows of a matrix, or entries of a vector. */
    static Tensor rows(Tensor tensor, long from, long to) {
        return tensor.narrow(0, from, to - from);
    }

    /** The n-th block of {@code width} columns. */
    static Tensor block(Tensor tensor, int n, long width) {
        return tensor.narrow(1, n * width, width);
    }

    /** Where parameters live, and with them everything computed from them: a GPU that libtorch can use, or the CPU. */
    static Device device() {
        return torch.cuda_is_available() ? new Device(torch.DeviceType.CUDA) : cpu();
    }

    static Device cpu() {
        return new Device(torch.DeviceType.CPU);
    }
}

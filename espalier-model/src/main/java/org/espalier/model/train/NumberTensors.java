package org.espalier.model.train;

import org.bytedeco.pytorch.MemoryFormatOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;

/** Converts between arrays of Java and vectors in main memory. */
final class NumberTensors {
    private NumberTensors() {}

    static Tensor tensor(double... numbers) {
        Tensor result = empty(torch.ScalarType.Double, numbers.length);
        result.data_ptr_double().put(numbers, 0, numbers.length);
        return result;
    }

    static double[] numbers(Tensor vector) {
        double[] result = new double[Math.toIntExact(vector.numel())];
        vector.to(torch.ScalarType.Double).data_ptr_double().get(result);
        return result;
    }

    static Tensor tensor(int... numbers) {
        Tensor result = empty(torch.ScalarType.Int, numbers.length);
        if (numbers.length > 0) {
            result.data_ptr_int().put(numbers, 0, numbers.length);
        }
        return result;
    }

    static int[] ints(Tensor vector) {
        int[] result = new int[Math.toIntExact(vector.numel())];
        if (result.length > 0) {
            vector.data_ptr_int().get(result);
        }
        return result;
    }

    private static Tensor empty(torch.ScalarType type, int length) {
        return torch.empty(new long[] {length}, new TensorOptions(type), new MemoryFormatOptional());
    }
}

package org.espalier.model.train;

import org.bytedeco.pytorch.MemoryFormatOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;

/** Converts between arrays of Java and tensors of double precision in main memory. */
final class DoubleTensors {
    private DoubleTensors() {}

    static Tensor tensor(double... numbers) {
        Tensor result = torch.empty(
                new long[] {numbers.length}, new TensorOptions(torch.ScalarType.Double), new MemoryFormatOptional());
        result.data_ptr_double().put(numbers, 0, numbers.length);
        return result;
    }

    static double[] numbers(Tensor vector) {
        double[] result = new double[Math.toIntExact(vector.numel())];
        vector.to(torch.ScalarType.Double).data_ptr_double().get(result);
        return result;
    }
}

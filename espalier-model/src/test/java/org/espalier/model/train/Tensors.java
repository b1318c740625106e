package org.espalier.model.train;

import java.util.Map;
import java.util.Objects;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** Reads tensors in tests. */
final class Tensors {
    private Tensors() {}

    static Tensor named(Map<String, Tensor> tensors, String name) {
        return Objects.requireNonNull(tensors.get(name), name);
    }

    static double[] numbers(Tensor tensor) {
        try (PointerScope scope = new PointerScope()) {
            double[] result = new double[Math.toIntExact(tensor.numel())];
            tensor.detach()
                    .to(torch.ScalarType.Double)
                    .contiguous()
                    .data_ptr_double()
                    .get(result);
            return result;
        }
    }
}

package org.espalier.model.train;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** Sums gradients, and {@link StepSums} with them, over all workers in one message. */
final class GradientAllReduce {
    private GradientAllReduce() {}

    /**
     * Replaces the gradients of parameters by their sums over all workers. A parameter for which no worker has a gradient
     * has none afterwards, as with a single worker.
     *
     * @param own the sums of this worker; they are rounded to the precision of the parameters, since they travel with their
     *     gradients
     * @return the sums over all workers
     */
    static StepSums sum(Workers workers, List<Tensor> parameters, StepSums own) {
        double[] numbers = own.toArray();
        try (PointerScope scope = new PointerScope()) {
            // After the sums, for each parameter the number of workers that have a gradient.
            double[] sent = Arrays.copyOf(numbers, numbers.length + parameters.size());
            List<Tensor> tensors = new ArrayList<>();
            for (int p = 0; p < parameters.size(); p++) {
                Tensor parameter = parameters.get(p);
                if (parameter.grad().defined()) {
                    sent[numbers.length + p] = 1;
                } else {
                    parameter.mutable_grad().put(torch.zeros_like(parameter));
                }
                tensors.add(parameter.grad());
            }
            Tensor last = NumberTensors.tensor(sent).to(parameters.get(0).scalar_type());
            tensors.add(last);
            workers.sum(tensors);
            double[] received = NumberTensors.numbers(last);
            for (int p = 0; p < parameters.size(); p++) {
                if (received[numbers.length + p] == 0) {
                    parameters.get(p).mutable_grad().reset();
                }
            }
            return StepSums.fromArray(Arrays.copyOf(received, numbers.length));
        }
    }
}

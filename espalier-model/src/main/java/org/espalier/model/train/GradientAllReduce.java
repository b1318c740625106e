package org.espalier.model.train;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** What workers tell each other in a step: gradients and a few numbers, by one message. */
final class GradientAllReduce {
    private GradientAllReduce() {}

    /**
     * Makes the gradients of parameters their sums over all workers. A parameter that no worker has a gradient of is left
     * without one, as by a worker alone.
     *
     * @param numbers no more exact than the parameters are, since they travel with their gradients
     * @return the sums of the numbers
     */
    static double[] sum(Workers workers, List<Tensor> parameters, double... numbers) {
        try (PointerScope scope = new PointerScope()) {
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
            Tensor last = DoubleTensors.tensor(sent).to(parameters.get(0).scalar_type());
            tensors.add(last);
            workers.sum(tensors);
            double[] sums = DoubleTensors.of(last);
            for (int p = 0; p < parameters.size(); p++) {
                if (sums[numbers.length + p] == 0) {
                    parameters.get(p).mutable_grad().reset();
                }
            }
            return Arrays.copyOf(sums, numbers.length);
        }
    }
}

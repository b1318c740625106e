package org.espalier.model.train;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.espalier.model.Model;
import org.espalier.model.checkpoint.Checkpoint;

/**
 * An exponential moving average of the parameters of a model over the steps of its training. Single steps on small batches move
 * the parameters to and fro; their average generalizes better. Early steps count less: the decay grows with the number of
 * steps up to its limit.
 */
final class AveragedParameters implements AutoCloseable {
    /** The number of steps after which the decay would be 1/2 if it had no limit. */
    private static final double WARM_UP = 10;

    private final double decay;
    private final Map<String, Tensor> parameters;
    private final Map<String, Tensor> averages = new LinkedHashMap<>();

    /** Starts with the present parameters. */
    AveragedParameters(Model model, double decay) {
        this.decay = decay;
        this.parameters = Checkpoint.parameters(model);
        try (PointerScope scope = new PointerScope();
                NoGradGuard guard = new NoGradGuard()) {
            parameters.forEach((name, tensor) ->
                    averages.put(name, new Tensor(tensor.detach().clone()).retainReference()));
        }
    }

    /**
     * Returns the averages by the names of their parameters, to be saved, restored in place, or exchanged with other workers,
     * who need the same order.
     */
    Map<String, Tensor> tensors() {
        return Collections.unmodifiableMap(averages);
    }

    /**
     * Adds the parameters after a step.
     *
     * @param step the number of steps before this one
     */
    void add(long step) {
        double share = 1 - Math.min(decay, (step + 1) / (step + 1 + WARM_UP));
        try (PointerScope scope = new PointerScope();
                NoGradGuard guard = new NoGradGuard()) {
            averages.forEach((name, average) -> average.lerp_(parameter(name), new Scalar(share)));
        }
    }

    private Tensor parameter(String name) {
        Tensor parameter = parameters.get(name);
        if (parameter == null) {
            throw new IllegalStateException("there is no parameter " + name);
        }
        return parameter;
    }

    /** Puts the averages into the model while some work is done with it, and the parameters back afterwards, bit for bit. */
    <T> T use(Supplier<T> work) {
        try (PointerScope scope = new PointerScope()) {
            List<Tensor> kept = new ArrayList<>();
            try (NoGradGuard guard = new NoGradGuard()) {
                averages.forEach((name, average) -> {
                    kept.add(parameter(name).detach().clone());
                    parameter(name).copy_(average);
                });
            }
            try {
                return work.get();
            } finally {
                try (NoGradGuard guard = new NoGradGuard()) {
                    int k = 0;
                    for (String name : averages.keySet()) {
                        parameter(name).copy_(kept.get(k++));
                    }
                }
            }
        }
    }

    @Override
    public void close() {
        averages.values().forEach(Tensor::close);
        averages.clear();
    }
}

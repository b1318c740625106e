package org.espalier.model.train;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.espalier.model.Torch;

/**
 * The Adam optimizer, with the gradient clipped by its norm over all parameters. Its whole state is in its
 * {@linkplain #tensors tensors}, which a checkpoint saves and restores bit for bit. {@link #close} frees them; the parameters
 * belong to the caller.
 */
public final class Adam implements AutoCloseable {
    private static final double FIRST_DECAY = 0.9;
    private static final double SECOND_DECAY = 0.999;
    private static final double EPSILON = 1e-8;

    /** A parameter with the moving averages of its gradient and of its squared gradient. */
    private record Slot(Tensor parameter, Tensor first, Tensor second) {}

    private final double learningRate;
    private final double clip;
    private final double weightDecay;
    private final List<Slot> slots = new ArrayList<>();
    private final Map<String, Tensor> tensors = new LinkedHashMap<>();
    /** The number of updates of each parameter, in their order; doubles count exactly up to 2^53. */
    private final Tensor counts;

    /** Creates an optimizer without weight decay. */
    public Adam(Map<String, Tensor> parameters, double learningRate, double clip) {
        this(parameters, learningRate, clip, 0);
    }

    /**
     * Creates an optimizer with moments of 0.
     *
     * @param clip the maximum norm of the gradient; a larger gradient is scaled down to it
     * @param weightDecay the share of its value, times the learning rate, by which a parameter shrinks per step, beside
     *     what the gradient does (Loshchilov and Hutter, 2019)
     */
    public Adam(Map<String, Tensor> parameters, double learningRate, double clip, double weightDecay) {
        Torch.load();
        this.learningRate = learningRate;
        this.clip = clip;
        this.weightDecay = weightDecay;
        try (PointerScope scope = new PointerScope();
                NoGradGuard guard = new NoGradGuard()) {
            parameters.forEach((name, parameter) -> {
                Slot slot = new Slot(parameter, kept(torch.zeros_like(parameter)), kept(torch.zeros_like(parameter)));
                slots.add(slot);
                tensors.put("first." + name, slot.first);
                tensors.put("second." + name, slot.second);
            });
            // Java reads and writes it, so it stays in main memory.
            counts = kept(torch.zeros(new long[] {slots.size()}, new TensorOptions(torch.ScalarType.Double)));
            tensors.put("counts", counts);
        }
    }

    /** Returns a reference to a tensor that outlives the current scope. */
    private static Tensor kept(Tensor tensor) {
        return new Tensor(tensor).retainReference();
    }

    /** Returns the moments and counts by name, to be saved, or restored in place. */
    public Map<String, Tensor> tensors() {
        return Collections.unmodifiableMap(tensors);
    }

    /**
     * Applies the gradient. A parameter without gradient does not change, nor do its moments. If the norm is not finite,
     * nothing changes.
     *
     * @param rateFactor the factor of the learning rate at this step
     * @return the norm of the whole gradient before clipping
     */
    public double step(double rateFactor) {
        try (PointerScope scope = new PointerScope();
                NoGradGuard guard = new NoGradGuard()) {
            TensorVector parameters = new TensorVector();
            slots.forEach(slot -> parameters.push_back(slot.parameter));
            double norm = torch.clip_grad_norm_(parameters, clip, 2.0, false);
            if (Double.isFinite(norm)) {
                DoublePointer count = counts.data_ptr_double();
                for (int i = 0; i < slots.size(); i++) {
                    if (slots.get(i).parameter.grad().defined()) {
                        double updates = count.get(i) + 1;
                        count.put(i, updates);
                        update(slots.get(i), updates, rateFactor * learningRate);
                    }
                }
            }
            return norm;
        }
    }

    private void update(Slot slot, double updates, double rate) {
        Tensor gradient = slot.parameter.grad();
        if (weightDecay > 0) {
            slot.parameter.mul_(new Scalar(1 - rate * weightDecay));
        }
        slot.first.lerp_(gradient, new Scalar(1 - FIRST_DECAY));
        slot.second.mul_(new Scalar(SECOND_DECAY));
        slot.second.addcmul_(gradient, gradient, new Scalar(1 - SECOND_DECAY));
        Tensor deviation = slot.second.sqrt();
        deviation.div_(new Scalar(Math.sqrt(1 - Math.pow(SECOND_DECAY, updates))));
        deviation.add_(new Scalar(EPSILON));
        slot.parameter.addcdiv_(slot.first, deviation, new Scalar(-rate / (1 - Math.pow(FIRST_DECAY, updates))));
    }

    @Override
    public void close() {
        tensors.values().forEach(Tensor::close);
        tensors.clear();
        slots.clear();
    }
}

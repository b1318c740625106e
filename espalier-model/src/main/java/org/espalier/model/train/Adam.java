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
 * Adam with the gradient clipped by its norm over all parameters. Its whole state is {@link #tensors tensors}, so that a
 * checkpoint holds it and restores it to the bit. {@link #close} frees them; the parameters belong to others.
 */
public final class Adam implements AutoCloseable {
    private static final double FIRST_DECAY = 0.9;
    private static final double SECOND_DECAY = 0.999;
    private static final double EPSILON = 1e-8;

    /** A parameter with the moving averages of its gradient and of that squared. */
    private record Slot(Tensor parameter, Tensor first, Tensor second) {}

    private final double learningRate;
    private final double clip;
    private final List<Slot> slots = new ArrayList<>();
    private final Map<String, Tensor> tensors = new LinkedHashMap<>();
    /** How often each parameter was updated, in their order; doubles, which count exactly further than anyone trains. */
    private final Tensor counts;

    /**
     * Begins with moments of 0.
     *
     * @param clip the largest norm a gradient keeps; larger ones are scaled down to it
     */
    public Adam(Map<String, Tensor> parameters, double learningRate, double clip) {
        Torch.load();
        this.learningRate = learningRate;
        this.clip = clip;
        try (PointerScope scope = new PointerScope();
                NoGradGuard guard = new NoGradGuard()) {
            parameters.forEach((name, parameter) -> {
                Slot slot = new Slot(parameter, kept(torch.zeros_like(parameter)), kept(torch.zeros_like(parameter)));
                slots.add(slot);
                tensors.put("first." + name, slot.first);
                tensors.put("second." + name, slot.second);
            });
            // Read and written by this class alone, so it stays where Java can reach it.
            counts = kept(torch.zeros(new long[] {slots.size()}, new TensorOptions(torch.ScalarType.Double)));
            tensors.put("counts", counts);
        }
    }

    /** Lets a tensor outlive the scope it was made in. */
    private static Tensor kept(Tensor tensor) {
        return new Tensor(tensor).retainReference();
    }

    /** The moments and counts by name, to be saved, or restored in place. */
    public Map<String, Tensor> tensors() {
        return Collections.unmodifiableMap(tensors);
    }

    /**
     * Takes a step down the gradient. A parameter without gradient stays as it is, and so do its moments. If the norm is
     * not finite, nothing at all is changed.
     *
     * @param rateLeft what is left of the learning rate, from 1 downwards
     * @return the norm of the whole gradient, before it was clipped
     */
    public double step(double rateLeft) {
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
                        update(slots.get(i), updates, rateLeft * learningRate);
                    }
                }
            }
            return norm;
        }
    }

    private static void update(Slot slot, double updates, double rate) {
        Tensor gradient = slot.parameter.grad();
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

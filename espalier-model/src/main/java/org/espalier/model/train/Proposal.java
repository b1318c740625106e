package org.espalier.model.train;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.espalier.model.Parameters;
import org.espalier.model.PathSampler;

/**
 * The sampler from which DPG-off draws: a copy of the trained sampler at an earlier step. It is replaced by the trained
 * sampler when that one is better by the inclusive divergence, estimated on the strings of the steps since the last
 * comparison.
 */
final class Proposal implements AutoCloseable {
    private final PathSampler trained;
    private final long every;
    /** One per thread. All share the values of the first. */
    private final List<PathSampler> replicas = new ArrayList<>();
    /** The estimated difference of the divergences, summed over the steps since the last comparison. */
    private final Tensor gain;

    /** @param every the number of steps between comparisons */
    Proposal(PathSampler trained, int threads, long every) {
        this.trained = trained;
        this.every = every;
        PathSampler copy = trained.replica();
        copy.parameters().unshare();
        replicas.add(copy);
        for (int t = 1; t < threads; t++) {
            replicas.add(copy.replica());
        }
        try (PointerScope scope = new PointerScope()) {
            this.gain = new Tensor(NumberTensors.tensor(0.0)).retainReference();
        }
    }

    /** Returns the proposal for a thread. */
    PathSampler sampler(int thread) {
        return replicas.get(thread);
    }

    /** Returns the parameters and the state of the comparison, to be saved, or restored in place. */
    Map<String, Tensor> tensors() {
        Map<String, Tensor> result =
                new LinkedHashMap<>(replicas.get(0).parameters().tensors());
        result.put("gain", gain);
        return result;
    }

    /**
     * Notes how much the trained sampler was better in a step, and replaces the proposal if it is time and the trained one is
     * better.
     */
    void compare(long step, double gainOfStep) {
        double sum = gain.data_ptr_double().get(0) + gainOfStep;
        boolean isDue = (step + 1) % every == 0;
        if (isDue && sum > 0) {
            Parameters own = replicas.get(0).parameters();
            own.copyFrom(trained.parameters());
        }
        gain.data_ptr_double().put(0, isDue ? 0 : sum);
    }

    @Override
    public void close() {
        replicas.forEach(replica -> replica.parameters().close());
        gain.close();
    }
}

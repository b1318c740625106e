package org.espalier.model.checkpoint;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.Model;

/**
 * A checkpoint whose checksum was verified.
 *
 * @param tensors the file of its tensors
 * @param step the number of steps after which it was saved
 * @param state the strings that were saved with the tensors
 */
public record Checkpoint(Path tensors, long step, Map<String, String> state) {
    /** The beginning of the names of an optimizer's tensors, which only a training restores. */
    public static final String OPTIMIZER = "adam.";

    /** The name of the strings that a training remembers, which only a training restores. */
    public static final String MEMORY = "memory";

    /** The beginning of the names of a proposal's tensors, which only a training restores. */
    public static final String PROPOSAL = "proposal.";

    /**
     * The beginning of the names of averaged parameters. Where a training averages its parameters, the averages are what a model
     * is used with, and the parameters themselves are restored by a training only.
     */
    public static final String AVERAGE = "average.";

    /** The name of the estimates of p̃(x, y) of the training pairs, which only a training restores. */
    public static final String LIKELIHOODS = "likelihoods";

    public Checkpoint {
        state = Map.copyOf(state);
    }

    /** Returns the parameters of both networks of a model under the names that they have in checkpoints. */
    public static Map<String, Tensor> parameters(Model model) {
        Map<String, Tensor> result = new LinkedHashMap<>();
        model.scorer().parameters().tensors().forEach((name, tensor) -> result.put("scorer." + name, tensor));
        model.sampler().parameters().tensors().forEach((name, tensor) -> result.put("sampler." + name, tensor));
        return result;
    }

    /**
     * Restores the parameters of a model for use: averaged ones if there are any. What only a training needs is not read.
     *
     * @throws EspalierException if the checkpoint has other parameters than the model; the message names one that differs
     */
    public void restore(Model model) {
        if (Safetensors.header(tensors).entries().keySet().stream().anyMatch(name -> name.startsWith(AVERAGE))) {
            Map<String, Tensor> averages = new LinkedHashMap<>();
            parameters(model).forEach((name, tensor) -> averages.put(AVERAGE + name, tensor));
            Safetensors.readInto(tensors, averages, name -> name.startsWith(AVERAGE));
        } else {
            Safetensors.readInto(tensors, parameters(model), name -> !isOfTraining(name));
        }
    }

    private static boolean isOfTraining(String name) {
        return name.startsWith(OPTIMIZER)
                || name.startsWith(PROPOSAL)
                || name.equals(MEMORY)
                || name.equals(LIKELIHOODS);
    }

    /**
     * Restores tensors by name.
     *
     * @param into all tensors that were saved, by name, except {@link #MEMORY}
     * @throws EspalierException if other tensors were saved; the message names one that differs
     */
    public void restore(Map<String, Tensor> into) {
        Safetensors.readInto(tensors, into, name -> !name.equals(MEMORY));
    }

    /** Returns the strings that the training remembered, as numbers; none if it had no memory. */
    public int[] memory() {
        return Safetensors.readInts(tensors, MEMORY).orElse(new int[0]);
    }
}

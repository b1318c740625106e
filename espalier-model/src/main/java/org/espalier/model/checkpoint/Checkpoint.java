package org.espalier.model.checkpoint;

import java.nio.file.Path;
import java.util.Map;
import java.util.function.Predicate;
import org.bytedeco.pytorch.Tensor;
import org.espalier.fst.base.EspalierException;

/**
 * A whole checkpoint.
 *
 * @param tensors the file of its tensors
 * @param step after which step it was saved
 * @param state what else was saved
 */
public record Checkpoint(Path tensors, long step, Map<String, String> state) {
    public Checkpoint {
        state = Map.copyOf(state);
    }

    /**
     * Fills tensors with the numbers saved under their names.
     *
     * @throws EspalierException if others were saved, with which one differs
     */
    public void readInto(Map<String, Tensor> into) {
        Safetensors.readInto(tensors, into);
    }

    /**
     * The same for a part of what was saved.
     *
     * @param part tells by its name whether a tensor belongs to the part
     * @throws EspalierException if others were saved in that part, with which one differs
     */
    public void readInto(Map<String, Tensor> into, Predicate<String> part) {
        Safetensors.readInto(tensors, into, part);
    }
}

/**
 * What a training run leaves on disk: tensors in the safetensors format, and a folder of checkpoints that survives being
 * killed at any moment. It knows names, tensors and strings only, and nothing of what they mean to whoever trains.
 */
@NullMarked
package org.espalier.model.checkpoint;

import org.jspecify.annotations.NullMarked;

/**
 * Checkpoints on disk: files of tensors in the safetensors format, and a folder of checkpoints that is intact whenever its
 * process is killed. It restores models, and knows nothing of training beyond names, tensors and strings.
 */
@NullMarked
package org.espalier.model.checkpoint;

import org.jspecify.annotations.NullMarked;

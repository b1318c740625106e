/**
 * A run on disk: its folder, what made it, and the record of its training, for people and for TensorBoard.
 *
 * <p>Whatever is here survives the death of the process at any moment: a resumed run's folder ends with what that of a run
 * never cut off has. Nothing here knows of commands or prints.
 */
@NullMarked
package org.espalier.run.folder;

import org.jspecify.annotations.NullMarked;

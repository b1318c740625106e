/**
 * A run on disk: its folder and files, its provenance, its metrics, and the model in it.
 *
 * <p>The process may die at any moment: a run that is resumed ends with the same files as an uninterrupted one. Nothing here
 * knows of commands, prints, or trains; {@code org.espalier.run.training} does that.
 */
@NullMarked
package org.espalier.run.folder;

import org.jspecify.annotations.NullMarked;

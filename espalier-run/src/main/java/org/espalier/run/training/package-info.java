/**
 * Training in the folder of a run: {@link org.espalier.run.training.TrainingSession} opens everything that a training needs
 * and frees it again, {@link org.espalier.run.training.WorkerSession} is the part of one worker process, and
 * {@link org.espalier.run.training.EnsembleSession} trains several runs side by side.
 *
 * <p>Nothing here knows of commands or prints, except that a worker process reports to its parent on its standard streams. The
 * files of a run belong to {@code org.espalier.run.folder}, which does not depend on this package.
 */
@NullMarked
package org.espalier.run.training;

import org.jspecify.annotations.NullMarked;

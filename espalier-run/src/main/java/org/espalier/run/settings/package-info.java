/**
 * The settings of a training run: one description of each ({@link org.espalier.run.settings.Settings}), from which reading,
 * checking, listing and writing them are all made.
 *
 * <p>What is wrong with a file is an error that names its line, column and key. Nothing here starts a run.
 */
@NullMarked
package org.espalier.run.settings;

import org.jspecify.annotations.NullMarked;

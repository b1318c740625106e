/**
 * The settings of a run. Each setting is described once ({@link org.espalier.run.settings.Settings}); the descriptions serve to
 * read, check, list and write settings, and to make the typed settings of {@link org.espalier.run.settings.RunConfig}.
 *
 * <p>An error in a file names its line, column and key. Nothing here starts a run.
 */
@NullMarked
package org.espalier.run.settings;

import org.jspecify.annotations.NullMarked;

/**
 * The {@code espalier} program: its entry point, and how each way of ending becomes an exit code.
 *
 * <p>The commands themselves live in {@link org.espalier.cli.console}, which knows nothing of this package. No algorithm
 * belongs here or there: what a command computes is a call to a library module.
 */
@NullMarked
package org.espalier.cli;

import org.jspecify.annotations.NullMarked;

/**
 * What all commands share: the standard streams, exit codes, error lines, interruption, progress, and converters for
 * options.
 *
 * <p>A command writes results and messages to the {@link org.espalier.cli.console.Console} it receives, never to {@code
 * System.out}. It throws when something goes wrong, and {@link org.espalier.cli.console.ExitHandler} prints the line and
 * chooses the exit code. Nothing here knows a command.
 */
@NullMarked
package org.espalier.cli.console;

import org.jspecify.annotations.NullMarked;

/**
 * The {@code espalier} program: its entry point and its root command. The commands are in the packages below, by what they work
 * on; {@link org.espalier.cli.console} has what they share. No algorithm belongs here or there: a command reads options, calls
 * a library module and prints the result.
 */
@NullMarked
package org.espalier.cli;

import org.jspecify.annotations.NullMarked;

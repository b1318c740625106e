/**
 * The commands, one class for each, declared with picocli's annotations.
 *
 * <p>A command reads its options, calls a library module and writes the result to the {@link org.espalier.cli.console.Console}
 * it was given, never to {@code System.out}. It throws what goes wrong: the program around it prints the one line and
 * chooses the exit code.
 */
@NullMarked
package org.espalier.cli.console;

import org.jspecify.annotations.NullMarked;

/**
 * The explorer: a server on the loopback interface whose pages show machines, lattices, what samplers make of them, and
 * trainings. What comes in is checked in one place ({@code Door}), work is done one piece at a time and within limits
 * ({@code WorkQueue}, {@code Limits}), and each answer is a record that becomes JSON. Nothing here knows the console.
 */
@NullMarked
package org.espalier.cli.explore;

import org.jspecify.annotations.NullMarked;

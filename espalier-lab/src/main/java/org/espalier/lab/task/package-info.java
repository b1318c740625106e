/**
 * The paper's three tasks (Appendix A): where their pairs come from, the machines that align them, and their statistics.
 *
 * <p>Whatever is random here comes from a seed, so that the same settings make the same bytes on every machine. Nothing
 * here knows of commands, prints, or reaches for the network.
 */
@NullMarked
package org.espalier.lab.task;

import org.jspecify.annotations.NullMarked;

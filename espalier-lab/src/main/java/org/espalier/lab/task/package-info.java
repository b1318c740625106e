/**
 * The paper's three tasks (Appendix A): their pairs, the machines that align them, and their statistics.
 *
 * <p>All randomness comes from a seed, so the same settings make the same bytes on every computer. Nothing here uses the console
 * or the network.
 */
@NullMarked
package org.espalier.lab.task;

import org.jspecify.annotations.NullMarked;

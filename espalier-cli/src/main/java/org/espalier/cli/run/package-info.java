/**
 * The commands that work with a run: {@code init}, {@code train}, {@code evaluate}, {@code align}, {@code score}, {@code transduce},
 * {@code rerank} and {@code serve}, and the options that they share with the commands of espalier-spark. Training and inference
 * are done by {@code org.espalier.run}; no algorithm belongs here.
 */
@NullMarked
package org.espalier.cli.run;

import org.jspecify.annotations.NullMarked;

/**
 * The commands that check, print, draw, compose and convert machines, and the options that name a machine and the pairs it
 * takes its alphabets from, which other commands share. Reading and writing machines is done by {@code org.espalier.fst.io}
 * and {@code org.espalier.run.data}; no algorithm belongs here.
 */
@NullMarked
package org.espalier.cli.machine;

import org.jspecify.annotations.NullMarked;

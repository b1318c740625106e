/**
 * File formats of machines: our own tab-separated text, and OpenFst's text and binary formats, for reading and writing.
 * Readers accept any bytes: input that is not a machine ends in a one-line error with the place and the rule. Nothing
 * here may build lattices or transform machines.
 */
@NullMarked
package org.espalier.fst.io;

import org.jspecify.annotations.NullMarked;

/**
 * The files a machine lives in: our own tab-separated text, and OpenFst's text and binary forms in both directions.
 *
 * <p>Readers take any bytes: what is not a machine ends in one line that names the place and the rule. Nothing here
 * builds lattices or transforms machines.
 */
@NullMarked
package org.espalier.fst.io;

import org.jspecify.annotations.NullMarked;

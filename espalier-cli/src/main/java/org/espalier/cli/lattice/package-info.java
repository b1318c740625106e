/** The command that builds lattices and shows them. */
@NullMarked
package org.espalier.cli.lattice;

import org.jspecify.annotations.NullMarked;

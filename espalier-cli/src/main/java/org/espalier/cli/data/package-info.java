/** The commands that make or import the data of the paper's tasks. */
@NullMarked
package org.espalier.cli.data;

import org.jspecify.annotations.NullMarked;

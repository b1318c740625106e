/** The commands that run the paper's experiments and the n-gram baseline. */
@NullMarked
package org.espalier.cli.lab;

import org.jspecify.annotations.NullMarked;

/**
 * The commands that run the paper's experiments ({@code quickstart}, {@code reproduce}) and the n-gram baseline, and the view of an
 * experiment's progress. The experiments themselves are in {@code org.espalier.lab}.
 */
@NullMarked
package org.espalier.cli.lab;

import org.jspecify.annotations.NullMarked;

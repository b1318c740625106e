/**
 * The explorer: a server on the loopback interface whose pages show machines, lattices, samplers and training curves. Requests
 * are checked in one place ({@code RequestGuard}), computed one at a time and within limits ({@code WorkQueue}, {@code
 * ExplorerLimits}), and each answer is a record that becomes JSON. Nothing here depends on the console.
 */
@NullMarked
package org.espalier.cli.explore;

import org.jspecify.annotations.NullMarked;

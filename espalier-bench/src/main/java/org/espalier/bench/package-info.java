/**
 * Benchmarks, each beside a peer that is measured in the same run on the same machine. A peer may need tools that are
 * not Java's; where they are missing a benchmark says so by name and runs without it. Nothing depends on this package.
 */
@NullMarked
package org.espalier.bench;

import org.jspecify.annotations.NullMarked;

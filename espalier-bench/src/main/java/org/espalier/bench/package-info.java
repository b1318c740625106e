/**
 * Benchmarks, each beside a peer that is measured in the same run on the same machine. Some peers need tools outside Java; if one
 * is missing, the benchmark reports it by name and runs without it. Nothing depends on this package.
 */
@NullMarked
package org.espalier.bench;

import org.jspecify.annotations.NullMarked;

package org.espalier.cli.explore;

import java.time.Duration;

/** How much one request may ask for: so much that a page can still show it, and that nobody waits long for another. */
final class ExplorerLimits {
    /** (|x|+1)·(|y|+1), known before anything is built. */
    static final int POSITIONS = 20_000;

    /** States of a lattice before it is trimmed and minimized. */
    static final int STATES = 200_000;

    static final int ARCS = 20_000;

    /** States up to which a graph is laid out by Graphviz; larger lattices are drawn on a grid. */
    static final int LAID_OUT_STATES = 300;

    static final int SAMPLES = 512;

    /** Paths that are enumerated for exact values. */
    static final int PATHS = 20_000;

    /** Strings that are listed. */
    static final int STRINGS = 200;

    /** Runs that are compared in one request. */
    static final int RUNS = 16;

    /** Points of a curve in one answer. */
    static final int POINTS = 2_000;

    static final int OPEN_MODELS = 4;
    static final int WAITING = 16;
    static final Duration TIME = Duration.ofSeconds(30);

    private ExplorerLimits() {}
}

package org.espalier.cli.explore;

import java.time.Duration;

/** Limits of one request. They keep answers small enough for a page to show, and the wait for other requests short. */
final class ExplorerLimits {
    /** Maximum (|x|+1)·(|y|+1), which is checked before a lattice is built. */
    static final int POSITIONS = 20_000;

    /** Maximum number of states of a lattice before it is trimmed and minimized. */
    static final int STATES = 200_000;

    static final int ARCS = 20_000;

    /** Maximum number of states that Graphviz lays out; larger lattices are drawn on a grid. */
    static final int LAID_OUT_STATES = 300;

    static final int SAMPLES = 512;

    /** Maximum number of paths that are enumerated for exact values. */
    static final int PATHS = 20_000;

    /** Maximum number of strings in an answer. */
    static final int STRINGS = 200;

    /** Maximum number of runs compared in one request. */
    static final int RUNS = 16;

    /** Maximum number of points of a curve in one answer. */
    static final int POINTS = 2_000;

    static final int OPEN_MODELS = 4;
    static final int WAITING = 16;
    static final Duration TIME = Duration.ofSeconds(30);

    private ExplorerLimits() {}
}

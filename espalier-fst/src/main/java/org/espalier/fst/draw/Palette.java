package org.espalier.fst.draw;

/** Colours that print well and that colour-blind people can distinguish. */
final class Palette {
    static final String PAPER = "#ffffff";
    static final String INK = "#1d2b36";
    static final String FAINT = "#5b6b78";
    static final String GRID = "#e4e9ee";
    static final String PLATE = "#eff3f6";

    /** The colour of highlighted arcs, unlike all others. */
    static final String STRONG = "#d55e00";

    /** The colour of states that belong to several sheets. */
    static final String SHARED = "#4a5d6e";

    private static final String[] SHEETS = {"#1f6fa8", "#0a9474", "#8e5ea2", "#3ba3d0", "#9a7b00", "#6b7680"};

    private Palette() {}

    static String sheet(int sheet) {
        return sheet < 0 ? SHARED : SHEETS[sheet % SHEETS.length];
    }
}

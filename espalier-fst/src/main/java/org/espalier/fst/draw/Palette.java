package org.espalier.fst.draw;

/** Colours that print well and that people who are colour-blind tell apart. */
final class Palette {
    static final String PAPER = "#ffffff";
    static final String INK = "#1d2b36";
    static final String FAINT = "#5b6b78";
    static final String GRID = "#e4e9ee";
    static final String PLATE = "#eff3f6";

    /** For what is highlighted; no other colour is like it. */
    static final String STRONG = "#d55e00";

    /** For what belongs to several sheets. */
    static final String SHARED = "#4a5d6e";

    private static final String[] SHEETS = {"#1f6fa8", "#0a9474", "#8e5ea2", "#3ba3d0", "#9a7b00", "#6b7680"};

    private Palette() {}

    static String sheet(int sheet) {
        return sheet < 0 ? SHARED : SHEETS[sheet % SHEETS.length];
    }
}

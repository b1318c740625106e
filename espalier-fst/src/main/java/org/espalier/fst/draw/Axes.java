package org.espalier.fst.draw;

import java.util.List;
import org.espalier.fst.Lattice;

/** The frame of a picture on the grid: x along the top, y along the left side, and the lines between symbols. */
final class Axes {
    private static final double SIZE = 16;
    private static final double SLANT = 50;
    private static final double MARGIN = 20;

    private final List<String> x;
    private final List<String> y;
    private final double pitch;
    private final boolean slanted;
    private final double rowBottom;
    private final double columnRight;
    private final Point corner;

    /** The right and bottom end of the grid and all that lies on it, in pixels. */
    final double right;

    final double bottom;

    /**
     * Creates the frame of a lattice.
     *
     * @param pitch the size of a cell in pixels
     * @param padding the space in pixels that texts and dots need beyond the places of states
     */
    Axes(Lattice lattice, GridLayout.Bounds bounds, double pitch, double padding) {
        x = lattice.machine().input().symbolsOf(lattice.input());
        y = lattice.machine().output().symbolsOf(lattice.output());
        this.pitch = pitch;
        slanted = widest(x) > pitch - 6;
        double row = x.isEmpty() ? 0 : slanted ? widest(x) * Math.sin(Math.toRadians(SLANT)) + SIZE : SIZE;
        double column = y.isEmpty() ? 0 : widest(y) + 6;
        double above = Math.max(
                row + padding - bounds.top() * pitch, padding - bounds.start().y() * pitch);
        double before = Math.max(
                column + padding - bounds.left() * pitch,
                padding - bounds.start().x() * pitch);
        corner = new Point(MARGIN + before, MARGIN + above);
        rowBottom = corner.y() + bounds.top() * pitch - padding;
        columnRight = corner.x() + bounds.left() * pitch - padding;
        double overhang = slanted ? widest(x) * Math.cos(Math.toRadians(SLANT)) - pitch / 2 : 0;
        right = corner.x() + Math.max(bounds.right() * pitch + padding, x.size() * pitch + overhang) + MARGIN;
        bottom = corner.y() + bounds.bottom() * pitch + padding + MARGIN;
    }

    private static double widest(List<String> symbols) {
        return symbols.stream().mapToDouble(s -> SvgWriter.width(s, SIZE)).max().orElse(0);
    }

    /** Returns the place of a layout point in the picture. */
    Point toPicture(Point point) {
        return corner.plus(point.times(pitch));
    }

    void drawLines(SvgWriter svg) {
        svg.tag("g").set("class", "grid").set("stroke", Palette.GRID).open();
        for (int i = 0; i <= x.size(); i++) {
            line(svg, new Point(i, 0), new Point(i, y.size()));
        }
        for (int j = 0; j <= y.size(); j++) {
            line(svg, new Point(0, j), new Point(x.size(), j));
        }
        svg.close("g");
    }

    void drawSymbols(SvgWriter svg) {
        svg.tag("g")
                .set("class", "ink")
                .set("fill", Palette.INK)
                .set("font-size", SIZE)
                .open();
        for (int i = 0; i < x.size(); i++) {
            input(svg, x.get(i), new Point(corner.x() + (i + 0.5) * pitch, rowBottom));
        }
        for (int j = 0; j < y.size(); j++) {
            Point at = new Point(columnRight, corner.y() + (j + 0.5) * pitch + 0.35 * SIZE);
            svg.tag("text").set("x", "y", at).set("text-anchor", "end").text(y.get(j));
        }
        svg.close("g");
    }

    private void line(SvgWriter svg, Point from, Point to) {
        svg.tag("line")
                .set("x1", "y1", toPicture(from))
                .set("x2", "y2", toPicture(to))
                .empty();
    }

    private void input(SvgWriter svg, String symbol, Point at) {
        svg.tag("text").set("x", "y", at);
        if (slanted) {
            svg.set("transform", "rotate(-" + SvgWriter.number(SLANT) + " " + SvgWriter.point(at) + ")");
        } else {
            svg.set("text-anchor", "middle");
        }
        svg.text(symbol);
    }
}

package org.espalier.fst.draw;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** The legend under a picture: the headline and the meaning of the signs. */
final class Legend {
    private static final double SIZE = 12;
    private static final double MIN_WIDTH = 300;
    private static final double RADIUS = 4;
    private static final double MARGIN = 20;
    private static final double LINE = 21;
    private static final double SIGN = 26;
    private static final double GAP = 14;

    /** A sign, drawn around a point, and its meaning. */
    private record LegendEntry(String text, BiConsumer<SvgWriter, Point> sign) {
        double width() {
            return SIGN + SvgWriter.width(text, SIZE) + GAP;
        }
    }

    private final String headline;
    private final List<LegendEntry> entries = new ArrayList<>();

    Legend(String headline) {
        this.headline = headline;
    }

    /**
     * Returns the legend of a picture that shows every state.
     *
     * @param colour the colour of the signs for states
     * @param beads whether there are states inside operations
     */
    static Legend of(String headline, DrawOptions options, String colour, boolean beads) {
        Legend legend = new Legend(headline);
        legend.add("between operations", (svg, at) -> svg.ring(at, RADIUS, colour));
        if (beads) {
            legend.add("inside one", (svg, at) -> dot(svg, at, colour));
        }
        legend.add("end", (svg, at) -> {
            svg.ring(at, RADIUS + 3, colour);
            svg.ring(at, RADIUS, colour);
        });
        if (options.highlights()) {
            legend.add("highlighted", (svg, at) -> line(svg, at, 20, Palette.STRONG, DrawOptions.STRONG_LINE, 1));
        }
        if (options.hasPosterior()) {
            legend.add("posterior 0 to 1", (svg, at) -> {
                for (double p = 0; p <= 1; p += 0.5) {
                    Point middle = at.plus(new Point(18 * p - 9, 0));
                    line(svg, middle, 7, colour, options.width(p), options.opacity(p));
                }
            });
        }
        return legend;
    }

    void add(String text, BiConsumer<SvgWriter, Point> sign) {
        entries.add(new LegendEntry(text, sign));
    }

    private static void dot(SvgWriter svg, Point at, String colour) {
        svg.tag("circle")
                .set("cx", "cy", at)
                .set("r", RADIUS / 2)
                .set("fill", colour)
                .empty();
    }

    static void line(SvgWriter svg, Point at, double length, String colour, double width, double opacity) {
        Point half = new Point(length / 2, 0);
        svg.tag("line").set("x1", "y1", at.minus(half)).set("x2", "y2", at.plus(half));
        svg.set("stroke", colour)
                .set("stroke-width", width)
                .set("opacity", opacity)
                .empty();
    }

    /** Returns the smallest width of a picture that has room for the legend. */
    double width() {
        double entire = entries.stream().mapToDouble(LegendEntry::width).sum();
        return 2 * MARGIN + Math.max(SvgWriter.width(headline, SIZE + 1), Math.min(entire, MIN_WIDTH));
    }

    /**
     * Draws the legend and returns its bottom end.
     *
     * @param top the bottom end of the picture so far
     */
    double draw(SvgWriter svg, double top, double width) {
        Point at = new Point(MARGIN, top + SIZE);
        svg.tag("text")
                .set("x", "y", at)
                .set("class", "ink")
                .set("fill", Palette.INK)
                .set("font-size", SIZE + 1)
                .text(headline);
        svg.tag("g")
                .set("class", "faint")
                .set("fill", Palette.FAINT)
                .set("font-size", SIZE)
                .open();
        at = at.plus(new Point(0, LINE));
        for (LegendEntry entry : entries) {
            if (at.x() > MARGIN && at.x() + entry.width() - GAP > width - MARGIN) {
                at = new Point(MARGIN, at.y() + LINE);
            }
            entry.sign.accept(svg, at.plus(new Point(SIGN / 2 - 4, -4)));
            svg.tag("text").set("x", "y", at.plus(new Point(SIGN, 0))).text(entry.text);
            at = at.plus(new Point(entry.width(), 0));
        }
        svg.close("g");
        return at.y() + MARGIN;
    }
}

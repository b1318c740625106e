package org.espalier.fst.draw;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.espalier.fst.Lattice;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.Plural;

/**
 * Draws a lattice as an SVG picture on the grid of its positions. The input runs across and the output down, so that
 * deletions lead to the right, insertions down, and substitutions and copies diagonally. A circle is a state between
 * two operations, a dot a state inside one, a doubled circle a final state. If the machine has several states that
 * operations start from, such as one for each cipher, each has a colour, and their grids lie beside each other like
 * sheets of paper. The SVG refers to no other file.
 *
 * <p>Complexity: linear in the arcs for each length of an operation, plus {@link Lattice#origins}.
 */
public final class GridSvg {
    /** The largest number of arcs that can be drawn readably. */
    public static final int MAX_ARCS = 20_000;

    /** The largest number of arcs at which marks are written on the arcs. In larger lattices they are tooltips. */
    private static final int MAX_LABELLED_ARCS = 150;

    private static final double MAX_LABELLED_PITCH = 190;
    private static final double PITCH = 36;
    private static final double MARK_SIZE = 10.5;
    private static final double HEAD = 5;
    private static final double RING = 3;
    private static final double FAINTEST_TEXT = 0.45;

    private final Lattice lattice;
    private final DrawOptions options;
    private final GridLayout layout;
    private final GridLayers sheets;
    private final boolean labelled;
    private final double pitch;
    private final double radius;
    private final Axes axes;
    private final BitSet onHighlight = new BitSet();
    private final SvgWriter svg = new SvgWriter();

    private GridSvg(Lattice lattice, DrawOptions options) {
        this.lattice = lattice;
        this.options = options;
        layout = new GridLayout(lattice);
        sheets = layout.sheets();
        labelled = lattice.arcs() <= MAX_LABELLED_ARCS;
        double plain = PITCH * Math.sqrt(Math.max(3, GridLayout.mostInOneCell(lattice)));
        pitch = labelled ? Math.max(plain, Math.min(MAX_LABELLED_PITCH, pitchForLabels())) : plain;
        radius = Math.min(5, 0.28 * layout.clearance() * pitch);
        axes = new Axes(lattice, layout.bounds(), pitch, labelled ? Math.max(18, widestMark() / 2 + 4) : 18);
        for (int a = 0; a < lattice.arcs(); a++) {
            if (options.isHighlighted(a)) {
                onHighlight.set(layout.source(a));
                onHighlight.set(lattice.target(a));
            }
        }
    }

    public static String draw(Lattice lattice) {
        return draw(lattice, DrawOptions.DEFAULT);
    }

    public static String draw(Lattice lattice, DrawOptions options) {
        requirePositions(lattice);
        requireSmall(lattice);
        options.requireFits(lattice);
        return new GridSvg(lattice, options).draw();
    }

    static void requirePositions(Lattice lattice) {
        if (lattice.isEmpty()) {
            throw new EspalierException(
                    "nothing to draw: the machine does not generate this pair; choose a pair that it generates");
        }
        if (!lattice.hasPositions()) {
            throw new EspalierException("a lattice that is minimal over marks alone has no positions to draw it on; "
                            + "build it with Minimality.LABELS, or draw it in DOT")
                    .withSettings("tape", "dot");
        }
    }

    private static void requireSmall(Lattice lattice) {
        if (lattice.arcs() > MAX_ARCS) {
            throw new EspalierException(
                            "a lattice of " + lattice.arcs() + " arcs is too large for a picture, which holds "
                                    + MAX_ARCS + " at most; choose a shorter pair, or draw it in DOT")
                    .withSettings("dot");
        }
    }

    private String draw() {
        if (sheets.count() > 1) {
            plates();
        } else {
            axes.drawLines(svg);
        }
        axes.drawSymbols(svg);
        svg.tag("g")
                .set("fill", "none")
                .set("stroke-linecap", "round")
                .set("stroke-linejoin", "round")
                .open();
        initialArrow();
        arcs(a -> !options.isHighlighted(a));
        arcs(options::isHighlighted);
        svg.close("g");
        states();
        labels();
        Legend legend = legend();
        double width = Math.ceil(Math.max(axes.right, legend.width()));
        double height = Math.ceil(legend.draw(svg, axes.bottom, width));
        return SvgWriter.page(width, height, headline(), svg);
    }

    /** Marks the homes that have the same position on different sheets. */
    private void plates() {
        Map<Integer, List<Point>> homes = new TreeMap<>();
        for (int s = 0; s < lattice.states(); s++) {
            if (sheets.isHome(s) && !sheets.isDetached(s)) {
                homes.computeIfAbsent(GridLayout.cell(lattice, s), cell -> new ArrayList<>())
                        .add(layout.state(s));
            }
        }
        svg.tag("g")
                .set("stroke", Palette.PLATE)
                .set("stroke-width", 2 * radius + 10)
                .set("stroke-linecap", "round")
                .open();
        for (List<Point> places : homes.values()) {
            Point first = Collections.min(places, Comparator.comparingDouble(Point::x));
            Point last = Collections.max(places, Comparator.comparingDouble(Point::x));
            svg.tag("line")
                    .set("x1", "y1", axes.toPicture(first))
                    .set("x2", "y2", axes.toPicture(last))
                    .empty();
        }
        svg.close("g");
    }

    private void initialArrow() {
        Point to = axes.toPicture(layout.state(0));
        Point from = to.minus(new Point(1, 1).times(reach(0) + 9));
        ArcShape arrow = ArcShape.through(from, from.towards(to, 0.5), to);
        svg.tag("path")
                .set("d", arrow.path() + arrow.head(reach(0) + 1, head()))
                .set("stroke", onHighlight.get(0) ? Palette.STRONG : colour(0))
                .set("stroke-width", DrawOptions.LINE)
                .empty();
    }

    private void arcs(IntPredicate which) {
        for (int a = 0; a < lattice.arcs(); a++) {
            if (which.test(a)) {
                arc(a);
            }
        }
    }

    private void arc(int arc) {
        int from = layout.source(arc);
        int to = lattice.target(arc);
        ArcShape shape = shape(arc);
        // Other arcs lead right and down, so arrowheads would only be noise.
        boolean pointed = sheets.isHome(to) || to <= from;
        String title = mark(arc) + "  " + position(from) + " → " + position(to)
                + (options.hasPosterior()
                        ? String.format(Locale.ROOT, "  posterior %.3f", options.posterior(arc))
                        : "");
        svg.tag("path")
                .set("data-arc", arc)
                .set("d", shape.path() + (pointed ? shape.head(reach(to) + 1, head()) : ""))
                .set("stroke", options.isHighlighted(arc) ? Palette.STRONG : Palette.sheet(sheets.sheetOfArc(arc)))
                .set("stroke-width", options.widthOf(arc))
                .set("opacity", options.opacityOf(arc))
                .title(title, "path");
    }

    private void states() {
        double[] posterior = statePosteriors();
        for (int s = 0; s < lattice.states(); s++) {
            boolean strong = onHighlight.get(s);
            String colour = strong ? Palette.STRONG : colour(s);
            double opacity = strong ? 1 : options.opacity(posterior[s]);
            Point at = axes.toPicture(layout.state(s));
            if (lattice.isFinal(s)) {
                svg.ring(at, radius + RING, colour);
            }
            svg.tag("circle").set("data-state", s).set("cx", "cy", at);
            if (sheets.isHome(s)) {
                svg.set("r", radius).set("fill", Palette.PAPER);
                svg.set("stroke", colour).set("stroke-width", DrawOptions.LINE).set("stroke-opacity", opacity);
            } else {
                double r = strong ? Math.max(radius / 2, DrawOptions.STRONG_LINE) : radius / 2;
                svg.set("r", r).set("fill", colour).set("fill-opacity", opacity);
            }
            svg.title(position(s) + (lattice.isFinal(s) ? "  end" : ""), "circle");
        }
    }

    private void labels() {
        int[] shown = IntStream.range(0, lattice.arcs())
                .filter(a -> labelled || sheets.isDetached(layout.source(a)) || sheets.isDetached(lattice.target(a)))
                .toArray();
        if (shown.length > MAX_LABELLED_ARCS) {
            return;
        }
        LabelPlacement labels = new LabelPlacement(MARK_SIZE);
        for (int s = 0; s < lattice.states() && labelled; s++) {
            labels.avoid(axes.toPicture(layout.state(s)), reach(s));
        }
        for (int a : shown) {
            labels.add(mark(a), shape(a), a);
        }
        svg.tag("g").set("fill", Palette.INK).set("font-size", MARK_SIZE).set("text-anchor", "middle");
        // The white outline interrupts the line under a text.
        svg.set("stroke", Palette.PAPER).set("stroke-width", 4).set("stroke-linejoin", "round");
        svg.set("paint-order", "stroke").open();
        for (LabelPlacement.Label label : labels.placed()) {
            Point at = label.middle().plus(new Point(0, 0.35 * MARK_SIZE));
            double strength = Math.max(FAINTEST_TEXT, options.opacityOf(label.arc()));
            svg.tag("text").set("x", "y", at).set("fill-opacity", strength).text(label.text());
        }
        svg.close("g");
    }

    private Legend legend() {
        String colour = Palette.sheet(sheets.count() == 1 ? 0 : GridLayers.NONE);
        boolean beads = !IntStream.range(0, lattice.states()).allMatch(sheets::isHome);
        return Legend.of(headline(), options, colour, beads);
    }

    private String headline() {
        String size = Plural.of(lattice.states(), "state") + ", " + Plural.of(lattice.arcs(), "arc");
        return options.caption().isEmpty() ? size : options.caption();
    }

    /** Returns for each state the sum of the posteriors of the arcs into it. */
    private double[] statePosteriors() {
        double[] sum = new double[lattice.states()];
        sum[0] = 1;
        for (int a = 0; a < lattice.arcs(); a++) {
            sum[lattice.target(a)] = Math.min(1, sum[lattice.target(a)] + options.posterior(a));
        }
        return sum;
    }

    private String colour(int state) {
        boolean home = sheets.isHome(state);
        return Palette.sheet(home ? sheets.sheetOfState(state) : sheets.sheetOfArc(lattice.firstArc(state)));
    }

    private ArcShape shape(int arc) {
        return ArcShape.through(
                axes.toPicture(layout.state(layout.source(arc))),
                axes.toPicture(layout.middle(arc)),
                axes.toPicture(layout.state(lattice.target(arc))));
    }

    /** Returns the radius of a state. */
    private double reach(int state) {
        return lattice.isFinal(state) ? radius + RING : sheets.isHome(state) ? radius : radius / 2;
    }

    private double head() {
        return Math.min(HEAD, 1.3 * radius);
    }

    /** Returns a cell size at which the marks fit on horizontal arcs. */
    private double pitchForLabels() {
        double most = 0;
        for (int a = 0; a < lattice.arcs(); a++) {
            Point along = layout.state(lattice.target(a)).minus(layout.state(layout.source(a)));
            if (Math.abs(along.x()) > 0.3 * along.length()) {
                most = Math.max(most, (SvgWriter.width(mark(a), MARK_SIZE) + 24) / along.length());
            }
        }
        return most;
    }

    private double widestMark() {
        return IntStream.range(0, lattice.arcs())
                .mapToDouble(a -> SvgWriter.width(mark(a), MARK_SIZE))
                .max()
                .orElse(0);
    }

    private String mark(int arc) {
        return lattice.machine().marks().symbol(lattice.mark(arc));
    }

    private String position(int state) {
        return "(" + lattice.inputPosition(state) + ", " + lattice.outputPosition(state) + ")";
    }
}

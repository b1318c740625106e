package org.espalier.fst.draw;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.espalier.fst.Lattice;
import org.jspecify.annotations.Nullable;

/**
 * Draws a few paths through a lattice as parallel lines, as on an underground map, on the grid of its positions. The
 * input runs across and the output down, so that a deletion leads to the right, an insertion down, and a substitution
 * or a copy diagonally. States are not drawn, so that a lattice of thousands of states stays readable.
 *
 * <p>Complexity: that of {@link Lattice#origins}, which finds where operations end.
 */
public final class PathsSvg {
    private static final double MAX_PITCH = 64;
    private static final double NARROWEST_PITCH = 28;
    private static final double MAX_PIXELS = 720;

    /** The width of all lines together as a fraction of a cell, and the largest distance between two. */
    private static final double SPREAD = 0.8;

    private static final double MAX_GAP = 5.5;

    /** The fraction of its room that a line fills. */
    private static final double FILL = 0.75;

    private static final double DARKEST = 0.34;
    private static final double STATION = 9;
    private static final double MIN_SHOWN = 0.002;

    /**
     * A path with its name and colour in the picture.
     *
     * @param name the name in the legend
     * @param colour the colour of the line
     * @param arcs the arcs of the lattice, from its initial state to a final one
     */
    public record NamedPath(String name, String colour, List<Integer> arcs) {
        public NamedPath {
            arcs = List.copyOf(arcs);
        }
    }

    private final Lattice lattice;
    private final GridLayers sheets;
    private final List<NamedPath> paths;
    private final double pitch;
    private final double gap;
    private final Axes axes;
    private final SvgWriter svg = new SvgWriter();

    private PathsSvg(Lattice lattice, List<NamedPath> paths) {
        this.lattice = lattice;
        this.paths = paths;
        sheets = new GridLayers(lattice);
        int longer = Math.max(1, Math.max(lattice.inputLength(), lattice.outputLength()));
        pitch = Math.max(NARROWEST_PITCH, Math.min(MAX_PITCH, MAX_PIXELS / longer));
        gap = Math.min(MAX_GAP, SPREAD * pitch / Math.max(1, paths.size()));
        axes = new Axes(lattice, GridLayout.Bounds.of(lattice), pitch, 0.5 * pitch + 4);
    }

    /**
     * Returns the picture of these paths, the first on top.
     *
     * @param posterior the posterior probability of each arc, by which positions are shaded, or null for no shades
     * @param caption a text under the picture
     */
    public static String draw(Lattice lattice, List<NamedPath> paths, double @Nullable [] posterior, String caption) {
        GridSvg.requirePositions(lattice);
        DrawOptions options = posterior == null ? DrawOptions.DEFAULT : DrawOptions.DEFAULT.withPosterior(posterior);
        options.requireFits(lattice);
        return new PathsSvg(lattice, paths).draw(options, caption);
    }

    private String draw(DrawOptions options, String caption) {
        if (options.hasPosterior()) {
            shades(options);
        }
        axes.drawLines(svg);
        axes.drawSymbols(svg);
        svg.tag("g")
                .set("fill", "none")
                .set("stroke-width", FILL * gap)
                .set("stroke-linecap", "round")
                .set("stroke-linejoin", "round")
                .open();
        for (int k = 0; k < paths.size(); k++) {
            line(paths.get(k), shift(k));
        }
        svg.close("g");
        station(new Point(0, 0));
        station(new Point(lattice.inputLength(), lattice.outputLength()));
        Legend legend = legend(options, caption);
        double width = Math.ceil(Math.max(axes.right, legend.width()));
        double height = Math.ceil(legend.draw(svg, axes.bottom, width));
        return SvgWriter.page(width, height, caption, svg);
    }

    private void shades(DrawOptions options) {
        double[][] posterior = positionPosteriors(options);
        svg.tag("g").set("class", "shade").set("fill", Palette.SHARED).open();
        for (int i = 0; i <= lattice.inputLength(); i++) {
            for (int j = 0; j <= lattice.outputLength(); j++) {
                if (posterior[i][j] >= MIN_SHOWN) {
                    shade(new Point(i, j), Math.min(1, posterior[i][j]));
                }
            }
        }
        svg.close("g");
    }

    private void shade(Point position, double probability) {
        Point corner = axes.toPicture(position).minus(new Point(pitch / 2, pitch / 2));
        svg.tag("rect")
                .set("x", "y", corner.plus(new Point(1, 1)))
                .set("width", pitch - 2)
                .set("height", pitch - 2)
                .set("rx", pitch / 8)
                .set("fill-opacity", DARKEST * Math.sqrt(probability))
                .title(String.format(Locale.ROOT, "posterior %.3f", probability), "rect");
    }

    /** Returns, for each position, the probability that a path stops there between two operations. */
    private double[][] positionPosteriors(DrawOptions options) {
        double[][] sum = new double[lattice.inputLength() + 1][lattice.outputLength() + 1];
        for (int a = 0; a < lattice.arcs(); a++) {
            int to = lattice.target(a);
            if (sheets.isHome(to)) {
                sum[lattice.inputPosition(to)][lattice.outputPosition(to)] += options.posterior(a);
            }
        }
        sum[0][0] = 1;
        return sum;
    }

    private void line(NamedPath path, Point shift) {
        StringBuilder points = new StringBuilder();
        for (Point position : stops(path)) {
            points.append(points.isEmpty() ? "M" : " L")
                    .append(SvgWriter.point(axes.toPicture(position).plus(shift)));
        }
        svg.tag("path").set("d", points.toString()).set("stroke", path.colour()).title(path.name(), "path");
    }

    /** Returns the positions between the operations of a path. */
    private List<Point> stops(NamedPath path) {
        List<Point> stops = new ArrayList<>(List.of(new Point(0, 0)));
        int state = 0;
        for (int arc : path.arcs()) {
            if (arc < lattice.firstArc(state) || arc >= lattice.endArc(state)) {
                throw new IllegalArgumentException(
                        "the arcs of " + path.name() + " must follow one another from state 0; got: " + path.arcs());
            }
            state = lattice.target(arc);
            if (sheets.isHome(state)) {
                stops.add(new Point(lattice.inputPosition(state), lattice.outputPosition(state)));
            }
        }
        // The symbols that a final state owes belong to its end.
        stops.add(new Point(lattice.inputLength(), lattice.outputLength()));
        return stops.stream().distinct().toList();
    }

    /**
     * Returns the displacement of a line. It is perpendicular to the diagonal, so that horizontal, vertical and
     * diagonal lines are all separated.
     */
    private Point shift(int path) {
        double lane = (path - 0.5 * (paths.size() - 1)) * gap;
        return new Point(lane, -lane);
    }

    /** Draws a plate over all lines where they begin or end. */
    private void station(Point position) {
        stroke(position, "station", Palette.INK, STATION);
        stroke(position, "inside", Palette.PAPER, STATION - 3);
    }

    private void stroke(Point position, String style, String colour, double width) {
        Point middle = axes.toPicture(position);
        svg.tag("line").set("class", style);
        svg.set("x1", "y1", middle.plus(shift(0))).set("x2", "y2", middle.plus(shift(paths.size() - 1)));
        svg.set("stroke", colour)
                .set("stroke-width", width)
                .set("stroke-linecap", "round")
                .empty();
    }

    private Legend legend(DrawOptions options, String caption) {
        Legend legend = new Legend(caption);
        for (NamedPath path : paths) {
            legend.add(path.name(), (svg, at) -> Legend.line(svg, at, 20, path.colour(), FILL * MAX_GAP, 1));
        }
        if (options.hasPosterior()) {
            legend.add("posterior 0 to 1", (svg, at) -> {
                for (double p = 0.1; p <= 1; p += 0.45) {
                    Point middle = at.plus(new Point(20 * (p - 0.55), 0));
                    Legend.line(svg, middle, 9, Palette.SHARED, 10, DARKEST * Math.sqrt(p));
                }
            });
        }
        return legend;
    }
}

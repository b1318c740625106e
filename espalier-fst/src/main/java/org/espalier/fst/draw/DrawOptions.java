package org.espalier.fst.draw;

import java.util.BitSet;
import org.espalier.fst.Lattice;
import org.jspecify.annotations.Nullable;

/**
 * The options of a picture of a lattice. Immutable.
 *
 * <pre>{@code
 * GridSvg.draw(lattice, DrawOptions.DEFAULT.withHighlight(arcs).withPosterior(posterior).withCaption("10 paths"))
 * }</pre>
 */
public final class DrawOptions {
    /** All arcs in the same style, and no caption. */
    public static final DrawOptions DEFAULT = new DrawOptions(new BitSet(), null, "", false);

    /** The widths of lines in pixels. */
    static final double LINE = 1.3;

    static final double STRONG_LINE = 2.6;

    /** The tolerance for sums of probabilities above 1, which rounding causes. */
    private static final double ROUNDING = 1e-6;

    private final BitSet highlight;
    private final double @Nullable [] posterior;
    private final String caption;
    private final boolean ids;

    private DrawOptions(BitSet highlight, double @Nullable [] posterior, String caption, boolean ids) {
        this.highlight = highlight;
        this.posterior = posterior;
        this.caption = caption;
        this.ids = ids;
    }

    /** Highlights these arcs of the lattice, usually a path. */
    public DrawOptions withHighlight(int... arcs) {
        BitSet set = new BitSet();
        for (int arc : arcs) {
            if (arc < 0) {
                throw new IllegalArgumentException("an arc to highlight must be at least 0; got: " + arc);
            }
            set.set(arc);
        }
        return new DrawOptions(set, posterior, caption, ids);
    }

    /**
     * Draws arcs of larger posterior probability more strongly.
     *
     * @param probabilities one probability per arc
     */
    public DrawOptions withPosterior(double... probabilities) {
        for (double p : probabilities) {
            if (!(p >= -ROUNDING && p <= 1 + ROUNDING)) {
                throw new IllegalArgumentException("a posterior probability must be in 0..1; got: " + p);
            }
        }
        return new DrawOptions(highlight, probabilities.clone(), caption, ids);
    }

    /** Adds a text under the picture. */
    public DrawOptions withCaption(String text) {
        return new DrawOptions(highlight, posterior, text, ids);
    }

    /** Adds ids to DOT output, {@code s3} for state 3 and {@code a5} for arc 5, so that scripts find them. */
    public DrawOptions withIds() {
        return new DrawOptions(highlight, posterior, caption, true);
    }

    boolean hasIds() {
        return ids;
    }

    String caption() {
        return caption;
    }

    boolean highlights() {
        return !highlight.isEmpty();
    }

    boolean isHighlighted(int arc) {
        return highlight.get(arc);
    }

    boolean hasPosterior() {
        return posterior != null;
    }

    /** Returns the posterior probability of an arc, or 1 if none are given. */
    double posterior(int arc) {
        return posterior == null ? 1 : Math.min(1, Math.max(0, posterior[arc]));
    }

    /** Returns the opacity for a posterior probability. The square root keeps improbable arcs visible. */
    double opacity(double probability) {
        return hasPosterior() ? 0.12 + 0.88 * Math.sqrt(probability) : highlights() ? 0.45 : 1;
    }

    double opacityOf(int arc) {
        return isHighlighted(arc) ? 1 : opacity(posterior(arc));
    }

    /** Returns the line width for a posterior probability. */
    double width(double probability) {
        return hasPosterior() ? 0.7 + 2.5 * probability : LINE;
    }

    double widthOf(int arc) {
        double width = width(posterior(arc));
        return isHighlighted(arc) ? Math.max(width, STRONG_LINE) : width;
    }

    void requireFits(Lattice lattice) {
        if (highlight.length() > lattice.arcs()) {
            throw new IllegalArgumentException(
                    "an arc to highlight must be below " + lattice.arcs() + "; got: " + (highlight.length() - 1));
        }
        if (posterior != null && posterior.length != lattice.arcs()) {
            throw new IllegalArgumentException("there must be one posterior for each of the " + lattice.arcs()
                    + " arcs; got: " + posterior.length);
        }
    }
}

package org.espalier.fst.draw;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.espalier.fst.Lattice;
import org.espalier.fst.Mfst;

/** Draws machines and lattices in DOT, the language of Graphviz: {@code dot -Tsvg}. */
public final class Dot {
    /** The largest number of lines of a label. */
    private static final int MAX_LINES = 6;

    private static final String HEADER = """
            digraph {
              rankdir=LR
              fontname="Helvetica"
              node [shape=circle, fontname="Helvetica", fontsize=11, margin=0.03]
              edge [fontname="Helvetica", fontsize=11, arrowsize=0.7]
            """;

    private Dot() {}

    /**
     * Returns a machine in DOT. Arcs are labelled {@code x:y/ω}, with {@code _} for the empty string. Arcs between the
     * same two states share an edge, whose label lists the first few and counts the rest.
     *
     * <p>Complexity: linear in the size of the machine.
     */
    public static String draw(Mfst machine) {
        StringBuilder out = new StringBuilder(HEADER);
        for (int q = 0; q < machine.states(); q++) {
            node(out, q, String.valueOf(q), machine.isFinal(q), "");
        }
        start(out, machine.initial());
        Map<List<Integer>, List<String>> edges = new LinkedHashMap<>();
        for (int a = 0; a < machine.arcs(); a++) {
            edges.computeIfAbsent(List.of(machine.source(a), machine.target(a)), ends -> new ArrayList<>())
                    .add(machine.describe(a));
        }
        edges.forEach((ends, labels) -> edge(out, ends.get(0), ends.get(1), stacked(labels), ""));
        return out.append("}\n").toString();
    }

    public static String draw(Lattice lattice) {
        return draw(lattice, DrawOptions.DEFAULT);
    }

    /**
     * Returns a lattice in DOT. States show their position, if they have one, and arcs their mark. An empty lattice is
     * an empty graph.
     *
     * <p>Complexity: linear in the size of the lattice.
     */
    public static String draw(Lattice lattice, DrawOptions options) {
        options.requireFits(lattice);
        StringBuilder out = new StringBuilder(HEADER);
        if (!options.caption().isEmpty()) {
            out.append("  label=").append(quoted(options.caption())).append('\n');
        }
        for (int s = 0; s < lattice.states(); s++) {
            String label = lattice.hasPositions()
                    ? "(" + lattice.inputPosition(s) + ", " + lattice.outputPosition(s) + ")"
                    : String.valueOf(s);
            node(out, s, label, lattice.isFinal(s), id(options, "s", s));
        }
        if (!lattice.isEmpty()) {
            start(out, 0);
        }
        for (int s = 0; s < lattice.states(); s++) {
            for (int a = lattice.firstArc(s); a < lattice.endArc(s); a++) {
                String mark = lattice.machine().marks().symbol(lattice.mark(a));
                edge(out, s, lattice.target(a), quoted(mark), style(options, a) + id(options, "a", a));
            }
        }
        return out.append("}\n").toString();
    }

    private static String style(DrawOptions options, int arc) {
        String colour = options.isHighlighted(arc) ? Palette.STRONG : Palette.SHARED;
        int alpha = (int) Math.round(255 * options.opacityOf(arc));
        return String.format(Locale.ROOT, ", color=\"%s%02x\", penwidth=%.2f", colour, alpha, options.widthOf(arc));
    }

    private static void start(StringBuilder out, int state) {
        out.append("  start [shape=point, width=0.06]\n  start -> ")
                .append(state)
                .append('\n');
    }

    private static String id(DrawOptions options, String kind, int number) {
        return options.hasIds() ? ", id=\"" + kind + number + "\"" : "";
    }

    private static void node(StringBuilder out, int number, String label, boolean isFinal, String style) {
        out.append("  ").append(number).append(" [label=").append(quoted(label));
        out.append(isFinal ? ", shape=doublecircle" : "").append(style).append("]\n");
    }

    private static void edge(StringBuilder out, int from, int to, String label, String style) {
        out.append("  " + from + " -> " + to + " [label=" + label + style + "]\n");
    }

    /** Returns the first few of these labels, one per line. */
    private static String stacked(List<String> labels) {
        boolean all = labels.size() <= MAX_LINES;
        List<String> lines = new ArrayList<>(all ? labels : labels.subList(0, MAX_LINES - 1));
        lines.replaceAll(Dot::escape);
        if (!all) {
            lines.add("… " + (labels.size() - lines.size()) + " more");
        }
        return "\"" + String.join("\\n", lines) + "\"";
    }

    private static String quoted(String text) {
        return "\"" + escape(text) + "\"";
    }

    /** Escapes a text for Graphviz, which interprets backslashes and, as in HTML, ampersands. */
    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("\\", "\\\\").replace("\"", "\\\"");
    }
}

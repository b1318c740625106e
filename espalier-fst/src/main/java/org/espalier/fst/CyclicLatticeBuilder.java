package org.espalier.fst;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The general way to a lattice, for products in which the walk of {@link LatticeBuilder} met a cycle: lay everything
 * open, trim, and merge by partition refinement. The cycle may turn out to lead nowhere, and then the lattice is
 * acyclic after all.
 */
final class CyclicLatticeBuilder {
    private CyclicLatticeBuilder() {}

    static Lattice build(Lattices lattices, LatticeOptions options, LazyGraph expansion, int root, int[] x, int[] y) {
        MarkGraph whole = layOpen(expansion, options.maxStates());
        MarkGraph trimmed = whole.trim(root, expansion::isFinal);
        boolean positioned = options.minimality() != Minimality.MARKS;
        int width = y.length + 1;
        if (trimmed.nodes.length == 0) {
            NoPathReason why = NoPathReason.at(expansion.furthest(width), width);
            return lattice(lattices, x, y, trimmed, new long[0], positioned ? new int[0] : null, trimmed, why);
        }
        MarkGraph merged = merge(trimmed, expansion, options.minimality());
        int count = merged.nodes.length;
        long[] finals = new long[(count + 63) >> 6];
        int[] position = new int[count];
        for (int s = 0; s < count; s++) {
            position[s] = expansion.position(merged.nodes[s]);
            if (expansion.isFinal(merged.nodes[s])) {
                finals[s >> 6] |= 1L << s;
            }
        }
        return lattice(lattices, x, y, merged, finals, positioned ? position : null, trimmed, null);
    }

    private static Lattice lattice(
            Lattices lattices,
            int[] x,
            int[] y,
            MarkGraph graph,
            long[] finals,
            int @Nullable [] position,
            MarkGraph before,
            @Nullable NoPathReason why) {
        return Lattice.builder(lattices.machine(), x, y)
                .graph(graph.firstArc, graph.mark, graph.target, finals)
                .position(position)
                .acyclic(graph.isNumberedTopologically())
                .canonical(lattices.form() instanceof CanonicalForm.Found)
                .before(before.nodes.length, before.mark.length)
                .noPath(why)
                .build();
    }

    private static MarkGraph layOpen(LazyGraph expansion, int maxStates) {
        IntArrayList first = IntArrayList.of(0);
        IntArrayList mark = new IntArrayList();
        IntArrayList target = new IntArrayList();
        for (int n = 0; n < expansion.nodes(); n++) {
            if (n == maxStates) {
                throw LatticeBuilder.tooLarge("", maxStates);
            }
            expansion.outCount = 0;
            expansion.expand(n);
            mark.addElements(mark.size(), expansion.outMark, 0, expansion.outCount);
            target.addElements(target.size(), expansion.outNode, 0, expansion.outCount);
            first.add(mark.size());
        }
        int[] nodes = new int[expansion.nodes()];
        Arrays.setAll(nodes, n -> n);
        return new MarkGraph(nodes, first.toIntArray(), mark.toIntArray(), target.toIntArray());
    }

    private static MarkGraph merge(MarkGraph graph, LazyGraph expansion, Minimality minimality) {
        int count = graph.nodes.length;
        int[] kind = new int[count];
        for (int s = 0; s < count; s++) {
            int ends = expansion.isFinal(graph.nodes[s]) ? 1 : 0;
            kind[s] = switch (minimality) {
                case NONE -> s;
                case LABELS -> 2 * expansion.position(graph.nodes[s]) + ends;
                case MARKS -> ends;
            };
        }
        int[] classOf = minimality == Minimality.NONE
                ? kind
                : PartitionRefinement.classes(graph.firstArc, graph.mark, graph.target, kind);
        return graph.quotient(classOf);
    }
}

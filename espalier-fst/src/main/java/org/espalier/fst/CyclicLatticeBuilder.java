package org.espalier.fst;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Builds lattices from products in which {@link LatticeBuilder} met a cycle: expands all nodes, trims, and merges by
 * partition refinement. If the cycle lies on no accepting path, the lattice is acyclic after all. Complexity: see
 * {@link PartitionRefinement}.
 */
final class CyclicLatticeBuilder {
    private CyclicLatticeBuilder() {}

    static Lattice build(Lattices lattices, LatticeOptions options, LazyGraph product, int root, int[] x, int[] y) {
        MarkGraph expanded = expandAll(product, options.maxStates());
        MarkGraph trimmed = expanded.trim(root, product::isFinal);
        boolean positioned = options.minimality() != Minimality.MARKS;
        int width = y.length + 1;
        if (trimmed.nodes.length == 0) {
            NoPathReason reason = NoPathReason.at(product.furthest(width), width);
            return lattice(lattices, x, y, trimmed, new long[0], positioned ? new int[0] : null, trimmed, reason);
        }
        MarkGraph merged = merge(trimmed, product, options.minimality());
        int count = merged.nodes.length;
        long[] finals = new long[(count + 63) >> 6];
        int[] position = new int[count];
        for (int s = 0; s < count; s++) {
            position[s] = product.position(merged.nodes[s]);
            if (product.isFinal(merged.nodes[s])) {
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
            @Nullable NoPathReason reason) {
        return Lattice.builder(lattices.machine(), x, y)
                .graph(graph.firstArc, graph.mark, graph.target, finals)
                .position(position)
                .acyclic(graph.isNumberedTopologically())
                .canonical(lattices.form() instanceof CanonicalForm.Found)
                .sizeBeforeMinimization(before.nodes.length, before.mark.length)
                .noPath(reason)
                .build();
    }

    private static MarkGraph expandAll(LazyGraph product, int maxStates) {
        IntArrayList first = IntArrayList.of(0);
        IntArrayList mark = new IntArrayList();
        IntArrayList target = new IntArrayList();
        for (int n = 0; n < product.nodes(); n++) {
            if (n == maxStates) {
                throw LatticeBuilder.tooLarge("", maxStates);
            }
            product.outCount = 0;
            product.expand(n);
            mark.addElements(mark.size(), product.outMark, 0, product.outCount);
            target.addElements(target.size(), product.outNode, 0, product.outCount);
            first.add(mark.size());
        }
        int[] nodes = new int[product.nodes()];
        Arrays.setAll(nodes, n -> n);
        return new MarkGraph(nodes, first.toIntArray(), mark.toIntArray(), target.toIntArray());
    }

    private static MarkGraph merge(MarkGraph graph, LazyGraph product, Minimality minimality) {
        int count = graph.nodes.length;
        int[] kind = new int[count];
        for (int s = 0; s < count; s++) {
            int ends = product.isFinal(graph.nodes[s]) ? 1 : 0;
            kind[s] = switch (minimality) {
                case NONE -> s;
                case LABELS -> 2 * product.position(graph.nodes[s]) + ends;
                case MARKS -> ends;
            };
        }
        int[] classOf = minimality == Minimality.NONE
                ? kind
                : PartitionRefinement.classes(graph.firstArc, graph.mark, graph.target, kind);
        return graph.quotient(classOf);
    }
}

package org.espalier.fst;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The product of a canonical machine with a pair, expanded node by node. It is used when {@link CanonicalSweep} does
 * not apply: when silent arcs form a cycle, or when one bit per state and position would take too much memory.
 */
final class LazyCanonicalProduct extends LazyGraph {
    private record ProductNode(int state, int i, int j) {}

    private final CanonicalMfst machine;
    private final int[] x;
    private final int[] y;
    private final Map<ProductNode, Integer> number = new HashMap<>();
    private final List<ProductNode> nodes = new ArrayList<>();

    LazyCanonicalProduct(CanonicalMfst machine, int[] x, int[] y) {
        this.machine = machine;
        this.x = x;
        this.y = y;
    }

    @Override
    int root() {
        return machine.startFits(x, y)
                ? number(machine.initial, machine.startIn.length(), machine.startOut.length())
                : -1;
    }

    @Override
    void expand(int node) {
        ProductNode from = nodes.get(node);
        for (int a = machine.firstArc[from.state]; a < machine.firstArc[from.state + 1]; a++) {
            int in = machine.in[a];
            int out = machine.out[a];
            if (machine.matches(in, x, from.i) && machine.matches(out, y, from.j)) {
                emit(
                        machine.mark[a],
                        number(machine.target[a], from.i + machine.length(in), from.j + machine.length(out)));
            }
        }
    }

    @Override
    boolean isFinal(int node) {
        ProductNode at = nodes.get(node);
        return machine.isFinal(at.state) && machine.endsAt(at.state, x, y, at.i, at.j);
    }

    @Override
    int position(int node) {
        return nodes.get(node).i * (y.length + 1) + nodes.get(node).j;
    }

    @Override
    int nodes() {
        return nodes.size();
    }

    private int number(int state, int i, int j) {
        return number.computeIfAbsent(new ProductNode(state, i, j), added -> {
            nodes.add(added);
            return nodes.size() - 1;
        });
    }
}

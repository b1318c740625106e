package org.espalier.fst;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;

/** A graph restricted to mark strings of a maximal length: node (n, k) is node n after k marks. Always acyclic. */
final class LazyUnrolling extends LazyGraph {
    private final LazyGraph inner;
    private final int maxMarks;
    private final Long2IntOpenHashMap number = new Long2IntOpenHashMap();
    private final IntArrayList innerNode = new IntArrayList();
    private final IntArrayList marks = new IntArrayList();

    LazyUnrolling(LazyGraph inner, int maxMarks) {
        this.inner = inner;
        this.maxMarks = maxMarks;
        number.defaultReturnValue(-1);
    }

    @Override
    int root() {
        int root = inner.root();
        return root < 0 ? -1 : node(root, 0);
    }

    @Override
    void expand(int node) {
        int k = marks.getInt(node);
        if (k < maxMarks) {
            inner.outCount = 0;
            inner.expand(innerNode.getInt(node));
            for (int a = 0; a < inner.outCount; a++) {
                emit(inner.outMark[a], node(inner.outNode[a], k + 1));
            }
        }
    }

    private int node(int n, int k) {
        long key = (long) n << 32 | k;
        int known = number.get(key);
        if (known < 0) {
            known = innerNode.size();
            number.put(key, known);
            innerNode.add(n);
            marks.add(k);
        }
        return known;
    }

    @Override
    boolean isFinal(int node) {
        return inner.isFinal(innerNode.getInt(node));
    }

    @Override
    int position(int node) {
        return inner.position(innerNode.getInt(node));
    }

    @Override
    int nodes() {
        return innerNode.size();
    }

    @Override
    int furthest(int width) {
        return inner.furthest(width);
    }
}

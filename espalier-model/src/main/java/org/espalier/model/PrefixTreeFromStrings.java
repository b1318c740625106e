package org.espalier.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.espalier.fst.base.EspalierException;

/** Builds a prefix tree from given strings: sorts the strings of each pair, then adds one depth at a time. */
final class PrefixTreeFromStrings {
    /** The strings of a pair that share a prefix: {@code from … to-1} in its sorted list. */
    private record PrefixGroup(int node, int pair, int from, int to) {}

    private final LatticeBatch batch;
    private final List<int[][]> sorted = new ArrayList<>();
    private final PrefixTree.Builder tree;

    PrefixTreeFromStrings(LatticeBatch batch, List<List<int[]>> strings) {
        if (strings.size() != batch.pairs()) {
            throw new EspalierException("strings are given for " + strings.size() + " pairs, but the batch has "
                    + batch.pairs() + "; give one list, which may be empty, for each pair");
        }
        this.batch = batch;
        this.tree = new PrefixTree.Builder(batch);
        for (List<int[]> ofPair : strings) {
            int[][] array = ofPair.toArray(int[][]::new);
            Arrays.sort(array, Arrays::compare);
            sorted.add(array);
        }
    }

    PrefixTree build() {
        List<PrefixGroup> groups = new ArrayList<>();
        for (int p = 0; p < batch.pairs(); p++) {
            groups.add(new PrefixGroup(p, p, 0, sorted.get(p).length));
        }
        for (int depth = 0; !groups.isEmpty(); depth++) {
            List<PrefixGroup> longer = new ArrayList<>();
            for (PrefixGroup group : groups) {
                extend(group, depth, longer);
            }
            if (!longer.isEmpty()) {
                tree.deeper();
            }
            groups = longer;
        }
        return tree.build();
    }

    private void extend(PrefixGroup group, int depth, List<PrefixGroup> longer) {
        int[][] strings = sorted.get(group.pair);
        int from = group.from;
        while (from < group.to && strings[from].length == depth) {
            from++;
        }
        int state = tree.state(group.node);
        if (from > group.from) {
            if (!batch.isFinal(state)) {
                throw illegal(strings[group.from], depth, "no path ends there");
            }
            tree.end(group.node, from - group.from);
        }
        while (from < group.to) {
            int mark = strings[from][depth];
            int to = from;
            while (to < group.to && strings[to][depth] == mark) {
                to++;
            }
            int choice = mark >= 0 && mark < batch.marks() ? batch.choice(state, mark) : -1;
            if (choice < 0) {
                throw illegal(strings[from], depth, "mark " + mark + " is not possible");
            }
            longer.add(new PrefixGroup(
                    tree.node(group.node, mark, batch.target(batch.arc(state, choice))), group.pair, from, to));
            from = to;
        }
    }

    private static EspalierException illegal(int[] string, int depth, String why) {
        return new EspalierException("mark string " + Arrays.toString(string)
                + " is not in the lattice of this pair: after " + depth + " marks, " + why);
    }
}

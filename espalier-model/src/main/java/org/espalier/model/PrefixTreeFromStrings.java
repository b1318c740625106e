package org.espalier.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.espalier.fst.base.EspalierException;

/** Makes a prefix tree of given strings: sorts each pair's strings, then takes one more mark of all at a time. */
final class PrefixTreeFromStrings {
    /** Strings of a pair that share a prefix: places {@code from … to-1} of its sorted list. */
    private record Group(int node, int pair, int from, int to) {}

    private final LatticeBatch batch;
    private final List<int[][]> sorted = new ArrayList<>();
    private final PrefixTree.Builder tree;

    PrefixTreeFromStrings(LatticeBatch batch, List<List<int[]>> strings) {
        if (strings.size() != batch.pairs()) {
            throw new EspalierException("strings are given for " + strings.size() + " pairs, but the batch has "
                    + batch.pairs() + "; give one list, perhaps empty, for each pair");
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
        List<Group> groups = new ArrayList<>();
        for (int p = 0; p < batch.pairs(); p++) {
            groups.add(new Group(p, p, 0, sorted.get(p).length));
        }
        for (int depth = 0; !groups.isEmpty(); depth++) {
            List<Group> longer = new ArrayList<>();
            for (Group group : groups) {
                extend(group, depth, longer);
            }
            if (!longer.isEmpty()) {
                tree.deeper();
            }
            groups = longer;
        }
        return tree.build();
    }

    private void extend(Group group, int depth, List<Group> longer) {
        int[][] strings = sorted.get(group.pair);
        int from = group.from;
        while (from < group.to && strings[from].length == depth) {
            from++;
        }
        int state = tree.state(group.node);
        if (from > group.from) {
            if (!batch.isFinal(state)) {
                throw illegal(strings[group.from], depth, "its lattice does not end there");
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
                throw illegal(strings[from], depth, "its lattice does not allow mark " + mark + " there");
            }
            longer.add(new Group(
                    tree.node(group.node, mark, batch.target(batch.arc(state, choice))), group.pair, from, to));
            from = to;
        }
    }

    private static EspalierException illegal(int[] string, int depth, String why) {
        return new EspalierException(
                "mark string " + Arrays.toString(string) + " is not of this pair: after " + depth + " marks, " + why);
    }
}

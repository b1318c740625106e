package org.espalier.model;

import java.util.Arrays;

/**
 * A tree of prefixes together with all that may follow its branch points: each choice there leads to a node, whether or not a
 * string of the tree takes it.
 *
 * @param tree the larger tree; it has no ends
 * @param node the node of the larger tree that is equal to each node of the tree
 * @param next the node of the larger tree that each choice of the branch points leads to; -1 for EOS
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record TreeWithChoices(PrefixTree tree, int[] node, int[] next) {
    /** @param branches the branch points among the nodes of the tree, which are its rows */
    static TreeWithChoices of(PrefixTree tree, BranchPoints branches) {
        LatticeBatch batch = tree.batch();
        PrefixTree.Builder all = new PrefixTree.Builder(batch);
        int[] node = new int[tree.nodes()];
        int[] next = new int[branches.choices()];
        Arrays.fill(next, -1);
        Arrays.setAll(node, root -> root < tree.pairs() ? root : -1);
        int branch = 0;
        int child = tree.pairs();
        for (int depth = 0; depth < tree.depths(); depth++) {
            int nodesBefore = all.nodes();
            for (int parent = tree.firstNode(depth); parent < tree.firstNode(depth + 1); parent++) {
                boolean isBranchPoint = branch < branches.size() && branches.rows()[branch] == parent;
                if (isBranchPoint) {
                    for (int choice = branches.first(branch); choice < branches.first(branch + 1); choice++) {
                        int arc = branches.arcs()[choice];
                        if (arc >= 0) {
                            next[choice] = all.node(node[parent], batch.mark(arc), batch.target(arc));
                        }
                    }
                }
                for (; child < tree.nodes() && tree.parent(child) == parent; child++) {
                    node[child] = isBranchPoint
                            ? next[branches.choice(branch, tree.mark(child))]
                            : all.node(node[parent], tree.mark(child), tree.state(child));
                }
                if (isBranchPoint) {
                    branch++;
                }
            }
            if (all.nodes() > nodesBefore) {
                all.deeper();
            }
        }
        return new TreeWithChoices(all.build(), node, next);
    }
}

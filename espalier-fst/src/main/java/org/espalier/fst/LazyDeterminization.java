package org.espalier.fst;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Determinizes the product of one pair by a subset construction, for machines without canonical form. The position of a
 * subset is its smallest i and its smallest j. Subsets contain only nodes that reach the end, so meeting a node twice,
 * or two final nodes in one subset, means that two paths of the pair have the same marks.
 *
 * <p>Complexity: exponential in the nodes of the product at worst; {@link LatticeOptions#maxStates} bounds it.
 */
final class LazyDeterminization extends LazyGraph {
    private final NondeterministicProduct product;
    private final Map<IntString, Integer> number = new HashMap<>();
    private final List<IntString> subsets = new ArrayList<>();
    private final IntArrayList positions = new IntArrayList();
    private final int width;

    LazyDeterminization(NondeterministicProduct product, int width) {
        this.product = product;
        this.width = width;
    }

    @Override
    int root() {
        return product.root() < 0 ? -1 : subset(IntArrayList.of(product.root()));
    }

    @Override
    void expand(int node) {
        IntString subset = subsets.get(node);
        TreeMap<Integer, IntArrayList> moves = new TreeMap<>();
        for (int k = 0; k < subset.length(); k++) {
            int n = subset.at(k);
            for (int a = product.firstArc(n); a < product.endArc(n); a++) {
                if (product.mark(a) != NondeterministicProduct.NO_MARK && product.isLive(product.target(a))) {
                    moves.computeIfAbsent(product.mark(a), key -> new IntArrayList())
                            .add(product.target(a));
                }
            }
        }
        moves.forEach((mark, kernel) -> emit(mark, subset(kernel)));
    }

    /**
     * Returns the number of the subset that consists of a kernel and all nodes that arcs without marks lead to from it.
     */
    private int subset(IntArrayList kernel) {
        IntOpenHashSet seen = new IntOpenHashSet();
        int i = Integer.MAX_VALUE;
        int j = Integer.MAX_VALUE;
        int ends = 0;
        for (int k = 0; k < kernel.size(); k++) {
            int n = kernel.getInt(k);
            ends += product.isFinal(n) ? 1 : 0;
            if (!seen.add(n) || ends > 1) {
                throw new AmbiguousMarksException(product.sameMarks());
            }
            i = Math.min(i, product.inputPosition(n));
            j = Math.min(j, product.outputPosition(n));
            for (int a = product.firstArc(n); a < product.endArc(n); a++) {
                if (product.mark(a) == NondeterministicProduct.NO_MARK && product.isLive(product.target(a))) {
                    kernel.add(product.target(a));
                }
            }
        }
        int[] members = kernel.toIntArray();
        Arrays.sort(members);
        int position = i * width + j;
        return number.computeIfAbsent(IntString.of(members), added -> {
            subsets.add(added);
            positions.add(position);
            return subsets.size() - 1;
        });
    }

    @Override
    boolean isFinal(int node) {
        IntString subset = subsets.get(node);
        for (int k = 0; k < subset.length(); k++) {
            if (product.isFinal(subset.at(k))) {
                return true;
            }
        }
        return false;
    }

    @Override
    int position(int node) {
        return positions.getInt(node);
    }

    @Override
    int nodes() {
        return subsets.size();
    }

    @Override
    int furthest(int ignored) {
        int best = 0;
        for (int n = 0; n < product.nodes(); n++) {
            int p = product.inputPosition(n) * width + product.outputPosition(n);
            best = NoPathReason.further(p, best, width);
        }
        return best;
    }
}

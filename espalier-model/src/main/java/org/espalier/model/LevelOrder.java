package org.espalier.model;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * The numbering of a graph's states and arcs in which what a network processes together is contiguous. Immutable.
 *
 * <p>States are numbered by level, and within a level by decreasing number of arcs. Arcs are numbered by the level of their
 * source. A level's arcs consist of columns: the first arcs of all its states, in the order of the states, then the second arcs
 * of those that have two, and so on. So arc r of state s is {@code column(level, r) + s - firstState(level)}, and the sum over
 * the arcs of each state of a level is a sum of a few contiguous blocks.
 */
final class LevelOrder {
    private final int[] given;
    private final int[] degree;
    private final int[] levelOfState;
    private final int[] firstStateOfLevel;
    private final int[][] columns;

    /**
     * Numbers some states.
     *
     * @param states the states, at least one
     * @param level the level of each state, by its given number; levels without states are left out
     * @param degree the number of arcs of each state, by its given number
     */
    LevelOrder(int[] states, int[] level, int[] degree) {
        this.given = sorted(states, level, degree);
        this.degree = Arrays.stream(given).map(s -> degree[s]).toArray();
        this.levelOfState = new int[given.length];
        IntArrayList firsts = IntArrayList.of(0);
        for (int state = 1; state < given.length; state++) {
            if (level[given[state]] != level[given[state - 1]]) {
                firsts.add(state);
            }
            levelOfState[state] = firsts.size() - 1;
        }
        firsts.add(given.length);
        this.firstStateOfLevel = firsts.toIntArray();
        this.columns = columns(firsts.size() - 1);
    }

    /** Sorts states by level, then by decreasing degree, then as given: two stable counting sorts, minor key first. */
    private static int[] sorted(int[] states, int[] level, int[] degree) {
        int largest = Arrays.stream(degree).max().orElse(0);
        int[] decreasing = new int[degree.length];
        Arrays.setAll(decreasing, s -> largest - degree[s]);
        return sorted(sorted(states, decreasing), level);
    }

    private static int[] sorted(int[] items, int[] key) {
        int[] next = new int[Arrays.stream(key).max().orElse(0) + 2];
        for (int item : items) {
            next[key[item] + 1]++;
        }
        Arrays.parallelPrefix(next, Integer::sum);
        int[] result = new int[items.length];
        for (int item : items) {
            result[next[key[item]]++] = item;
        }
        return result;
    }

    /** Returns for each level the first arc of each column and the end of the last; then the number of arcs. */
    private int[][] columns(int levels) {
        int[][] result = new int[levels + 1][];
        int arc = 0;
        for (int l = 0; l < levels; l++) {
            int begin = firstStateOfLevel[l];
            int end = firstStateOfLevel[l + 1];
            result[l] = new int[degree[begin] + 1];
            int rows = end - begin;
            for (int rank = 0; rank < degree[begin]; rank++) {
                while (degree[begin + rows - 1] <= rank) {
                    rows--;
                }
                result[l][rank] = arc;
                arc = LatticeBatch.index((long) arc + rows);
            }
            result[l][degree[begin]] = arc;
        }
        result[levels] = new int[] {arc};
        return result;
    }

    /** Returns the given number of a state. */
    int given(int state) {
        return given[state];
    }

    /** Returns the number of each given state; -1 for those that have none. */
    int[] numbers(int givenStates) {
        int[] result = new int[givenStates];
        Arrays.fill(result, -1);
        for (int state = 0; state < given.length; state++) {
            result[given[state]] = state;
        }
        return result;
    }

    int states() {
        return given.length;
    }

    int arcs() {
        return columns[levels()][0];
    }

    int levels() {
        return firstStateOfLevel.length - 1;
    }

    /** Returns the first state of a level; for {@code level == levels()}, the number of states. */
    int firstState(int level) {
        return firstStateOfLevel[level];
    }

    int level(int state) {
        return levelOfState[state];
    }

    /** Returns the number of columns of a level: the largest number of arcs of a state of the level. */
    int ranks(int level) {
        return columns[level].length - 1;
    }

    int firstArc(int level) {
        return column(level, 0);
    }

    int endArc(int level) {
        return column(level, ranks(level));
    }

    /** Returns the first arc of a column of a level; for {@code rank == ranks(level)}, the end of the level's arcs. */
    int column(int level, int rank) {
        return columns[level][rank];
    }

    int degree(int state) {
        return degree[state];
    }

    int arc(int state, int rank) {
        int level = levelOfState[state];
        return columns[level][rank] + state - firstStateOfLevel[level];
    }
}

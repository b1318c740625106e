package org.espalier.model.search;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;

/** The rows of the next step of a scorer's walk, one for each distinct prefix whoever asks for it. */
final class PrefixRows {
    private final Long2IntOpenHashMap number = new Long2IntOpenHashMap();
    private final IntArrayList from = new IntArrayList();
    private final IntArrayList marks = new IntArrayList();

    /** The row of a prefix that is longer than that of a row by a mark. */
    int after(int row, int mark) {
        return number.computeIfAbsent((long) row << Integer.SIZE | mark, added -> {
            from.add(row);
            marks.add(mark);
            return from.size() - 1;
        });
    }

    int size() {
        return from.size();
    }

    int[] from() {
        return from.toIntArray();
    }

    int[] marks() {
        return marks.toIntArray();
    }
}

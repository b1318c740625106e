package org.espalier.model.search;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;

/** The rows of the next step of a scorer's walk: one per distinct prefix, shared by all beams. */
final class PrefixRows {
    private final Long2IntOpenHashMap number = new Long2IntOpenHashMap();
    private final IntArrayList from = new IntArrayList();
    private final IntArrayList marks = new IntArrayList();
    private final IntArrayList positions = new IntArrayList();

    /**
     * Returns the row of the prefix that extends the prefix of a row by a mark.
     *
     * @param position how much of the input it has read; a joint scorer ignores it
     */
    int after(int row, int mark, int position) {
        return number.computeIfAbsent((long) row << Integer.SIZE | mark, added -> {
            from.add(row);
            marks.add(mark);
            positions.add(position);
            return from.size() - 1;
        });
    }

    /** Returns how much of its input the prefix of a row has read. */
    int position(int row) {
        return positions.getInt(row);
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

package org.espalier.model.train;

import it.unimi.dsi.fastutil.ints.Int2ObjectMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;

/**
 * For each training pair, the most probable distinct mark strings that have been sampled so far (memoised wake-sleep, Hewitt
 * et al. 2020). Where all samples of a step miss the posterior, importance weights prefer the best of the misses; with
 * strings remembered from earlier steps, the target does not move away from what was already found.
 *
 * <p>Only the strings are remembered. Their probabilities are computed anew when they are used, since the scorer may have
 * changed.
 */
final class StringMemory {
    /** What Java needs for an array beside its elements, and for its place in a list. */
    private static final int ARRAY_BYTES = 24;

    private final int strings;
    private final long maxBytes;
    private final Int2ObjectMap<List<int[]>> ofPair = new Int2ObjectOpenHashMap<>();
    private long bytes;

    /**
     * @param strings the number of strings to remember per pair; 0 to remember nothing
     * @param maxBytes the number of bytes that all strings may take together
     */
    StringMemory(int strings, long maxBytes) {
        this.strings = strings;
        this.maxBytes = maxBytes;
    }

    boolean isEnabled() {
        return strings > 0;
    }

    /** Returns the strings that are remembered for a pair, the most probable first at the time they were remembered. */
    List<int[]> of(int pair) {
        return ofPair.getOrDefault(pair, List.of());
    }

    /** Returns the bytes that the strings take, an estimate. */
    long bytes() {
        return bytes;
    }

    /**
     * Remembers the most probable strings of a pair, and forgets the others. Where memory is full, a pair keeps fewer.
     *
     * @param best distinct strings, the most probable first
     */
    void remember(int pair, List<int[]> best) {
        bytes -= bytes(of(pair));
        List<int[]> kept = new ArrayList<>();
        for (int[] string : best) {
            long own = bytes(string);
            if (kept.size() == strings || bytes + own > maxBytes) {
                break;
            }
            bytes += own;
            kept.add(string);
        }
        if (kept.isEmpty()) {
            ofPair.remove(pair);
        } else {
            ofPair.put(pair, List.copyOf(kept));
        }
    }

    private static long bytes(List<int[]> all) {
        return all.stream().mapToLong(StringMemory::bytes).sum();
    }

    private static long bytes(int[] string) {
        return ARRAY_BYTES + (long) Integer.BYTES * string.length;
    }

    /** Returns all strings as numbers: for each pair its number, the number of its strings, and each with its length. */
    int[] toArray() {
        int[] pairs = ofPair.keySet().toIntArray();
        Arrays.sort(pairs);
        IntArrayList result = new IntArrayList();
        for (int pair : pairs) {
            List<int[]> remembered = of(pair);
            result.add(pair);
            result.add(remembered.size());
            for (int[] string : remembered) {
                result.add(string.length);
                result.addElements(result.size(), string);
            }
        }
        return result.toIntArray();
    }

    /**
     * Remembers the strings of which {@link #toArray} made these numbers. Those of other pairs stay as they are. May take more
     * than the bytes allowed, since the strings of all workers come to one, which then {@linkplain #distribute distributes} them.
     */
    void add(int... numbers) {
        int at = 0;
        while (at < numbers.length) {
            int pair = numbers[at++];
            List<int[]> best = new ArrayList<>();
            int count = numbers[at++];
            for (int k = 0; k < count; k++) {
                int length = numbers[at++];
                best.add(Arrays.copyOfRange(numbers, at, at + length));
                at += length;
            }
            bytes += bytes(best) - bytes(of(pair));
            ofPair.put(pair, best);
        }
    }

    /** Returns the strings of all workers, which remember those of different pairs, as {@link #toArray} does. */
    int[] gather(Workers workers) {
        int[] own = toArray();
        if (workers.size() == 1 || !isEnabled()) {
            return own;
        }
        double[] lengths = new double[workers.size()];
        lengths[workers.rank()] = own.length;
        double[] all = workers.sum(lengths);
        int from = (int) Arrays.stream(all).limit(workers.rank()).sum();
        int[] joined = new int[(int) Arrays.stream(all).sum()];
        System.arraycopy(own, 0, joined, from, own.length);
        if (joined.length == 0) {
            return joined;
        }
        try (PointerScope scope = new PointerScope()) {
            Tensor tensor = NumberTensors.tensor(joined);
            workers.sum(List.of(tensor));
            return NumberTensors.ints(tensor);
        }
    }

    /** Gives each worker the strings that worker 0 remembers of the pairs that belong to that worker. */
    void distribute(Workers workers) {
        StringMemory all = new StringMemory(strings, Long.MAX_VALUE);
        all.add(gather(workers));
        ofPair.clear();
        bytes = 0;
        for (int pair : all.ofPair.keySet()) {
            if (WorkerBatch.owner(pair, workers) == workers.rank()) {
                remember(pair, Objects.requireNonNull(all.ofPair.get(pair)));
            }
        }
    }
}

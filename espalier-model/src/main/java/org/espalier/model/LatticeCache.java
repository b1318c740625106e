package org.espalier.model;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.ByteArrayOutputStream;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.espalier.fst.Lattice;
import org.espalier.fst.LatticeBuilder;
import org.espalier.fst.LatticeOptions;
import org.espalier.fst.Lattices;
import org.espalier.fst.NoPathReason;
import org.espalier.fst.base.EspalierException;
import org.jspecify.annotations.Nullable;

/**
 * The lattices of a data set, built on demand and cached up to a bound in bytes. When the bound is reached, the least
 * recently used lattices are dropped; a lattice larger than the bound is built each time. Safe for use by several threads,
 * which can build lattices at the same time.
 *
 * <p>A pair whose lattice is not cached takes the memory of its symbols, in a variable-length code of seven bits per byte, and
 * of its weight.
 */
public final class LatticeCache implements LatticeSource {
    /**
     * Counts of a cache since it was created.
     *
     * @param hits the number of requests for a cached lattice
     * @param misses the number of requests for which a lattice was built
     * @param lattices the number of lattices cached now
     * @param bytes the size of these lattices
     */
    public record Statistics(long hits, long misses, int lattices, long bytes) {}

    private final Lattices lattices;
    private final LatticeOptions options;
    private final long maxBytes;
    private final byte[] symbols;
    private final int[] begin;
    private final double[] weights;
    private final Map<Integer, int[]> given;
    private final Queue<LatticeBuilder> idle = new ConcurrentLinkedQueue<>();

    // Guarded by this object's lock. The map is ordered from the least recently used lattice to the most recently used.
    private final Map<Integer, Lattice> kept = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;
    private long hits;
    private long misses;

    private LatticeCache(Builder builder, long maxBytes) {
        if (maxBytes < 0) {
            throw new EspalierException("a cache's bound in bytes must be 0 or more; got " + maxBytes);
        }
        this.lattices = builder.lattices;
        this.options = builder.options;
        this.maxBytes = maxBytes;
        this.symbols = builder.symbols.toByteArray();
        this.begin = builder.begin.toIntArray();
        this.weights = builder.weights.toDoubleArray();
        this.given = Map.copyOf(builder.given);
        builder.built.forEach(this::keep);
    }

    /** Returns a builder without pairs. */
    public static Builder builder(Lattices lattices, LatticeOptions options) {
        return new Builder(lattices, options);
    }

    @Override
    public int size() {
        return begin.length;
    }

    /**
     * Returns the lattice of a pair.
     *
     * @throws EspalierException if the machine does not generate the pair; the message says how far it was matched
     */
    @Override
    public Lattice lattice(int pair) {
        Lattice found = find(pair);
        return found != null ? found : keep(pair, build(pair));
    }

    @Override
    public int[] input(int pair) {
        return new PairDecoder(symbols, begin[pair]).string();
    }

    @Override
    public int[] output(int pair) {
        PairDecoder reader = new PairDecoder(symbols, begin[pair]);
        reader.string();
        return reader.string();
    }

    @Override
    public double weight(int pair) {
        return weights[pair];
    }

    @Override
    public Optional<int[]> given(int pair) {
        return Optional.ofNullable(given.get(pair));
    }

    @Override
    public Optional<LatticeBuilder> builder() {
        return Optional.of(lattices.builder(options));
    }

    /** Returns the counts so far. */
    public synchronized Statistics statistics() {
        return new Statistics(hits, misses, kept.size(), bytes);
    }

    private synchronized @Nullable Lattice find(int pair) {
        Lattice lattice = kept.get(pair);
        if (lattice == null) {
            misses++;
        } else {
            hits++;
        }
        return lattice;
    }

    /** Builds a lattice outside the lock. Two threads may build the same one; the first that finishes is kept. */
    private Lattice build(int pair) {
        int[] x = input(pair);
        int[] y = output(pair);
        LatticeBuilder pooled = idle.poll();
        LatticeBuilder builder = pooled != null ? pooled : lattices.builder(options);
        Lattice lattice = builder.build(x, y);
        idle.add(builder);
        if (lattice.isEmpty()) {
            NoPathReason reason = lattice.noPath().orElseThrow();
            throw new EspalierException("pair " + pair + " has no lattice: "
                    + reason.describe(
                            lattices.machine().input().symbolsOf(x),
                            lattices.machine().output().symbolsOf(y)));
        }
        return lattice;
    }

    private synchronized Lattice keep(int pair, Lattice built) {
        Lattice already = kept.get(pair);
        if (already != null) {
            return already;
        }
        if (built.bytes() > maxBytes) {
            return built;
        }
        kept.put(pair, built);
        bytes += built.bytes();
        Iterator<Lattice> oldest = kept.values().iterator();
        while (bytes > maxBytes) {
            bytes -= oldest.next().bytes();
            oldest.remove();
        }
        return built;
    }

    /** Collects the pairs of a cache, in order. */
    public static final class Builder {
        private final Lattices lattices;
        private final LatticeOptions options;
        private final ByteArrayOutputStream symbols = new ByteArrayOutputStream();
        private final IntArrayList begin = new IntArrayList();
        private final DoubleArrayList weights = new DoubleArrayList();
        private final Map<Integer, Lattice> built = new LinkedHashMap<>();
        private final Map<Integer, int[]> given = new HashMap<>();

        private Builder(Lattices lattices, LatticeOptions options) {
            this.lattices = lattices;
            this.options = options;
        }

        /** Adds a pair of weight 1, given as ids of the machine's alphabets. Its lattice is built on demand. */
        public Builder add(int[] x, int[] y) {
            return add(x, y, 1);
        }

        /**
         * Adds a pair, given as ids of the machine's alphabets. Its lattice is built on demand.
         *
         * @throws EspalierException if the weight is not a finite number above 0
         */
        public Builder add(int[] x, int[] y, double weight) {
            weights.add(LatticeSource.requireWeight(weight));
            begin.add(symbols.size());
            write(x);
            write(y);
            return this;
        }

        /** Adds the pair of a lattice that is built already, with weight 1. */
        public Builder add(Lattice lattice) {
            return add(lattice, 1);
        }

        /**
         * Adds the pair of a lattice that is built already, which the cache keeps within its bound.
         *
         * @throws EspalierException if the weight is not a finite number above 0
         */
        public Builder add(Lattice lattice, double weight) {
            built.put(begin.size(), lattice);
            return add(lattice.input(), lattice.output(), weight);
        }

        /** Gives a good mark string of a pair, by its number. */
        public Builder give(int pair, int... marks) {
            given.put(pair, marks);
            return this;
        }

        private void write(int[] string) {
            write(string.length);
            for (int symbol : string) {
                write(symbol);
            }
        }

        private void write(int number) {
            if (number < 0) {
                throw new EspalierException("symbols are numbers from 0 on; got " + number);
            }
            int rest = number;
            while (rest >= 1 << 7) {
                symbols.write(rest | 1 << 7);
                rest >>>= 7;
            }
            symbols.write(rest);
        }

        /** Builds a cache of these pairs that keeps lattices of at most {@code maxBytes} in total. */
        public LatticeCache build(long maxBytes) {
            return new LatticeCache(this, maxBytes);
        }
    }

    /** Decodes the strings that {@link Builder} encoded. */
    private static final class PairDecoder {
        private final byte[] symbols;
        private int next;

        PairDecoder(byte[] symbols, int begin) {
            this.symbols = symbols;
            this.next = begin;
        }

        int[] string() {
            int[] string = new int[number()];
            for (int k = 0; k < string.length; k++) {
                string[k] = number();
            }
            return string;
        }

        private int number() {
            int number = 0;
            for (int shift = 0; ; shift += 7) {
                byte group = symbols[next++];
                number |= (group & 0x7f) << shift;
                if (group >= 0) {
                    return number;
                }
            }
        }
    }
}

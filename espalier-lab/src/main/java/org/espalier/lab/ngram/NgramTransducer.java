package org.espalier.lab.ngram;

import it.unimi.dsi.fastutil.ints.Int2DoubleMap;
import it.unimi.dsi.fastutil.ints.Int2DoubleOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2DoubleMap;
import it.unimi.dsi.fastutil.longs.Long2DoubleOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.espalier.fst.base.EspalierException;

/**
 * Finds the outputs of an input by a beam search over strings of units that read it. The probability of an output is that of its
 * best string of units, as in Phonetisaurus without its option to accumulate. Symbols that no unit reads are skipped, as there.
 *
 * <p>Complexity: O(|x| · beam · units that read one part of x).
 */
public final class NgramTransducer {
    private final NgramModel model;
    private final int beam;
    private final Map<List<String>, IntArrayList> reading = new HashMap<>();
    private final Set<String> known = new HashSet<>();
    private final int maxRead;
    /** For each unit, the symbols that it writes, as indices into {@link #symbols}. */
    private final int[][] written;

    private final List<String> symbols;

    /**
     * An output of an input.
     *
     * @param logProbability the joint log-probability of x and y under their best segmentation
     */
    public record Output(List<String> y, double logProbability) {}

    /** One way to read a prefix of x. */
    private record Prefix(int state, int output, double logProbability) {
        static final Comparator<Prefix> BEST_FIRST = Comparator.comparingDouble(Prefix::logProbability)
                .reversed()
                .thenComparingInt(Prefix::output)
                .thenComparingInt(Prefix::state);
    }

    /**
     * Indexes the units by what they read.
     *
     * @param model the model of strings of the units
     * @param beam the maximum number of output prefixes kept after each prefix of an input
     */
    public NgramTransducer(JointUnitCorpus units, NgramModel model, int beam) {
        if (beam < 1) {
            throw new EspalierException("the beam must be at least 1; found " + beam);
        }
        this.model = model;
        this.beam = beam;
        this.written = new int[units.size()][];
        Map<String, Integer> numbers = new LinkedHashMap<>();
        int longest = 0;
        for (int unit = 0; unit < units.size(); unit++) {
            List<String> read = units.unit(unit).read();
            reading.computeIfAbsent(read, absent -> new IntArrayList()).add(unit);
            known.addAll(read);
            longest = Math.max(longest, read.size());
            written[unit] = units.unit(unit).written().stream()
                    .mapToInt(symbol -> numbers.computeIfAbsent(symbol, absent -> numbers.size()))
                    .toArray();
        }
        maxRead = longest;
        symbols = List.copyOf(numbers.keySet());
    }

    /** Returns at most n outputs, the most probable first; none if no string of units reads the input. */
    public List<Output> nBest(List<String> input, int n) {
        List<String> x = input.stream().filter(known::contains).toList();
        OutputTree outputs = new OutputTree();
        List<BeamCell> reached = new ArrayList<>();
        for (int i = 0; i <= x.size(); i++) {
            reached.add(new BeamCell(beam));
        }
        reached.get(0).add(key(model.start(), OutputTree.EMPTY), 0);
        for (int i = 0; i < x.size(); i++) {
            List<Prefix> prefixes = reached.set(i, new BeamCell(beam)).best();
            for (int length = 1; length <= Math.min(maxRead, x.size() - i); length++) {
                IntArrayList matching = reading.get(x.subList(i, i + length));
                if (matching != null) {
                    extend(prefixes, matching, outputs, reached.get(i + length));
                }
            }
        }
        return ended(reached.get(x.size()), outputs).stream().limit(n).toList();
    }

    private void extend(List<Prefix> prefixes, IntArrayList matching, OutputTree outputs, BeamCell into) {
        for (Prefix prefix : prefixes) {
            if (!into.mayKeep(prefix.logProbability)) {
                return; // Neither can its extensions, or the prefixes after it, which are less probable.
            }
            for (int k = 0; k < matching.size(); k++) {
                int unit = matching.getInt(k);
                double logProbability = prefix.logProbability + model.logProbability(prefix.state, unit);
                if (into.mayKeep(logProbability)) {
                    int output = outputs.extended(prefix.output, written[unit]);
                    into.add(key(model.next(prefix.state, unit), output), logProbability);
                }
            }
        }
    }

    private List<Output> ended(BeamCell reached, OutputTree outputs) {
        Int2DoubleOpenHashMap ended = new Int2DoubleOpenHashMap();
        for (Prefix prefix : reached.best()) {
            double logProbability = prefix.logProbability + model.logProbability(prefix.state, model.end());
            ended.mergeDouble(prefix.output, logProbability, Math::max);
        }
        return ended.int2DoubleEntrySet().stream()
                .sorted(Comparator.comparingDouble(Int2DoubleMap.Entry::getDoubleValue)
                        .reversed()
                        .thenComparingInt(Int2DoubleMap.Entry::getIntKey))
                .map(entry -> new Output(string(outputs, entry.getIntKey()), entry.getDoubleValue()))
                .toList();
    }

    private List<String> string(OutputTree outputs, int node) {
        return outputs.string(node).intStream().mapToObj(symbols::get).toList();
    }

    private static long key(int state, int output) {
        return ((long) state << 32) | output;
    }

    /**
     * The prefixes that have read the same number of symbols of x. A prefix below the beam's last place is rejected without a
     * lookup; this is safe because that place only rises.
     */
    private static final class BeamCell {
        private static final int SLACK = 4;

        private final int beam;
        private final Long2DoubleOpenHashMap logProbabilities = new Long2DoubleOpenHashMap();
        private double threshold = Double.NEGATIVE_INFINITY;

        BeamCell(int beam) {
            this.beam = beam;
            logProbabilities.defaultReturnValue(Double.NEGATIVE_INFINITY);
        }

        boolean mayKeep(double logProbability) {
            return logProbability >= threshold;
        }

        void add(long key, double logProbability) {
            logProbabilities.mergeDouble(key, logProbability, Math::max);
            if (logProbabilities.size() > (long) SLACK * beam) {
                double[] values = logProbabilities.values().toDoubleArray();
                Arrays.sort(values);
                threshold = values[values.length - beam];
                logProbabilities.values().removeIf(value -> value < threshold);
            }
        }

        List<Prefix> best() {
            List<Prefix> prefixes = new ArrayList<>(logProbabilities.size());
            for (Long2DoubleMap.Entry entry : logProbabilities.long2DoubleEntrySet()) {
                long key = entry.getLongKey();
                prefixes.add(new Prefix((int) (key >>> 32), (int) key, entry.getDoubleValue()));
            }
            prefixes.sort(Prefix.BEST_FIRST);
            return prefixes.size() > beam ? prefixes.subList(0, beam) : prefixes;
        }
    }

    /** The prefixes of outputs met by one search, each once, so that equal ones have the same number. */
    private static final class OutputTree {
        static final int EMPTY = 0;

        private final Long2IntOpenHashMap children = new Long2IntOpenHashMap();
        private final IntArrayList parents = new IntArrayList(new int[] {EMPTY});
        private final IntArrayList last = new IntArrayList(new int[] {0});

        int extended(int node, int... written) {
            int end = node;
            for (int symbol : written) {
                end = child(end, symbol);
            }
            return end;
        }

        private int child(int node, int symbol) {
            long key = key(node, symbol);
            // The root is nobody's child, so 0 means none.
            int known = children.get(key);
            if (known != 0) {
                return known;
            }
            parents.add(node);
            last.add(symbol);
            children.put(key, parents.size() - 1);
            return parents.size() - 1;
        }

        IntArrayList string(int node) {
            IntArrayList symbols = new IntArrayList();
            for (int at = node; at != EMPTY; at = parents.getInt(at)) {
                symbols.add(last.getInt(at));
            }
            Collections.reverse(symbols);
            return symbols;
        }
    }
}

package org.espalier.app.ngram;

import it.unimi.dsi.fastutil.ints.Int2DoubleMap;
import it.unimi.dsi.fastutil.ints.Int2DoubleOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2DoubleMap;
import it.unimi.dsi.fastutil.longs.Long2DoubleOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.espalier.fst.EspalierException;

/**
 * Finds the outputs of an input: a beam search over strings of units that read it. An output is as probable as its best string of
 * units, as in Phonetisaurus unless it is told to accumulate. Symbols that no unit reads are passed over, as there.
 *
 * <p>Complexity: |x| times the beam times the units that read one part of x.
 */
public final class NgramTransducer {
    private final JointUnits units;
    private final NgramModel model;
    private final int beam;
    private final Map<List<String>, IntArrayList> reading = new HashMap<>();
    private final Set<String> known = new HashSet<>();
    private final int maxRead;

    /**
     * What an input may become.
     *
     * @param logProbability of x and y together, cut in the best way
     */
    public record Output(List<String> y, double logProbability) {}

    /** A prefix of x is read, and this is one way to have done it. */
    private record Prefix(int state, int output, double logProbability) {
        static final Comparator<Prefix> BEST_FIRST = Comparator.comparingDouble(Prefix::logProbability)
                .reversed()
                .thenComparingInt(Prefix::output)
                .thenComparingInt(Prefix::state);
    }

    /**
     * Sorts units by what they read.
     *
     * @param model of strings of the units
     * @param beam the most prefixes of outputs kept after each prefix of an input
     */
    public NgramTransducer(JointUnits units, NgramModel model, int beam) {
        if (beam < 1) {
            throw new EspalierException("the beam must be at least 1; found " + beam);
        }
        this.units = units;
        this.model = model;
        this.beam = beam;
        int longest = 0;
        for (int unit = 0; unit < units.size(); unit++) {
            List<String> read = units.unit(unit).read();
            reading.computeIfAbsent(read, absent -> new IntArrayList()).add(unit);
            known.addAll(read);
            longest = Math.max(longest, read.size());
        }
        maxRead = longest;
    }

    /** At most n outputs, the most probable first; none if no string of units reads the input. */
    public List<Output> nBest(List<String> input, int n) {
        List<String> x = input.stream().filter(known::contains).toList();
        OutputTree outputs = new OutputTree();
        List<Long2DoubleOpenHashMap> reached = new ArrayList<>();
        for (int i = 0; i <= x.size(); i++) {
            reached.add(new Long2DoubleOpenHashMap());
        }
        reached.get(0).put(key(model.start(), OutputTree.EMPTY), 0);
        for (int i = 0; i < x.size(); i++) {
            List<Prefix> prefixes = best(reached.set(i, new Long2DoubleOpenHashMap()));
            for (int length = 1; length <= Math.min(maxRead, x.size() - i); length++) {
                IntArrayList matching = reading.get(x.subList(i, i + length));
                if (matching != null) {
                    extend(prefixes, matching, outputs, reached.get(i + length));
                }
            }
        }
        return ended(reached.get(x.size()), outputs).stream().limit(n).toList();
    }

    private void extend(List<Prefix> prefixes, IntArrayList matching, OutputTree outputs, Long2DoubleOpenHashMap into) {
        for (Prefix prefix : prefixes) {
            for (int k = 0; k < matching.size(); k++) {
                int unit = matching.getInt(k);
                int output = outputs.extended(prefix.output, units.unit(unit).written());
                double logProbability = prefix.logProbability + model.logProbability(prefix.state, unit);
                into.mergeDouble(key(model.next(prefix.state, unit), output), logProbability, Math::max);
            }
        }
    }

    private List<Prefix> best(Long2DoubleOpenHashMap reached) {
        List<Prefix> prefixes = new ArrayList<>(reached.size());
        for (Long2DoubleMap.Entry entry : reached.long2DoubleEntrySet()) {
            long key = entry.getLongKey();
            prefixes.add(new Prefix((int) (key >>> 32), (int) key, entry.getDoubleValue()));
        }
        prefixes.sort(Prefix.BEST_FIRST);
        return prefixes.size() > beam ? prefixes.subList(0, beam) : prefixes;
    }

    private List<Output> ended(Long2DoubleOpenHashMap reached, OutputTree outputs) {
        Int2DoubleOpenHashMap ended = new Int2DoubleOpenHashMap();
        for (Prefix prefix : best(reached)) {
            double logProbability = prefix.logProbability + model.logProbability(prefix.state, model.end());
            ended.mergeDouble(prefix.output, logProbability, Math::max);
        }
        return ended.int2DoubleEntrySet().stream()
                .sorted(Comparator.comparingDouble(Int2DoubleMap.Entry::getDoubleValue)
                        .reversed()
                        .thenComparingInt(Int2DoubleMap.Entry::getIntKey))
                .map(entry -> new Output(outputs.string(entry.getIntKey()), entry.getDoubleValue()))
                .toList();
    }

    private static long key(int state, int output) {
        return ((long) state << 32) | output;
    }

    /** The prefixes of outputs met by one search, each once, so that equal ones have the same number. */
    private static final class OutputTree {
        static final int EMPTY = 0;

        private final Map<String, Integer> numbers = new HashMap<>();
        private final Long2IntOpenHashMap children = new Long2IntOpenHashMap();
        private final IntArrayList parents = new IntArrayList(new int[] {EMPTY});
        private final List<String> last = new ArrayList<>(List.of(""));

        int extended(int node, List<String> written) {
            int end = node;
            for (String symbol : written) {
                end = child(end, symbol);
            }
            return end;
        }

        private int child(int node, String symbol) {
            long key = key(node, numbers.computeIfAbsent(symbol, absent -> numbers.size()));
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

        List<String> string(int node) {
            ArrayDeque<String> symbols = new ArrayDeque<>();
            for (int at = node; at != EMPTY; at = parents.getInt(at)) {
                symbols.addFirst(last.get(at));
            }
            return List.copyOf(symbols);
        }
    }
}

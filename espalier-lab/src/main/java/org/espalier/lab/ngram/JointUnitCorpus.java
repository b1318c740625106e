package org.espalier.lab.ngram;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.espalier.fst.base.EspalierException;

/**
 * The distinct units of alignments, numbered from 0, and the alignments as strings of these numbers.
 *
 * <p>Every unit reads something, so that a search for the outputs of an input ends. A unit that only writes is merged into the
 * unit before it or, at the start, into the first that reads.
 */
public final class JointUnitCorpus {
    private final List<JointUnit> units;
    private final List<int[]> strings;

    private JointUnitCorpus(List<JointUnit> units, List<int[]> strings) {
        this.units = List.copyOf(units);
        this.strings = List.copyOf(strings);
    }

    /**
     * Numbers units in the order of their first use.
     *
     * @throws EspalierException if there is no alignment, or one that reads nothing
     */
    public static JointUnitCorpus of(List<List<JointUnit>> alignments) {
        if (alignments.isEmpty()) {
            throw new EspalierException("there is no alignment to learn from; give at least one");
        }
        Map<JointUnit, Integer> numbers = new LinkedHashMap<>();
        List<int[]> strings = new ArrayList<>();
        for (List<JointUnit> alignment : alignments) {
            strings.add(reading(alignment).stream()
                    .mapToInt(unit -> numbers.computeIfAbsent(unit, absent -> numbers.size()))
                    .toArray());
        }
        return new JointUnitCorpus(List.copyOf(numbers.keySet()), strings);
    }

    private static List<JointUnit> reading(List<JointUnit> alignment) {
        List<JointUnit> joined = new ArrayList<>();
        List<String> first = new ArrayList<>();
        for (JointUnit unit : alignment) {
            int last = joined.size() - 1;
            if (!unit.read().isEmpty()) {
                joined.add(last < 0 ? new JointUnit(unit.read(), concatenation(first, unit.written())) : unit);
            } else if (last < 0) {
                first.addAll(unit.written());
            } else {
                JointUnit before = joined.get(last);
                joined.set(last, new JointUnit(before.read(), concatenation(before.written(), unit.written())));
            }
        }
        if (joined.isEmpty()) {
            throw new EspalierException(
                    "an alignment reads nothing: " + alignment + "; leave out pairs whose x is empty");
        }
        return joined;
    }

    private static List<String> concatenation(List<String> a, List<String> b) {
        List<String> both = new ArrayList<>(a);
        both.addAll(b);
        return both;
    }

    public int size() {
        return units.size();
    }

    public JointUnit unit(int number) {
        return units.get(number);
    }

    /** Returns the alignments in the order given. Do not modify them. */
    public List<int[]> strings() {
        return strings;
    }
}

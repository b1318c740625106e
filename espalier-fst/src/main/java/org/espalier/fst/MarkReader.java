package org.espalier.fst;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.espalier.fst.base.EspalierException;
import org.jspecify.annotations.Nullable;

/**
 * Reads mark strings: whether a path of a machine has these marks, and which pair that path generates. It follows all
 * configurations that a prefix leads to in parallel, mark by mark; in a canonical form there is only one. Immutable and
 * thread-safe.
 */
public final class MarkReader {
    private final Mfst machine;
    private final Configurations configurations;

    private MarkReader(Mfst machine) {
        this.machine = machine;
        this.configurations = new Configurations(machine);
    }

    /**
     * Returns the reader of a machine. It reads the canonical form if there is one, otherwise the machine itself. If the
     * search for that form stopped at its limit on work, a mark string may stand for several paths unnoticed; then one of
     * them is read.
     *
     * <p>Complexity: linear in the size of the machine.
     *
     * @throws EspalierException if some mark string stands for several paths
     */
    public static MarkReader of(Lattices lattices) {
        if (lattices.form() instanceof CanonicalForm.Missing missing
                && (missing.reason() == CanonicalForm.Reason.NOT_FUNCTIONAL
                        || missing.reason() == CanonicalForm.Reason.AMBIGUOUS)) {
            throw new EspalierException(
                    "reading mark strings needs a machine in which each of them stands for one path: "
                            + missing.explanation());
        }
        return new MarkReader(Operations.trim(
                lattices.form() instanceof CanonicalForm.Found found
                        ? found.machine().toMfst()
                        : lattices.machine()));
    }

    /**
     * The pair that a mark string stands for, as numbers of the machine's alphabets.
     *
     * @param input x
     * @param output y
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record GeneratedPair(int[] input, int[] output) {}

    /**
     * A configuration and how it was reached.
     *
     * @param from the previous configuration
     * @param arc the arc of the machine whose first piece led here, or -1
     */
    private record ReachedConfiguration(
            int configuration, @Nullable ReachedConfiguration from, int arc) {}

    /** A prefix of mark strings. Immutable. */
    public final class ReadPrefix {
        private final List<ReachedConfiguration> reached;

        private ReadPrefix(List<ReachedConfiguration> reached) {
            this.reached = reached;
        }

        /** Returns whether the marks of some path begin with this prefix. */
        public boolean isOnAPath() {
            return !reached.isEmpty();
        }

        /**
         * Returns this prefix followed by one more mark.
         *
         * <p>Complexity: linear in the arcs of the states that the prefix leads to.
         */
        public ReadPrefix then(int mark) {
            List<ReachedConfiguration> next = new ArrayList<>();
            for (ReachedConfiguration from : reached) {
                follow(from, mark, next);
            }
            return new ReadPrefix(closed(next));
        }

        /**
         * Returns the pair that is generated with this prefix as the whole mark string; empty if no path has these
         * marks.
         *
         * <p>Complexity: linear in the length of the path.
         */
        public Optional<GeneratedPair> pair() {
            return reached.stream()
                    .filter(last -> configurations.isState(last.configuration) && machine.isFinal(last.configuration))
                    .findFirst()
                    .map(MarkReader.this::pair);
        }
    }

    /** Returns the empty prefix. */
    public ReadPrefix empty() {
        if (machine.arcs() == 0 && !machine.isFinal(machine.initial())) {
            return new ReadPrefix(List.of());
        }
        return new ReadPrefix(closed(List.of(new ReachedConfiguration(machine.initial(), null, -1))));
    }

    /**
     * Returns the pair that a mark string stands for; empty if no path has these marks.
     *
     * <p>Complexity: linear in the marks times the arcs of the states that their prefixes lead to.
     */
    public Optional<GeneratedPair> read(int... marks) {
        ReadPrefix prefix = empty();
        for (int mark : marks) {
            prefix = prefix.then(mark);
        }
        return prefix.pair();
    }

    private void follow(ReachedConfiguration from, int mark, List<ReachedConfiguration> next) {
        int c = from.configuration;
        if (!configurations.isState(c)) {
            int arc = configurations.arc(c);
            int before = configurations.marksBefore(c);
            if (machine.symbol(arc, Tape.MARKS, before) == mark) {
                next.add(new ReachedConfiguration(configurations.after(arc, before + 1), from, -1));
            }
            return;
        }
        for (int a = machine.firstArc(c); a < machine.endArc(c); a++) {
            if (machine.length(a, Tape.MARKS) > 0 && machine.symbol(a, Tape.MARKS, 0) == mark) {
                next.add(new ReachedConfiguration(configurations.after(a, 1), from, a));
            }
        }
    }

    /** Adds the configurations that arcs without marks lead to, each once. */
    private List<ReachedConfiguration> closed(List<ReachedConfiguration> kernel) {
        List<ReachedConfiguration> closure = new ArrayList<>();
        IntSet seen = new IntOpenHashSet();
        kernel.stream().filter(reached -> seen.add(reached.configuration)).forEach(closure::add);
        for (int k = 0; k < closure.size(); k++) {
            ReachedConfiguration from = closure.get(k);
            if (!configurations.isState(from.configuration)) {
                continue;
            }
            for (int a = machine.firstArc(from.configuration); a < machine.endArc(from.configuration); a++) {
                if (machine.length(a, Tape.MARKS) == 0 && seen.add(machine.target(a))) {
                    closure.add(new ReachedConfiguration(machine.target(a), from, a));
                }
            }
        }
        return closure;
    }

    private GeneratedPair pair(ReachedConfiguration last) {
        List<Integer> arcs = new ArrayList<>();
        for (ReachedConfiguration at = last; at != null; at = at.from) {
            if (at.arc >= 0) {
                arcs.add(at.arc);
            }
        }
        Collections.reverse(arcs);
        return new GeneratedPair(string(arcs, Tape.INPUT), string(arcs, Tape.OUTPUT));
    }

    private int[] string(List<Integer> arcs, Tape tape) {
        IntArrayList result = new IntArrayList();
        arcs.forEach(arc -> result.addElements(result.size(), machine.label(arc, tape)));
        return result.toIntArray();
    }
}

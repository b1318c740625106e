package org.espalier.model.search;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.espalier.fst.base.LogSpace;
import org.espalier.model.MarkScorer;
import org.jspecify.annotations.Nullable;

/**
 * The search for the outputs of one input, mark by mark.
 *
 * <p>All prefixes of a step have equally many marks but have not read equally much of the input. Under a joint scorer p̃ falls with
 * every symbol read, so prefixes that postpone a rare symbol look better than they are. They are therefore compared by p̃ times an
 * estimate of what is still to come ({@link Lookahead}), and dropped for being far behind those that have read as much, at this
 * length or before. Without an estimate, none is dropped for that, and half of the beam goes to the prefixes with the largest p̃, the
 * other half round-robin to the best of each input position. A conditional scorer does not predict the symbols that are
 * read, so all prefixes are compared by p̃.
 *
 * <p>p̃ is a distribution over strings, so all strings that begin with a prefix together have at most its p̃. Hence a prefix far
 * behind the best output found cannot lead to a better one; the search ends when the remaining prefixes have less than the lead of
 * the n best outputs over the others; and, under a conditional scorer, the dropped prefixes bound what each output lacks.
 */
final class Beam {
    /** The limit on hypotheses reached by unmarked arcs, per place of the beam: such arcs can write without end. */
    private static final int UNMARKED = 64;

    /** Dropped prefixes with less than this share of the least probable one that is kept count for every output. */
    private static final double LOG_TINY = Math.log(1e-4);

    /** A hypothesis and an arc that extends it by a mark. */
    private record Extension(Hypothesis from, int arc, double logP) {}

    private final InputGraph graph;
    private final SearchSettings settings;
    private final double logThreshold;
    private final int[] x;
    private final boolean isJoint;
    /** For each arc the log estimate of what is to come after it; null if there is none, or none is needed. */
    private final double @Nullable [] ahead;
    /** The number of places for the best prefixes, whatever they have read. */
    private final int forBest;

    private final int maxOutput;
    private final int maxMarks;
    private final FinishedOutputs finished = new FinishedOutputs();
    private List<Hypothesis> alive = List.of();
    private List<Extension> chosen = List.of();
    private int length;

    /** For each input position, the best prefix so far that has read as much: its log p̃ with what is to come. */
    private final double[] bestAt;

    /** The log mass of dropped prefixes that are too improbable to remember what they have written. */
    private double logTiny = LogSpace.ZERO;

    /** The log mass of the prefixes that only the bound on outputs stopped. */
    private double cutByOutput = LogSpace.ZERO;

    /** The log mass of the prefixes that only the bound on marks stopped. */
    private double cutByMarks = LogSpace.ZERO;

    /**
     * @param row the row of the empty prefix
     * @param bigrams the bigrams of a joint scorer, by which prefixes are compared; null to compare them by p̃ alone
     */
    Beam(
            SingleMarkMachine machine,
            SearchSettings settings,
            MarkScorer scorer,
            int row,
            @Nullable MarkBigrams bigrams,
            int... x) {
        this.graph = new InputGraph(machine, x);
        this.settings = settings;
        this.logThreshold = Math.log(settings.threshold());
        this.x = x;
        this.isJoint = !scorer.isConditional();
        this.ahead = bigrams == null ? null : Lookahead.of(graph, bigrams);
        this.forBest = isJoint && ahead == null ? settings.beam() - settings.beam() / 2 : settings.beam();
        this.bestAt = new double[x.length + 1];
        Arrays.fill(bestAt, LogSpace.ZERO);
        maxOutput = settings.maxOutput(x.length);
        maxMarks = Math.min(settings.maxMarks(x.length), scorer.maxMarks());
        if (graph.endsWithin(graph.root(), maxOutput)) {
            alive = List.of(Hypothesis.empty(graph.root(), row, WrittenOutput.empty()));
        } else if (graph.isLive(graph.root())) {
            cutByOutput = 0;
        }
    }

    boolean isAlive() {
        return !alive.isEmpty();
    }

    /**
     * Finishes the strings that can end here, and chooses the prefixes to extend.
     *
     * @param logProbabilities the log-probabilities of every symbol after each row
     * @param eos the number of EOS, which is the number of marks
     */
    void choose(double[] logProbabilities, int eos) {
        List<Hypothesis> hypotheses = withUnmarked();
        finish(hypotheses, logProbabilities, eos);
        List<Extension> extensions = extensions(hypotheses, logProbabilities, eos + 1);
        if (isOver(extensions)) {
            chosen = List.of();
            extensions.forEach(this::drop);
        } else {
            chosen = select(extensions);
        }
    }

    private void finish(List<Hypothesis> hypotheses, double[] logProbabilities, int eos) {
        Set<Hypothesis.Kind> ended = new HashSet<>();
        for (Hypothesis each : hypotheses) {
            if (graph.isFinal(each.node()) && ended.add(new Hypothesis.Kind(each.row(), eos, -1, each.output()))) {
                finished.add(each, each.logP() + logProbabilities[each.row() * (eos + 1) + eos]);
            }
        }
    }

    /** Returns the extensions that are not too far behind. Most are, so they are compared before an object is made of them. */
    private List<Extension> extensions(List<Hypothesis> hypotheses, double[] logProbabilities, int symbols) {
        double best = LogSpace.ZERO;
        for (Hypothesis from : hypotheses) {
            for (int a = graph.firstArc(from.node()); a < graph.endArc(from.node()); a++) {
                int mark = graph.mark(a);
                if (mark != SingleMarkMachine.NO_MARK) {
                    double logP = from.logP() + logProbabilities[from.row() * symbols + mark];
                    if (fits(from, a, logP)) {
                        best = Math.max(best, logP);
                        int position = graph.inputPosition(graph.target(a));
                        bestAt[position] = Math.max(bestAt[position], estimate(a, logP));
                    }
                }
            }
        }
        double least = (isJoint ? finished.best() : Math.max(best, finished.best())) + logThreshold;
        List<Extension> result = new ArrayList<>();
        for (Hypothesis from : hypotheses) {
            for (int a = graph.firstArc(from.node()); a < graph.endArc(from.node()); a++) {
                int mark = graph.mark(a);
                if (mark != SingleMarkMachine.NO_MARK && isWithin(from, a)) {
                    double logP = from.logP() + logProbabilities[from.row() * symbols + mark];
                    if (logP < least || isBehind(a, logP)) {
                        drop(from, a, logP, least + LOG_TINY);
                    } else if (logP > LogSpace.ZERO) {
                        result.add(new Extension(from, a, logP));
                    }
                }
            }
        }
        return result;
    }

    /** Returns log p̃ of an extension with what is to come. */
    private double estimate(int arc, double logP) {
        return ahead == null ? logP : logP + ahead[arc];
    }

    /** Returns whether an extension under a joint scorer is far behind another that has read as much. */
    private boolean isBehind(int arc, double logP) {
        return ahead != null && estimate(arc, logP) < bestAt[graph.inputPosition(graph.target(arc))] + logThreshold;
    }

    /** Records that an extension is not followed. It costs little for the many that have next to no probability. */
    private void drop(Hypothesis from, int arc, double logP, double tiny) {
        if (isJoint) {
            return; // the bound would be useless, since it includes the strings of other inputs
        }
        if (logP < tiny) {
            logTiny = LogSpace.add(logTiny, logP);
        } else {
            from.output().with(graph.output(arc)).drop(logP);
        }
    }

    private void drop(Extension extension) {
        drop(extension.from, extension.arc, extension.logP, LogSpace.ZERO);
    }

    /** Extends the chosen hypotheses, each with its row of the next step. */
    void grow(PrefixRows rows) {
        alive = chosen.stream()
                .map(next -> next.from.extended(
                        graph.target(next.arc),
                        rows.after(next.from.row(), graph.mark(next.arc), graph.inputPosition(graph.target(next.arc))),
                        next.logP,
                        graph.output(next.arc),
                        graph.mark(next.arc)))
                .toList();
        chosen = List.of();
        length++;
    }

    FoundOutputs result() {
        List<FoundOutput> best =
                finished.best(settings.nBest(), output -> isJoint ? 0 : LogSpace.add(logTiny, output.logDropped()));
        double least = best.size() < settings.nBest()
                ? LogSpace.ZERO
                : best.get(best.size() - 1).logP();
        return new FoundOutputs(x, best, caution(best.isEmpty(), least));
    }

    /**
     * @param least log p̃ of the last of the n best outputs, or the log of zero if there are fewer
     */
    private Optional<SearchCaution> caution(boolean isEmpty, double least) {
        if (cutByOutput > least) {
            return Optional.of(SearchCaution.OUTPUT_BOUND);
        }
        if (cutByMarks > least) {
            return Optional.of(SearchCaution.MARK_BOUND);
        }
        return isEmpty ? Optional.of(SearchCaution.NO_OUTPUT) : Optional.empty();
    }

    private boolean isOver(List<Extension> extensions) {
        double mass = LogSpace.ZERO;
        for (Extension extension : extensions) {
            mass = LogSpace.add(mass, extension.logP);
        }
        if (mass < finished.lead(settings.nBest())) {
            return true;
        }
        if (length == maxMarks) {
            cutByMarks = mass;
            return true;
        }
        return false;
    }

    /** Returns whether the end can be reached over an arc within the bound on outputs, and records what the bound stops. */
    private boolean fits(Hypothesis from, int arc, double logP) {
        if (isWithin(from, arc)) {
            return true;
        }
        if (graph.isLive(graph.target(arc))) {
            cutByOutput = LogSpace.add(cutByOutput, logP);
        }
        return false;
    }

    private boolean isWithin(Hypothesis from, int arc) {
        return graph.endsWithin(graph.target(arc), maxOutput - from.output().length() - graph.output(arc).length);
    }

    /** Returns the hypotheses and those that arcs without marks lead to, breadth first. */
    private List<Hypothesis> withUnmarked() {
        if (!graph.hasUnmarkedArcs()) {
            return alive;
        }
        List<Hypothesis> all = new ArrayList<>(alive);
        Set<Hypothesis.Kind> seen = new HashSet<>();
        alive.forEach(each -> seen.add(kind(each)));
        long limit = alive.size() + (long) UNMARKED * settings.beam();
        for (int k = 0; k < all.size(); k++) {
            Hypothesis from = all.get(k);
            for (int a = graph.firstArc(from.node()); a < graph.endArc(from.node()); a++) {
                if (graph.mark(a) == SingleMarkMachine.NO_MARK && fits(from, a, from.logP())) {
                    Hypothesis next = from.moved(graph.target(a), graph.output(a));
                    if (all.size() >= limit) {
                        next.output().drop(next.logP());
                    } else if (seen.add(kind(next))) {
                        all.add(next);
                    }
                }
            }
        }
        return all;
    }

    private static Hypothesis.Kind kind(Hypothesis each) {
        return new Hypothesis.Kind(each.row(), SingleMarkMachine.NO_MARK, each.node(), each.output());
    }

    private Hypothesis.Kind kind(Extension next) {
        return new Hypothesis.Kind(
                next.from.row(),
                graph.mark(next.arc),
                graph.target(next.arc),
                next.from.output().with(graph.output(next.arc)));
    }

    /** Chooses extensions for the places of the beam: the best ones, some of them perhaps in turn for each input position. */
    private List<Extension> select(List<Extension> extensions) {
        extensions.sort(Comparator.comparingDouble((Extension each) -> estimate(each.arc, each.logP))
                .reversed());
        Set<Hypothesis.Kind> seen = new HashSet<>();
        List<Extension> result = new ArrayList<>();
        Map<Integer, Deque<Extension>> byPosition = new LinkedHashMap<>();
        for (Extension extension : extensions) {
            if (result.size() >= forBest) {
                byPosition
                        .computeIfAbsent(graph.inputPosition(graph.target(extension.arc)), i -> new ArrayDeque<>())
                        .add(extension);
            } else if (seen.add(kind(extension))) {
                result.add(extension);
            }
        }
        takeInTurns(byPosition, seen, result);
        byPosition.values().forEach(left -> left.forEach(this::drop));
        return result;
    }

    /** Fills the beam with the best extensions of each input position, position by position. */
    private void takeInTurns(
            Map<Integer, Deque<Extension>> byPosition, Set<Hypothesis.Kind> seen, List<Extension> result) {
        while (result.size() < settings.beam() && !byPosition.isEmpty()) {
            for (Iterator<Deque<Extension>> positions = byPosition.values().iterator(); positions.hasNext(); ) {
                Deque<Extension> ofPosition = positions.next();
                if (result.size() < settings.beam()) {
                    Extension extension = ofPosition.remove();
                    if (seen.add(kind(extension))) {
                        result.add(extension);
                    }
                }
                if (ofPosition.isEmpty()) {
                    positions.remove();
                }
            }
        }
    }
}

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

/**
 * The search for the outputs of one input, mark by mark.
 *
 * <p>All prefixes of a step have equally many marks but have not read equally much of the input. Since p̃ falls with every
 * symbol read, prefixes that postpone a rare symbol look better than they are. So half of the beam goes to the prefixes
 * with the largest p̃, whatever they have read, and the other half goes round-robin to the best of each input position. A
 * conditional scorer does not predict the symbols that are read, so all of the beam goes to the prefixes with the largest p̃.
 *
 * <p>p̃ is a distribution over strings, so all strings that begin with a prefix together have at most its p̃. Hence the
 * search ends when the remaining prefixes have less than the lead of the n best outputs over the others.
 */
final class Beam {
    /** The limit on hypotheses reached by unmarked arcs, per place of the beam: such arcs can write without end. */
    private static final int UNMARKED = 64;

    /** A hypothesis and an arc that extends it by a mark. */
    private record Extension(Hypothesis from, int arc, double logP) {}

    private final InputGraph graph;
    private final SearchSettings settings;
    private final int[] x;
    private final boolean spreads;
    private final double[] bestAt;
    /** The number of places for the most probable prefixes, whatever they have read. */
    private final int forBest;

    private final int maxOutput;
    private final int maxMarks;
    private final FinishedOutputs finished = new FinishedOutputs();
    private List<Hypothesis> alive = List.of();
    private List<Extension> chosen = List.of();
    private int length;

    /** The log mass of the prefixes that were dropped, or not continued to their ends. */
    private double missing = LogSpace.ZERO;

    /** The log mass of the prefixes that only the bound on outputs stopped. */
    private double cutByOutput = LogSpace.ZERO;

    /** The log mass of the prefixes that only the bound on marks stopped. */
    private double cutByMarks = LogSpace.ZERO;

    /**
     * @param row the row of the empty prefix
     * @param spreads whether places are reserved for each input position, as a joint scorer needs it
     */
    Beam(SingleMarkMachine machine, SearchSettings settings, int row, boolean spreads, int... x) {
        this.graph = new InputGraph(machine, x);
        this.settings = settings;
        this.x = x;
        this.spreads = spreads;
        this.bestAt = new double[x.length + 1];
        Arrays.fill(bestAt, LogSpace.ZERO);
        this.forBest = spreads ? settings.beam() - settings.beam() / 2 : settings.beam();
        maxOutput = settings.maxOutput(x.length);
        maxMarks = settings.maxMarks(x.length);
        if (graph.endsWithin(graph.root(), maxOutput)) {
            alive = List.of(Hypothesis.empty(graph.root(), row));
        } else if (graph.isLive(graph.root())) {
            cutByOutput = 0;
        }
    }

    /** Returns how much of the input the empty prefix has read. */
    int firstPosition() {
        return graph.inputPosition(graph.root());
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
            extensions.forEach(each -> miss(each.logP));
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
        double best = finished.best();
        for (Hypothesis from : hypotheses) {
            for (int a = graph.firstArc(from.node()); a < graph.endArc(from.node()); a++) {
                int mark = graph.mark(a);
                if (mark != SingleMarkMachine.NO_MARK) {
                    double logP = from.logP() + logProbabilities[from.row() * symbols + mark];
                    if (fits(from, a, logP)) {
                        best = Math.max(best, logP);
                        int position = graph.inputPosition(graph.target(a));
                        bestAt[position] = Math.max(bestAt[position], logP);
                    }
                }
            }
        }
        List<Extension> result = new ArrayList<>();
        double logThreshold = Math.log(settings.threshold());
        for (Hypothesis from : hypotheses) {
            for (int a = graph.firstArc(from.node()); a < graph.endArc(from.node()); a++) {
                int mark = graph.mark(a);
                if (mark != SingleMarkMachine.NO_MARK && isWithin(from, a)) {
                    double logP = from.logP() + logProbabilities[from.row() * symbols + mark];
                    double rival = spreads ? Math.max(finished.best(), bestAt[graph.inputPosition(graph.target(a))]) : best;
                    if (logP < rival + logThreshold) {
                        miss(logP);
                    } else if (logP > LogSpace.ZERO) {
                        result.add(new Extension(from, a, logP));
                    }
                }
            }
        }
        if (SAME_LENGTH) Arrays.fill(bestAt, LogSpace.ZERO);
        return result;
    }
    static final boolean SAME_LENGTH = Boolean.getBoolean("samelen");

    private void miss(double logP) {
        if (!spreads) {
            missing = LogSpace.add(missing, logP);
        }
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
        List<FoundOutput> best = finished.best(settings.nBest());
        double least = best.size() < settings.nBest()
                ? LogSpace.ZERO
                : best.get(best.size() - 1).logP();
        return new FoundOutputs(x, best, LogSpace.add(missing, cutByOutput), caution(best.isEmpty(), least));
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
        return graph.endsWithin(graph.target(arc), maxOutput - from.output().size() - graph.output(arc).length);
    }

    /** Returns the hypotheses and those that arcs without marks lead to, breadth first. */
    private List<Hypothesis> withUnmarked() {
        List<Hypothesis> all = new ArrayList<>(alive);
        Set<Hypothesis.Kind> seen = new HashSet<>();
        alive.forEach(each -> seen.add(kind(each)));
        long limit = alive.size() + (long) UNMARKED * settings.beam();
        for (int k = 0; k < all.size(); k++) {
            Hypothesis from = all.get(k);
            for (int a = graph.firstArc(from.node()); a < graph.endArc(from.node()) && all.size() < limit; a++) {
                if (graph.mark(a) == SingleMarkMachine.NO_MARK && fits(from, a, from.logP())) {
                    Hypothesis next = from.moved(graph.target(a), graph.output(a));
                    if (seen.add(kind(next))) {
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
                next.from.outputWith(graph.output(next.arc)));
    }

    /** Chooses extensions for the places of the beam: some by p̃ alone, the others in turn for each input position. */
    private List<Extension> select(List<Extension> extensions) {
        extensions.sort(Comparator.comparingDouble(Extension::logP).reversed());
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
        byPosition.values().forEach(left -> left.forEach(each -> miss(each.logP)));
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

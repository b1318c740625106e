package org.espalier.model.search;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.espalier.fst.base.LogSpace;
import org.espalier.model.search.SearchResult.Cut;

/**
 * The search of one input, mark by mark.
 *
 * <p>All prefixes of a step have as many marks, but not the same share of the input behind them, and p̃ makes one pay for
 * what is read: those that put off reading a rare symbol look better than they are. So half of the beam goes to the
 * prefixes of the largest p̃, whatever they have read, and the other half in turns to the best of each input position.
 *
 * <p>p̃ is a distribution over strings, so all strings that begin with a prefix have at most its p̃ together. Hence the
 * search is over when the prefixes left have less than the n best outputs are ahead of the others.
 */
final class Beam {
    /** Unmarked arcs can write without end: of what they lead to this much is followed for each place of the beam. */
    private static final int UNMARKED = 64;

    private record Candidate(Hypothesis from, int arc, double logP) {}

    private final InputGraph graph;
    private final SearchSettings settings;
    private final int maxOutput;
    private final int maxMarks;
    private final FinishedOutputs finished = new FinishedOutputs();
    private List<Hypothesis> alive = List.of();
    private List<Candidate> chosen = List.of();
    private int length;
    private double cutByOutput = LogSpace.ZERO;
    private double cutByMarks = LogSpace.ZERO;

    Beam(SingleMarkMachine machine, SearchSettings settings, int... x) {
        this.graph = new InputGraph(machine, x);
        this.settings = settings;
        maxOutput = settings.maxOutput(x.length);
        maxMarks = settings.maxMarks(x.length);
        if (graph.endsWithin(graph.root(), maxOutput)) {
            alive = List.of(Hypothesis.empty(graph.root()));
        } else if (graph.isLive(graph.root())) {
            cutByOutput = 0;
        }
    }

    boolean isAlive() {
        return !alive.isEmpty();
    }

    /**
     * Ends the strings that can end here, and chooses what to go on with. Beams do this independently of each other.
     *
     * @param logProbabilities of every symbol after each row
     * @param eos the number of EOS, and of marks
     */
    void choose(double[] logProbabilities, int eos) {
        List<Candidate> candidates = new ArrayList<>();
        Set<Hypothesis.Kind> ended = new HashSet<>();
        for (Hypothesis from : withUnmarked()) {
            int row = from.row() * (eos + 1);
            if (graph.isFinal(from.node()) && ended.add(new Hypothesis.Kind(from.row(), eos, -1, from.output()))) {
                finished.add(from, from.logP() + logProbabilities[row + eos]);
            }
            for (int a = graph.firstArc(from.node()); a < graph.endArc(from.node()); a++) {
                int mark = graph.mark(a);
                if (mark != SingleMarkMachine.NO_MARK) {
                    double logP = from.logP() + logProbabilities[row + mark];
                    if (fits(from, a, logP) && logP > LogSpace.ZERO) {
                        candidates.add(new Candidate(from, a, logP));
                    }
                }
            }
        }
        chosen = isOver(candidates) ? List.of() : select(candidates);
    }

    /** Grows the hypotheses chosen, each with its row of the next step. */
    void grow(PrefixRows rows) {
        alive = chosen.stream()
                .map(next -> next.from.grown(
                        graph.target(next.arc),
                        rows.after(next.from.row(), graph.mark(next.arc)),
                        next.logP,
                        graph.output(next.arc),
                        graph.mark(next.arc)))
                .toList();
        chosen = List.of();
        length++;
    }

    SearchResult result() {
        List<FoundOutput> best = finished.best(settings.nBest());
        double least = best.size() < settings.nBest()
                ? LogSpace.ZERO
                : best.get(best.size() - 1).logP();
        Cut cut = cutByOutput > least ? Cut.OUTPUT : cutByMarks > least ? Cut.MARKS : Cut.NONE;
        return new SearchResult(best, cut);
    }

    private boolean isOver(List<Candidate> candidates) {
        double mass = LogSpace.ZERO;
        for (Candidate candidate : candidates) {
            mass = LogSpace.add(mass, candidate.logP);
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

    /** Whether the end can be reached over an arc within the bound on outputs; if only the bound forbids it, that is kept. */
    private boolean fits(Hypothesis from, int arc, double logP) {
        int target = graph.target(arc);
        if (graph.endsWithin(target, maxOutput - from.output().size() - graph.output(arc).length)) {
            return true;
        }
        if (graph.isLive(target)) {
            cutByOutput = LogSpace.add(cutByOutput, logP);
        }
        return false;
    }

    /** The hypotheses, and those that arcs without marks make of them: the nearest first. */
    private List<Hypothesis> withUnmarked() {
        List<Hypothesis> all = new ArrayList<>(alive);
        Set<Hypothesis.Kind> seen = new HashSet<>();
        alive.forEach(each -> seen.add(kind(each)));
        long most = alive.size() + (long) UNMARKED * settings.beam();
        for (int k = 0; k < all.size(); k++) {
            Hypothesis from = all.get(k);
            for (int a = graph.firstArc(from.node()); a < graph.endArc(from.node()) && all.size() < most; a++) {
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

    private Hypothesis.Kind kind(Candidate next) {
        return new Hypothesis.Kind(
                next.from.row(),
                graph.mark(next.arc),
                graph.target(next.arc),
                next.from.outputWith(graph.output(next.arc)));
    }

    private List<Candidate> select(List<Candidate> candidates) {
        candidates.sort(Comparator.comparingDouble(Candidate::logP).reversed());
        Set<Hypothesis.Kind> seen = new HashSet<>();
        List<Candidate> result = new ArrayList<>();
        int half = settings.beam() - settings.beam() / 2;
        Map<Integer, Deque<Candidate>> others = new LinkedHashMap<>();
        for (Candidate candidate : candidates) {
            if (result.size() >= half) {
                others.computeIfAbsent(graph.inputPosition(graph.target(candidate.arc)), i -> new ArrayDeque<>())
                        .add(candidate);
            } else if (seen.add(kind(candidate))) {
                result.add(candidate);
            }
        }
        while (result.size() < settings.beam() && !others.isEmpty()) {
            for (Iterator<Deque<Candidate>> turn = others.values().iterator(); turn.hasNext(); ) {
                Deque<Candidate> ofPosition = turn.next();
                Candidate candidate = ofPosition.remove();
                if (result.size() < settings.beam() && seen.add(kind(candidate))) {
                    result.add(candidate);
                }
                if (ofPosition.isEmpty()) {
                    turn.remove();
                }
            }
        }
        return result;
    }
}

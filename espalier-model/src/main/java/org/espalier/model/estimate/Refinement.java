package org.espalier.model.estimate;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.fst.base.LogSpace;
import org.espalier.model.EventScores;
import org.espalier.model.LatticeBatch;
import org.espalier.model.MarkScorer;
import org.espalier.model.Pass;
import org.espalier.model.PathSampler;
import org.espalier.model.PathSampling;
import org.espalier.model.PrefixTree;

/**
 * Adapts a sampler to the pairs of a batch, each on its own: the cross-entropy method on T_xy. Strings are drawn and weighted
 * by p̃/q; a table of the choices at each state is estimated from the weighted counts; more strings are drawn from the table;
 * and so on. Given the pair, a posterior is nearly one path, so a table over the lattice can come close to it where a sampler
 * that was trained for all pairs does not.
 *
 * <p>All draws count. The weight of a string is p̃(ω) divided by the mean of q(ω) over all rounds, the sampler's own among
 * them, whichever round drew it (the balance heuristic). So no weight is larger than the number of rounds times what it would
 * be without refinement. The estimate of p̃(x, y) is consistent, but not unbiased as that of plain draws is: a string that a
 * table was made from is more probable under that table, which lowers its weight. In exchange, no
 * rare draw gets a huge weight. Such draws make the plain estimate unbiased, but noisy.
 *
 * <p>Complexity: beside drawing strings and scoring the distinct ones, linear in their lengths and in the lattices.
 */
final class Refinement {
    /** The weight of the sampler's own counts beside the weighted counts, so that no table collapses to a few strings. */
    private static final double OWN_COUNTS = 0.02;

    /** The effective sample size, as a fraction of the draws, down to which weights are used as they are. */
    private static final double MIN_ESS = 0.1;

    /** The effective sample size, as a fraction of the draws, that needs no further round. */
    private static final double ENOUGH_ESS = 0.9;

    private final PathSampler.Encoded sampler;
    private final MarkScorer scorer;
    private final LatticeBatch batch;
    private final int samples;
    private final SplittableRandom[] streams;
    private final int[] firstChoice;
    private final List<Map<IntArrayList, FoundString>> found;
    private final List<PathTable> tables = new ArrayList<>();
    /** For each pair the number of tables that strings were drawn from. */
    private final int[] rounds;

    /** A distinct string of a pair, with the number of times it was drawn. */
    private static final class FoundString {
        private final ScoredString string;
        private final int[] choices;
        private int draws;
        private int drawsOfSampler;
        private int drawsOfRound;

        FoundString(ScoredString string, int[] choices) {
            this.string = string;
            this.choices = choices;
        }

        ScoredString withLogQ(double logQ) {
            return new ScoredString(string.marks(), logQ, string.logP());
        }
    }

    private Refinement(PathSampler.Encoded sampler, MarkScorer scorer, int samples, SplittableRandom... streams) {
        this.sampler = sampler;
        this.scorer = scorer;
        this.batch = sampler.batch();
        this.samples = samples;
        this.streams = streams;
        this.firstChoice = PathTable.firstChoices(batch);
        this.rounds = new int[batch.pairs()];
        this.found = Stream.<Map<IntArrayList, FoundString>>generate(LinkedHashMap::new)
                .limit(batch.pairs())
                .toList();
    }

    /**
     * Draws strings for each pair of a batch.
     *
     * @param streams one random stream per pair
     */
    static List<RefinedDraws> draw(
            PathSampler.Encoded sampler, MarkScorer scorer, SamplingBudget budget, SplittableRandom... streams) {
        int samples = budget.samples() / (budget.refine() + 1);
        return new Refinement(sampler, scorer, samples, streams).run(budget.refine());
    }

    private List<RefinedDraws> run(int maxTables) {
        int[] counts = new int[batch.pairs()];
        Arrays.fill(counts, samples);
        draw(sampler, counts);
        for (int round = 1; round <= maxTables; round++) {
            for (int pair = 0; pair < counts.length; pair++) {
                counts[pair] = counts[pair] == 0 || isEnough(pair) ? 0 : samples;
            }
            if (Arrays.stream(counts).allMatch(count -> count == 0)) {
                break;
            }
            PathTable table = estimateTable();
            tables.add(table);
            for (int pair = 0; pair < counts.length; pair++) {
                if (counts[pair] > 0) {
                    rounds[pair]++;
                    found.get(pair).values().forEach(string -> string.drawsOfRound = 0);
                }
            }
            draw(table, counts);
        }
        return IntStream.range(0, batch.pairs()).mapToObj(this::draws).toList();
    }

    private void draw(PathSampler.Encoded from, int... counts) {
        PathSampling.Samples samples = PathSampling.sample(from, counts, streams);
        PrefixTree drawn = samples.tree();
        if (tables.isEmpty()) {
            // What was drawn from the sampler has its log q already.
            addScored(drawn, samples.logQ(), samples.logP(scorer));
        } else {
            scoreNew(drawn);
        }
        for (int end = 0; end < drawn.ends(); end++) {
            FoundString string = found(drawn, end);
            string.draws += drawn.endCount(end);
            string.drawsOfRound += drawn.endCount(end);
            string.drawsOfSampler += tables.isEmpty() ? drawn.endCount(end) : 0;
        }
    }

    private FoundString found(PrefixTree tree, int end) {
        return Objects.requireNonNull(found.get(tree.pair(tree.endNode(end))).get(IntArrayList.wrap(tree.string(end))));
    }

    /** Scores the strings that were not drawn before. */
    private void scoreNew(PrefixTree drawn) {
        List<List<int[]>> strings = Stream.<List<int[]>>generate(ArrayList::new)
                .limit(batch.pairs())
                .toList();
        boolean any = false;
        for (int end = 0; end < drawn.ends(); end++) {
            int pair = drawn.pair(drawn.endNode(end));
            int[] string = drawn.string(end);
            if (!found.get(pair).containsKey(IntArrayList.wrap(string))) {
                strings.get(pair).add(string);
                any = true;
            }
        }
        if (any) {
            PrefixTree tree = PrefixTree.of(batch, strings);
            EventScores scores = sampler.score(tree);
            addScored(tree, scores.logProbabilities(), scores.logP().orElseGet(() -> score(tree)));
        }
    }

    private double[] score(PrefixTree tree) {
        return scorer.score(tree, Pass.forward()).logProbabilities();
    }

    /**
     * @param logQOfEvents log q of each event of the tree under the sampler
     * @param logPOfEvents log p̃ of each event under the scorer
     */
    private void addScored(PrefixTree tree, double[] logQOfEvents, double[] logPOfEvents) {
        double[] logQ = tree.totals(logQOfEvents);
        double[] logP = tree.totals(logPOfEvents);
        for (int end = 0; end < tree.ends(); end++) {
            int pair = tree.pair(tree.endNode(end));
            int[] marks = tree.string(end);
            found.get(pair)
                    .put(
                            IntArrayList.wrap(marks),
                            new FoundString(
                                    new ScoredString(marks, logQ[end], logP[end]),
                                    PathTable.choices(batch, firstChoice, pair, marks)));
        }
    }

    /** Returns whether the last round of a pair was good enough, as its weights show. */
    private boolean isEnough(int pair) {
        double[] logWeights = found.get(pair).values().stream()
                .filter(string -> string.drawsOfRound > 0)
                .mapToDouble(string -> string.string.logP() - logQOfRound(pair, string))
                .toArray();
        int[] counts = found.get(pair).values().stream()
                .mapToInt(string -> string.drawsOfRound)
                .filter(count -> count > 0)
                .toArray();
        return counts.length == 0 || ess(logWeights, counts, 1) >= ENOUGH_ESS * samples;
    }

    private double logQOfRound(int pair, FoundString string) {
        return rounds[pair] == 0
                ? string.string.logQ()
                : tables.get(rounds[pair] - 1).logQ(string.choices);
    }

    /** Estimates the choices at each state from the weighted counts of all strings so far. */
    private PathTable estimateTable() {
        double[] weights = new double[firstChoice[batch.states()]];
        for (int pair = 0; pair < batch.pairs(); pair++) {
            List<FoundString> strings = List.copyOf(found.get(pair).values());
            double[] logWeights = new double[strings.size()];
            int[] counts = new int[strings.size()];
            for (int k = 0; k < counts.length; k++) {
                logWeights[k] = strings.get(k).string.logP() - logMixture(pair, strings.get(k));
                counts[k] = strings.get(k).draws;
            }
            double[] share = LogSpace.relativeToMax(flattened(logWeights, counts));
            double total = 0;
            for (int k = 0; k < share.length; k++) {
                share[k] *= counts[k];
                total += share[k];
            }
            for (int k = 0; k < share.length; k++) {
                double own = OWN_COUNTS * strings.get(k).drawsOfSampler / samples;
                for (int choice : strings.get(k).choices) {
                    weights[choice] += share[k] / total + own;
                }
            }
        }
        return new PathTable(batch, firstChoice, weights);
    }

    /** Returns the log-probability of a string under all rounds so far together (the balance heuristic). */
    private double logMixture(int pair, FoundString string) {
        double[] terms = new double[rounds[pair] + 1];
        terms[0] = string.string.logQ();
        for (int round = 0; round < rounds[pair]; round++) {
            terms[round + 1] = tables.get(round).logQ(string.choices);
        }
        return LogSpace.mean(terms);
    }

    /**
     * Returns log weights, divided by a number that is as close to 1 as an effective sample size of {@link #MIN_ESS} allows.
     * Otherwise a table would be made from the few strings that happened to be the best of a bad lot.
     */
    private static double[] flattened(double[] logWeights, int... counts) {
        double wanted = MIN_ESS * Arrays.stream(counts).sum();
        double low = 0;
        double high = 1;
        if (ess(logWeights, counts, 1) < wanted) {
            for (int step = 0; step < 30; step++) {
                double middle = (low + high) / 2;
                if (ess(logWeights, counts, middle) < wanted) {
                    high = middle;
                } else {
                    low = middle;
                }
            }
        } else {
            low = 1;
        }
        double power = low;
        return Arrays.stream(logWeights).map(weight -> power * weight).toArray();
    }

    private static double ess(double[] logWeights, int[] counts, double power) {
        double[] weights = LogSpace.relativeToMax(
                Arrays.stream(logWeights).map(weight -> power * weight).toArray());
        double sum = 0;
        double squares = 0;
        for (int k = 0; k < weights.length; k++) {
            sum += counts[k] * weights[k];
            squares += counts[k] * weights[k] * weights[k];
        }
        return sum * sum / squares;
    }

    private RefinedDraws draws(int pair) {
        List<Draws.Draw> all = new ArrayList<>();
        List<Draws.Draw> last = new ArrayList<>();
        for (FoundString string : found.get(pair).values()) {
            all.add(new Draws.Draw(string.withLogQ(logMixture(pair, string)), string.draws));
            if (string.drawsOfRound > 0) {
                last.add(new Draws.Draw(string.withLogQ(logQOfRound(pair, string)), string.drawsOfRound));
            }
        }
        return new RefinedDraws(new Draws(all), new Draws(last));
    }
}

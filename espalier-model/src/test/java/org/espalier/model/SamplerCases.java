package org.espalier.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.espalier.fst.Lattice;
import org.espalier.fst.dp.PathEnumeration;

/** Small samplers of every kind, and helpers for the tests of samplers. */
final class SamplerCases {
    static final Vocabulary VOCABULARY =
            new Vocabulary(RandomPairs.LETTERS.size(), RandomPairs.LETTERS.size(), RandomPairs.MARKS.size());
    static final int DIMENSION = 4;
    private static final Map<String, MarkScorer> SCORERS = new HashMap<>();
    private static final ScorerSettings SCORER = ScorerSettings.DEFAULT.withDimension(6);

    private SamplerCases() {}

    /** Returns each kind with each recurrence, arc update and history that applies to it, and some with two layers. */
    static Stream<SamplerSettings> all() {
        List<SamplerSettings> cases = new ArrayList<>();
        for (SamplerKind kind : SamplerKind.values()) {
            SamplerSettings ofKind = SamplerSettings.of(kind).withDimension(DIMENSION);
            for (boolean gated : structured(kind) ? new boolean[] {false, true} : new boolean[] {false}) {
                for (HistoryMode history :
                        kind == SamplerKind.SWP ? HistoryMode.values() : new HistoryMode[] {HistoryMode.NONE}) {
                    boolean recurrent =
                            kind != SamplerKind.TRANSFORMER && (kind != SamplerKind.SWP || history != HistoryMode.NONE);
                    for (Recurrence recurrence : recurrent ? Recurrence.values() : new Recurrence[] {Recurrence.GRU}) {
                        cases.add(ofKind.withGated(gated).withHistory(history).withRecurrence(recurrence));
                    }
                }
            }
            if (kind == SamplerKind.SWP) {
                cases.add(ofKind.withHistory(HistoryMode.WEIGHTED).withLayers(2));
            } else {
                cases.add(ofKind.withLayers(2).withHeads(2));
            }
        }
        cases.add(SamplerSettings.of(SamplerKind.NONE)
                .withDimension(DIMENSION)
                .withRecurrence(Recurrence.RNN)
                .withLayers(3));
        return cases.stream();
    }

    /** Returns the cases in which q depends on the state alone. */
    static Stream<SamplerSettings> markov() {
        return all().filter(SamplerSettings::isMarkov);
    }

    /** Returns whether a kind runs Algorithm 1. */
    static boolean structured(SamplerKind kind) {
        return kind == SamplerKind.SWP
                || kind == SamplerKind.SWPS
                || kind == SamplerKind.SWC
                || kind == SamplerKind.SWG;
    }

    /** Returns the cases that accept cyclic lattices and in which q depends on the state alone. */
    static Stream<SamplerSettings> markovForCycles() {
        return forCycles().filter(SamplerSettings::isMarkov);
    }

    /** Returns the cases that accept cyclic lattices with one recurrence each. */
    static Stream<SamplerSettings> gruForCycles() {
        return forCycles().filter(settings -> settings.recurrence() == Recurrence.GRU);
    }

    /** Returns the cases that accept cyclic lattices. */
    static Stream<SamplerSettings> forCycles() {
        return all().filter(settings -> settings.kind() != SamplerKind.TRANSFORMER);
    }

    /** Returns all cases with one recurrence each, for tests that depend little on it. */
    static Stream<SamplerSettings> gruOnly() {
        return all().filter(settings -> settings.recurrence() == Recurrence.GRU);
    }

    /** Returns a sampler whose parameters are all random, including those that are initially zero. */
    static PathSampler random(SamplerSettings settings, Parameters.Precision precision, long seed) {
        return random(settings, VOCABULARY, precision, seed, 0.7);
    }

    static PathSampler random(
            SamplerSettings settings,
            Vocabulary vocabulary,
            Parameters.Precision precision,
            long seed,
            double deviation) {
        PathSampler sampler = fresh(settings, vocabulary, precision, seed);
        Parameters parameters = sampler.parameters();
        ReferenceParameters.of(parameters)
                .random(deviation, new SplittableRandom(seed))
                .putInto(parameters);
        return sampler;
    }

    static PathSampler fresh(
            SamplerSettings settings, Vocabulary vocabulary, Parameters.Precision precision, long seed) {
        // Small networks gain nothing from a second thread, and waiting for it is expensive on a busy machine.
        Torch.useThreads(1);
        return PathSampler.create(settings, vocabulary, scorer(vocabulary, precision), seed);
    }

    static ReferenceSampler reference(SamplerSettings settings, PathSampler sampler) {
        return reference(settings, ReferenceParameters.of(sampler.parameters()));
    }

    static ReferenceSampler reference(SamplerSettings settings, ReferenceParameters tables) {
        MarkScorer scorer = scorer(VOCABULARY, Parameters.Precision.DOUBLE);
        return new ReferenceSampler(
                settings,
                VOCABULARY,
                tables,
                new ReferenceScorer(SCORER, VOCABULARY.marks(), ReferenceParameters.of(scorer.parameters())));
    }

    /** Returns the scorer that guides samplers of kind SWG, always the same one. It is never freed. */
    private static synchronized MarkScorer scorer(Vocabulary vocabulary, Parameters.Precision precision) {
        return SCORERS.computeIfAbsent(
                precision + " " + vocabulary.marks(), key -> MarkScorer.create(SCORER, vocabulary, precision, 7));
    }

    /** Returns the mark strings of all paths. */
    static List<int[]> strings(Lattice lattice) {
        return PathEnumeration.of(lattice, 100_000).stream()
                .map(lattice::marksOf)
                .toList();
    }

    /** Returns the mark strings of all paths of at most this many marks. */
    static List<int[]> strings(Lattice lattice, int maxMarks) {
        List<int[]> result = new ArrayList<>();
        addStrings(lattice, 0, new int[0], maxMarks, result);
        return result;
    }

    private static void addStrings(Lattice lattice, int state, int[] prefix, int maxMarks, List<int[]> result) {
        if (lattice.isFinal(state)) {
            result.add(prefix);
        }
        for (int a = lattice.firstArc(state); a < lattice.endArc(state) && prefix.length < maxMarks; a++) {
            int[] longer = Arrays.copyOf(prefix, prefix.length + 1);
            longer[prefix.length] = lattice.mark(a);
            addStrings(lattice, lattice.target(a), longer, maxMarks, result);
        }
    }

    /** Returns the tree of all mark strings of all pairs. */
    static PrefixTree wholeTree(LatticeBatch batch) {
        return PrefixTree.of(
                batch, batch.lattices().stream().map(SamplerCases::strings).toList());
    }

    /** Returns for each pair log q of its strings, in the order of their enumeration. */
    static List<List<Double>> logQ(PathSampler sampler, LatticeBatch batch) {
        PrefixTree tree = wholeTree(batch);
        double[] logQ =
                tree.totals(sampler.encode(batch, Pass.forward()).score(tree).logProbabilities());
        List<SortedMap<String, Double>> byString = new ArrayList<>();
        batch.lattices().forEach(lattice -> byString.add(new TreeMap<>()));
        for (int end = 0; end < tree.ends(); end++) {
            byString.get(tree.pair(tree.endNode(end))).put(Arrays.toString(tree.string(end)), logQ[end]);
        }
        List<List<Double>> result = new ArrayList<>();
        for (int p = 0; p < batch.pairs(); p++) {
            SortedMap<String, Double> ofPair = byString.get(p);
            result.add(strings(batch.lattices().get(p)).stream()
                    .map(string -> ofPair.getOrDefault(Arrays.toString(string), Double.NaN))
                    .toList());
        }
        return result;
    }

    /** Returns the marks of the prefix of a node. */
    static int[] prefix(PrefixTree tree, int node) {
        if (tree.parent(node) < 0) {
            return new int[0];
        }
        int[] before = prefix(tree, tree.parent(node));
        int[] prefix = Arrays.copyOf(before, before.length + 1);
        prefix[before.length] = tree.mark(node);
        return prefix;
    }

    /** Returns log q of each event of a tree, computed by a walk along all its strings in parallel. */
    static double[] walked(PathSampler.Encoded encoded, PrefixTree tree) {
        double[] logQ = new double[tree.events()];
        int[] pairs = new int[encoded.batch().pairs()];
        Arrays.setAll(pairs, p -> p);
        walk(encoded.walk(pairs), 0, encoded.batch(), tree, logQ);
        return logQ;
    }

    private static void walk(
            PathSampler.SamplingWalk walk, int depth, LatticeBatch batch, PrefixTree tree, double[] logQ) {
        try (walk) {
            collectLogQ(walk, tree.firstNode(depth), batch, tree, logQ);
            if (depth + 1 < tree.depths()) {
                walk(longer(walk, depth, batch, tree), depth + 1, batch, tree, logQ);
            }
        }
    }

    private static void collectLogQ(
            PathSampler.SamplingWalk walk, int firstNode, LatticeBatch batch, PrefixTree tree, double[] logQ) {
        double[] ofChoices = walk.logProbabilities();
        int[] offset = new int[walk.rows() + 1];
        for (int row = 0; row < walk.rows(); row++) {
            offset[row + 1] = offset[row] + batch.choices(walk.state(row));
        }
        for (int event = 0; event < logQ.length; event++) {
            int row = tree.prefix(event) - firstNode;
            if (row >= 0 && row < walk.rows()) {
                logQ[event] = ofChoices[offset[row] + batch.choice(walk.state(row), tree.symbol(event))];
            }
        }
    }

    private static PathSampler.SamplingWalk longer(
            PathSampler.SamplingWalk walk, int depth, LatticeBatch batch, PrefixTree tree) {
        int first = tree.firstNode(depth + 1);
        int[] from = new int[tree.firstNode(depth + 2) - first];
        int[] ranks = new int[from.length];
        for (int i = 0; i < from.length; i++) {
            from[i] = tree.parent(first + i) - tree.firstNode(depth);
            ranks[i] = batch.choice(walk.state(from[i]), tree.mark(first + i));
        }
        return walk.advance(from, ranks);
    }
}

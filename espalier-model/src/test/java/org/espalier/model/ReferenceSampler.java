package org.espalier.model;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.espalier.fst.Lattice;

/** A slow transcription of q_φ of section 3 and Appendix F, one prefix and choice at a time. */
final class ReferenceSampler {
    private final SamplerSettings settings;
    private final Vocabulary vocabulary;
    private final ReferenceParameters tables;
    private final int marks;
    private final int size;
    private final ReferenceScorer scorer;
    private final Map<Lattice, ReferenceSwp> graphs = new HashMap<>();
    private final Map<Lattice, ReferenceArcTransformer> transformers = new HashMap<>();

    /** @param scorer the scorer that guides SWG */
    ReferenceSampler(
            SamplerSettings settings, Vocabulary vocabulary, ReferenceParameters tables, ReferenceScorer scorer) {
        this.settings = settings;
        this.vocabulary = vocabulary;
        this.tables = tables;
        this.marks = vocabulary.marks();
        this.size = settings.dimension();
        this.scorer = scorer;
    }

    /** Returns log q of a whole string, including EOS. */
    double logProbability(Lattice lattice, int... string) {
        double total = 0;
        for (int t = 0; t <= string.length; t++) {
            int symbol = t < string.length ? string[t] : marks;
            total += logProbabilities(lattice, Arrays.copyOf(string, t)).getOrDefault(symbol, Double.NEGATIVE_INFINITY);
        }
        return total;
    }

    /** Returns log q(symbol | prefix) of each symbol that the lattice allows; |Ω| stands for EOS. */
    SortedMap<Integer, Double> logProbabilities(Lattice lattice, int... prefix) {
        int state = 0;
        for (int mark : prefix) {
            state = lattice.target(lattice.arc(state, mark));
        }
        SortedMap<Integer, Double> scores = scores(lattice, state, prefix);
        double total = Vectors.logSumExp(scores.values());
        scores.replaceAll((symbol, score) -> score - total);
        return scores;
    }

    /** Runs Algorithm 1 with the learned w. */
    ReferenceSwp algorithmOne(Lattice lattice) {
        return graphs.computeIfAbsent(lattice, same -> {
            ReferenceArc arc = new ReferenceArc(settings, marks, tables);
            double[] w = tables.vector("arc.weight", size);
            boolean hasContexts = settings.kind() == SamplerKind.SWC || settings.kind() == SamplerKind.SWG;
            ReferenceContexts contexts = new ReferenceContexts(settings, vocabulary, tables);
            return hasContexts
                    ? new ReferenceSwp(
                            same, 0, arc, w, state -> contexts.of(same, state), settings.kind() == SamplerKind.SWG)
                    : new ReferenceSwp(same, 0, arc, w);
        });
    }

    /** Returns the unnormalized log-probabilities. */
    private SortedMap<Integer, Double> scores(Lattice lattice, int state, int... prefix) {
        return switch (settings.kind()) {
            case NONE -> logits(lattice, state, fromHistory(prefix));
            case SWA -> logits(lattice, state, fromHistory(prefix), fromAttention(lattice, prefix));
            case SWS ->
                logits(
                        lattice,
                        state,
                        fromHistory(prefix),
                        fromInputSuffix(lattice, state),
                        fromOutputSuffix(lattice, state));
            case SWP, SWC -> pathScores(lattice, state, prefix);
            case SWPS -> mixedScores(lattice, state, prefix);
            case SWG -> guidedScores(lattice, state, prefix);
            case TRANSFORMER -> transformerScores(lattice, state);
        };
    }

    private SortedMap<Integer, Double> logits(Lattice lattice, int state, double[]... summands) {
        double[] logits = Vectors.sum(Vectors.sum(summands), tables.vector("outputBias", marks + 1));
        SortedMap<Integer, Double> legal = new TreeMap<>();
        for (int a = lattice.firstArc(state); a < lattice.endArc(state); a++) {
            legal.put(lattice.mark(a), logits[lattice.mark(a)]);
        }
        if (lattice.isFinal(state)) {
            legal.put(marks, logits[marks]);
        }
        return legal;
    }

    private double[] output(String name, double[] vector) {
        return tables.matrix(name, marks + 1, size).times(vector);
    }

    private double[] fromHistory(int... prefix) {
        return output("output", history(prefix));
    }

    /** Returns h after the beginning and the marks. */
    private double[] history(int... prefix) {
        ReferenceNetwork network = network("history", vocabulary.marks() + 1);
        ReferenceNetwork.State h = network.start().next(marks);
        for (int mark : prefix) {
            h = h.next(mark);
        }
        return h.last();
    }

    private ReferenceNetwork network(String name, int symbols) {
        return network(name, tables.matrix(name + ".embedding", symbols, size), size);
    }

    private ReferenceNetwork network(String name, ReferenceMatrix embedding, int dimension) {
        return new ReferenceNetwork(tables, name, settings, embedding, dimension);
    }

    /** Computes the attention of equation 3. */
    private double[] fromAttention(Lattice lattice, int... prefix) {
        double[] h = history(prefix);
        double[] attended = new double[size];
        double total = 0;
        for (double[] encoded : encodedTokens(lattice)) {
            double weight = Math.exp(Vectors.dot(h, encoded));
            attended = Vectors.sum(attended, Vectors.scaled(weight, encoded));
            total += weight;
        }
        return output("outputAttention", Vectors.scaled(1 / total, attended));
    }

    private double[][] encodedTokens(Lattice lattice) {
        int[] tokens = tokens(lattice);
        ReferenceMatrix embedding =
                tables.matrix("encoder.embedding", vocabulary.inputs() + vocabulary.outputs() + 1, size);
        double[][] fromLeft = new double[tokens.length][];
        double[][] fromRight = new double[tokens.length][];
        ReferenceNetwork.State state =
                network("encoder.forward", embedding, size / 2).start();
        for (int i = 0; i < tokens.length; i++) {
            state = state.next(tokens[i]);
            fromLeft[i] = state.last();
        }
        state = network("encoder.backward", embedding, size / 2).start();
        for (int i = tokens.length - 1; i >= 0; i--) {
            state = state.next(tokens[i]);
            fromRight[i] = state.last();
        }
        double[][] encoded = new double[tokens.length][];
        Arrays.setAll(encoded, i -> Vectors.concatenation(fromLeft[i], fromRight[i]));
        return encoded;
    }

    /** Returns x # yᴿ. */
    private int[] tokens(Lattice lattice) {
        int[] x = lattice.input();
        int[] y = lattice.output();
        int[] tokens = Arrays.copyOf(x, x.length + 1 + y.length);
        tokens[x.length] = vocabulary.inputs() + vocabulary.outputs();
        for (int j = 0; j < y.length; j++) {
            tokens[tokens.length - 1 - j] = vocabulary.inputs() + y[j];
        }
        return tokens;
    }

    private double[] fromInputSuffix(Lattice lattice, int state) {
        return output(
                "outputInput",
                suffix("inputSuffix", vocabulary.inputs(), lattice.input(), lattice.inputPosition(state)));
    }

    private double[] fromOutputSuffix(Lattice lattice, int state) {
        return output(
                "outputOutput",
                suffix("outputSuffix", vocabulary.outputs(), lattice.output(), lattice.outputPosition(state)));
    }

    private double[] suffix(String name, int symbols, int[] string, int from) {
        ReferenceNetwork.State state = network(name, symbols).start();
        for (int i = string.length - 1; i >= from; i--) {
            state = state.next(string[i]);
        }
        return state.last();
    }

    private SortedMap<Integer, Double> transformerScores(Lattice lattice, int state) {
        ReferenceArcTransformer transformer = transformers.computeIfAbsent(
                lattice, same -> new ReferenceArcTransformer(same, settings, marks, tables));
        SortedMap<Integer, Double> scores = new TreeMap<>();
        for (int a = lattice.firstArc(state); a < lattice.endArc(state); a++) {
            scores.put(lattice.mark(a), Math.log(transformer.weight(a) * transformer.beta(lattice.target(a))));
        }
        if (lattice.isFinal(state)) {
            scores.put(marks, 0.0);
        }
        return scores;
    }

    private SortedMap<Integer, Double> pathScores(Lattice lattice, int state, int... prefix) {
        boolean rerun = settings.history() == HistoryMode.RERUN;
        ReferenceSwp graph = rerun
                ? new ReferenceSwp(lattice, state, new ReferenceArc(settings, marks, tables), history(prefix))
                : algorithmOne(lattice);
        SortedMap<Integer, Double> scores = new TreeMap<>();
        for (int a = lattice.firstArc(state); a < lattice.endArc(state); a++) {
            double logBeta = Math.log(graph.beta(lattice.target(a)));
            scores.put(
                    lattice.mark(a),
                    switch (settings.history()) {
                        case NONE, RERUN -> Math.log(graph.q(a));
                        case WEIGHTED -> Vectors.dot(history(prefix), graph.arcEmbedding(a)) + logBeta;
                        case LOCAL -> Vectors.dot(history(prefix), graph.arcEmbedding(a));
                    });
        }
        if (lattice.isFinal(state)) {
            boolean markov = settings.history() == HistoryMode.NONE || rerun;
            scores.put(marks, markov ? Math.log(graph.qOfEnd(state)) : 0);
        }
        return scores;
    }

    /** Returns log p̃ plus what the graph says, which is 0 for EOS. */
    private SortedMap<Integer, Double> guidedScores(Lattice lattice, int state, int... prefix) {
        double[] logP = scorer.logProbabilities(prefix);
        double gate = tables.vector("gate", 1)[0];
        ReferenceSwp graph = algorithmOne(lattice);
        SortedMap<Integer, Double> scores = new TreeMap<>();
        for (int a = lattice.firstArc(state); a < lattice.endArc(state); a++) {
            int[] continued = Arrays.copyOf(prefix, prefix.length + 1);
            continued[prefix.length] = lattice.mark(a);
            double[] h = scorer.state(continued);
            double[] mixed = Vectors.sum(tables.matrix("mix", size, h.length).times(h), tables.vector("mixBias", size));
            double ahead = Vectors.dot(mixed, graph.arcEmbedding(a)) + gate * Math.log(graph.beta(graph.end(a)));
            scores.put(
                    lattice.mark(a),
                    logP[lattice.mark(a)] + logMassOfChoices(lattice, lattice.target(a), continued) + ahead);
        }
        if (lattice.isFinal(state)) {
            scores.put(marks, logP[marks]);
        }
        return scores;
    }

    /** Returns the logarithm of the probability that the scorer leaves for the choices at a state. */
    private double logMassOfChoices(Lattice lattice, int state, int... prefix) {
        double[] logP = scorer.logProbabilities(prefix);
        double mass = lattice.isFinal(state) ? Math.exp(logP[marks]) : 0;
        for (int a = lattice.firstArc(state); a < lattice.endArc(state); a++) {
            mass += Math.exp(logP[lattice.mark(a)]);
        }
        return Math.log(mass);
    }

    /** Returns the logit of SWS plus a multiple of the graph's score, which is 0 for EOS. */
    private SortedMap<Integer, Double> mixedScores(Lattice lattice, int state, int... prefix) {
        SortedMap<Integer, Double> scores = logits(
                lattice, state, fromHistory(prefix), fromInputSuffix(lattice, state), fromOutputSuffix(lattice, state));
        double gate = tables.vector("gate", 1)[0];
        ReferenceSwp graph = algorithmOne(lattice);
        for (int a = lattice.firstArc(state); a < lattice.endArc(state); a++) {
            double[] mixed = tables.matrix("mix", size, size).times(graph.arcEmbedding(a));
            double known = Vectors.dot(history(prefix), mixed) + Math.log(graph.beta(lattice.target(a)));
            scores.merge(lattice.mark(a), gate * known, Double::sum);
        }
        return scores;
    }
}

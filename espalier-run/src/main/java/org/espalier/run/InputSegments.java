package org.espalier.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.espalier.fst.Alphabet;
import org.espalier.model.estimate.Estimate;
import org.espalier.run.data.Tokenizer;
import org.espalier.run.data.UnknownSymbolPolicy;
import org.espalier.run.data.UnknownSymbols;

/**
 * An input, split into segments that the machine reads and segments of unknown symbols, which are copied. Segments are
 * transduced independently of each other.
 *
 * @param given the symbols of the input as they were given
 * @param segments the segments in order; at least one
 */
record InputSegments(List<String> given, List<Segment> segments) {
    /**
     * Consecutive symbols of an input.
     *
     * @param isCopied whether the machine does not know these symbols
     */
    record Segment(List<String> symbols, boolean isCopied) {}

    /** Splits an input at unknown symbols if these are copied; otherwise the whole input is one segment. */
    static InputSegments of(List<String> given, Alphabet known, UnknownSymbolPolicy policy) {
        List<String> x = UnknownSymbols.matched(given, known);
        if (policy != UnknownSymbolPolicy.COPY || x.stream().allMatch(known::contains)) {
            return new InputSegments(given, List.of(new Segment(x, false)));
        }
        List<Segment> segments = new ArrayList<>();
        for (int from = 0, to; from < x.size(); from = to) {
            boolean isKnown = known.contains(x.get(from));
            to = from + 1;
            while (to < x.size() && known.contains(x.get(to)) == isKnown) {
                to++;
            }
            segments.add(new Segment(x.subList(from, to), !isKnown));
        }
        return new InputSegments(given, segments);
    }

    /** Returns the segments that the machine reads. */
    List<List<String>> read() {
        return segments.stream()
                .filter(segment -> !segment.isCopied)
                .map(Segment::symbols)
                .toList();
    }

    /** Returns the only output of a copied segment. */
    static Transduction copy(List<String> symbols, Tokenizer tokens) {
        return new Transduction(tokens, symbols, new Estimate(1, 0), 1, new Estimate(0, 0), true, List.of(), null);
    }

    /**
     * Returns the most probable outputs of an input from those of its segments.
     *
     * @param ofSegments the outputs of each segment, the most probable first
     * @param nBest the largest number of outputs returned
     */
    static List<Transduction> join(List<List<Transduction>> ofSegments, int nBest, Tokenizer tokens) {
        List<Transduction> joined = ofSegments.get(0).stream().limit(nBest).toList();
        for (List<Transduction> next : ofSegments.subList(1, ofSegments.size())) {
            // A prefix that is not among the n best of the segments so far cannot begin one of the n best outputs.
            joined = join(joined, next, nBest, tokens);
        }
        return joined;
    }

    private static List<Transduction> join(
            List<Transduction> firsts, List<Transduction> seconds, int nBest, Tokenizer tokens) {
        Map<List<String>, Transduction> joined = new LinkedHashMap<>();
        for (Transduction first : firsts) {
            for (Transduction second : seconds) {
                Transduction both = concatenation(first, second, tokens);
                joined.merge(both.symbols(), both, (one, other) -> union(one, other, tokens));
            }
        }
        return joined.values().stream()
                .sorted(Comparator.comparingDouble(
                                (Transduction each) -> each.logP().value())
                        .reversed())
                .limit(nBest)
                .toList();
    }

    private static Transduction concatenation(Transduction first, Transduction second, Tokenizer tokens) {
        Estimate p = first.probability();
        Estimate q = second.probability();
        return new Transduction(
                tokens,
                concatenated(first.symbols(), second.symbols()),
                new Estimate(
                        p.value() * q.value(),
                        Math.hypot(p.standardError() * q.value(), p.value() * q.standardError())),
                first.uncalibrated() * second.uncalibrated(),
                new Estimate(
                        first.logP().value() + second.logP().value(),
                        Math.hypot(first.logP().standardError(), second.logP().standardError())),
                first.isExact() && second.isExact(),
                concatenated(first.marks(), second.marks()),
                null);
    }

    /** Returns an output that the outputs of the segments form in two ways. */
    private static Transduction union(Transduction one, Transduction other, Tokenizer tokens) {
        Transduction likelier = one.logP().value() >= other.logP().value() ? one : other;
        return new Transduction(
                tokens,
                one.symbols(),
                new Estimate(
                        one.probability().value() + other.probability().value(),
                        Math.hypot(
                                one.probability().standardError(),
                                other.probability().standardError())),
                one.uncalibrated() + other.uncalibrated(),
                Estimate.logSum(List.of(one.logP(), other.logP())),
                one.isExact() && other.isExact(),
                likelier.marks(),
                null);
    }

    private static List<String> concatenated(List<String> a, List<String> b) {
        return b.isEmpty() ? a : Stream.concat(a.stream(), b.stream()).toList();
    }
}

package org.espalier.run;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.espalier.fst.Mfst;
import org.espalier.model.estimate.Estimate;
import org.espalier.model.search.RankedOutput;

/**
 * An output for an input, or for a part of one, in symbols.
 *
 * @param logP of the input and the output, over all alignments
 * @param probability among the outputs that were ranked
 * @param isExact whether all alignments were enumerated
 * @param marks the most probable alignment found; none if it was not searched for
 */
public record Transduced(List<String> y, Estimate logP, Estimate probability, boolean isExact, List<String> marks) {
    /** What is written for a part of the input that is written as it stands. */
    static Transduced copied(List<String> symbols) {
        return new Transduced(symbols, new Estimate(0, 0), new Estimate(1, 0), true, List.of());
    }

    static Transduced of(RankedOutput ranked, Mfst machine) {
        return new Transduced(
                machine.output().symbolsOf(ranked.output().output()),
                ranked.logP(),
                ranked.probability(),
                ranked.isExact(),
                machine.marks().symbolsOf(ranked.output().marks()));
    }

    /**
     * The outputs of an input whose parts are independent of each other, the most probable first.
     *
     * @param parts the outputs of each part, the most probable first
     * @param most how many are wanted
     */
    static List<Transduced> joined(List<List<Transduced>> parts, int most) {
        List<Transduced> joined = List.of(copied(List.of()));
        for (List<Transduced> part : parts) {
            // Whatever is not among the most probable of the parts so far cannot begin one that is of all.
            joined = joined(joined, part, most);
        }
        return joined;
    }

    private static List<Transduced> joined(List<Transduced> firsts, List<Transduced> seconds, int most) {
        Map<List<String>, Transduced> joined = new LinkedHashMap<>();
        for (Transduced first : firsts) {
            for (Transduced second : seconds) {
                Transduced both = first.followedBy(second);
                joined.merge(both.y, both, Transduced::or);
            }
        }
        return joined.values().stream()
                .sorted(Comparator.comparingDouble((Transduced each) -> each.logP.value())
                        .reversed())
                .limit(most)
                .toList();
    }

    private Transduced followedBy(Transduced next) {
        double product = probability.value() * next.probability.value();
        return new Transduced(
                concatenated(y, next.y),
                new Estimate(
                        logP.value() + next.logP.value(), Math.hypot(logP.standardError(), next.logP.standardError())),
                new Estimate(
                        product,
                        Math.hypot(
                                probability.standardError() * next.probability.value(),
                                probability.value() * next.probability.standardError())),
                isExact && next.isExact,
                concatenated(marks, next.marks));
    }

    /** The same output, made of the parts in another way too. */
    private Transduced or(Transduced other) {
        Transduced likelier = logP.value() >= other.logP.value() ? this : other;
        double difference = -Math.abs(logP.value() - other.logP.value());
        return new Transduced(
                y,
                new Estimate(likelier.logP.value() + Math.log1p(Math.exp(difference)), likelier.logP.standardError()),
                new Estimate(
                        probability.value() + other.probability.value(),
                        Math.hypot(probability.standardError(), other.probability.standardError())),
                isExact && other.isExact,
                likelier.marks);
    }

    private static List<String> concatenated(List<String> a, List<String> b) {
        return b.isEmpty() ? a : Stream.concat(a.stream(), b.stream()).toList();
    }
}

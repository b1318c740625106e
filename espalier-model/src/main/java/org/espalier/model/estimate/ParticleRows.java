package org.espalier.model.estimate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.espalier.model.InputPlaces;
import org.espalier.model.LatticeBatch;
import org.espalier.model.MarkScorer;
import org.espalier.model.PathSampler;

/** Prefixes of equal length, as rows of both models' walks. */
final class ParticleRows implements AutoCloseable {
    private final LatticeBatch batch;
    private final PathSampler.SamplingWalk sampler;
    private final MarkScorer.ScoringWalk scorer;

    private ParticleRows(LatticeBatch batch, PathSampler.SamplingWalk sampler, MarkScorer.ScoringWalk scorer) {
        this.batch = batch;
        this.sampler = sampler;
        this.scorer = scorer;
    }

    /** Returns the empty prefixes of all pairs of a batch. */
    static ParticleRows roots(MarkScorer scorer, PathSampler.Encoded encoded) {
        LatticeBatch batch = encoded.batch();
        PathSampler.SamplingWalk sampler =
                encoded.walk(IntStream.range(0, batch.pairs()).toArray());
        return new ParticleRows(batch, sampler, scorer.walk(InputPlaces.of(scorer, batch, sampler.states())));
    }

    /** Creates rows for prefixes of equal length, which may continue the rows of several walks. */
    static ParticleRows of(List<ParticlePrefix> prefixes) {
        Map<ParticleRows, Integer> firstRow = new LinkedHashMap<>();
        int[] from = new int[prefixes.size()];
        int[] ranks = new int[from.length];
        int[] marks = new int[from.length];
        int rows = 0;
        for (int i = 0; i < from.length; i++) {
            ParticlePrefix.Step step = Objects.requireNonNull(prefixes.get(i).step());
            Integer first = firstRow.putIfAbsent(step.rows(), rows);
            if (first == null) {
                first = rows;
                rows += step.rows().sampler.rows();
            }
            from[i] = first + step.row();
            ranks[i] = step.choice();
            marks[i] = step.symbol();
        }
        List<ParticleRows> sources = List.copyOf(firstRow.keySet());
        if (sources.size() == 1) {
            return sources.get(0).advance(from, ranks, marks);
        }
        try (ParticleRows joined = joined(sources)) {
            return joined.advance(from, ranks, marks);
        }
    }

    private static ParticleRows joined(List<ParticleRows> all) {
        ParticleRows first = all.get(0);
        List<ParticleRows> others = all.subList(1, all.size());
        return new ParticleRows(
                first.batch,
                first.sampler.joinedWith(
                        others.stream().map(each -> each.sampler).toList()),
                first.scorer.joinedWith(others.stream().map(each -> each.scorer).toList()));
    }

    private ParticleRows advance(int[] from, int[] ranks, int[] marks) {
        PathSampler.SamplingWalk longer = sampler.advance(from, ranks);
        return new ParticleRows(
                batch, longer, scorer.advance(from, marks, row -> batch.inputPosition(longer.state(row))));
    }

    /** Returns log q(choice | prefix) of each choice, row by row. */
    double[] logQ() {
        return sampler.logProbabilities();
    }

    /** Returns log p(symbol | prefix) of each symbol, EOS the last, row by row. */
    double[] logP() {
        return scorer.logProbabilities();
    }

    @Override
    public void close() {
        sampler.close();
        scorer.close();
    }
}

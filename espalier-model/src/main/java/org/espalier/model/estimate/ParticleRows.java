package org.espalier.model.estimate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.espalier.model.MarkScorer;
import org.espalier.model.PathSampler;

/** Prefixes of equal length, as rows of both models' walks. */
final class ParticleRows implements AutoCloseable {
    private final PathSampler.SamplingWalk sampler;
    private final MarkScorer.ScoringWalk scorer;

    ParticleRows(PathSampler.SamplingWalk sampler, MarkScorer.ScoringWalk scorer) {
        this.sampler = sampler;
        this.scorer = scorer;
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
                first.sampler.joinedWith(
                        others.stream().map(each -> each.sampler).toList()),
                first.scorer.joinedWith(others.stream().map(each -> each.scorer).toList()));
    }

    private ParticleRows advance(int[] from, int[] ranks, int[] marks) {
        return new ParticleRows(sampler.advance(from, ranks), scorer.advance(from, marks));
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

package org.espalier.model.estimate;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.LatticeBatch;
import org.espalier.model.MarkScorer;
import org.espalier.model.PathSampler;
import org.espalier.model.PathSampling;

/** Advances all particle filters of a batch together, one mark at a time. */
final class BatchedParticleFilters {
    private final LatticeBatch batch;
    private final List<ParticleFilter> filters;
    private final ParticleTree strings;
    private PathSampler.SamplingWalk sampler;
    private MarkScorer.ScoringWalk scorer;

    BatchedParticleFilters(
            LatticeBatch batch,
            PathSampler.Encoded encoded,
            MarkScorer.ScoringWalk scorer,
            List<ParticleFilter> filters) {
        this.batch = batch;
        this.filters = filters;
        this.strings = new ParticleTree(batch.pairs());
        int[] pairs = new int[batch.pairs()];
        Arrays.setAll(pairs, p -> p);
        this.sampler = encoded.walk(pairs);
        this.scorer = scorer;
    }

    ParticleTree run() {
        try {
            int length = 0;
            while (new FilterStep().take()) {
                if (++length > PathSampling.MAX_MARKS && !batch.isAcyclic()) {
                    throw new EspalierException("a particle has more than " + PathSampling.MAX_MARKS
                            + " marks: the lattice is cyclic; unroll it with maxMarks");
                }
            }
            return strings;
        } finally {
            sampler.close();
            scorer.close();
        }
    }

    /** One mark for every particle that has not ended. The choices of all rows are numbered consecutively. */
    private final class FilterStep {
        private final double[] logQ = sampler.logProbabilities();
        private final double[] q = Arrays.stream(logQ).map(Math::exp).toArray();
        private final double[] logP = scorer.logProbabilities();
        private final int[] firstChoice = new int[sampler.rows() + 1];

        /** For each choice, the node it leads to; -1 until a particle takes it. */
        private final int[] nodeOf;

        FilterStep() {
            for (int row = 0; row < sampler.rows(); row++) {
                firstChoice[row + 1] = firstChoice[row] + batch.choices(sampler.state(row));
            }
            nodeOf = new int[logQ.length];
            Arrays.fill(nodeOf, -1);
        }

        /** Extends the particles by a mark. Returns false when all particles have ended. */
        boolean take() {
            filters.forEach(filter -> filter.replaceBy(extended(filter)));
            return advance();
        }

        /** Returns the particles extended by a mark. Until {@link #advance}, the row of one that continues is its choice. */
        private List<ParticleFilter.Particles> extended(ParticleFilter filter) {
            List<ParticleFilter.Particles> result = new ArrayList<>();
            for (ParticleFilter.Particles particles : filter.particles()) {
                if (particles.hasEnded()) {
                    result.add(particles);
                    continue;
                }
                int row = particles.row();
                int[] counts = Multinomial.counts(
                        particles.count(), q, firstChoice[row], firstChoice[row + 1], filter.random());
                for (int choice = 0; choice < counts.length; choice++) {
                    if (counts[choice] > 0) {
                        result.add(taken(particles, choice, counts[choice]));
                    }
                }
            }
            return result;
        }

        private ParticleFilter.Particles taken(ParticleFilter.Particles particles, int choice, int count) {
            int row = particles.row();
            int state = sampler.state(row);
            int symbol = batch.symbol(state, choice);
            int place = firstChoice[row] + choice;
            double itsLogP = logP[row * (batch.marks() + 1) + symbol];
            if (nodeOf[place] < 0) {
                nodeOf[place] = strings.add(particles.node(), symbol, logQ[place], itsLogP);
            }
            boolean ends = choice == batch.degree(state);
            return new ParticleFilter.Particles(
                    nodeOf[place], ends ? -1 : place, count, particles.logWeight() + itsLogP - logQ[place]);
        }

        /** Creates the rows of the prefixes that remain after resampling. Returns false if there are none. */
        private boolean advance() {
            int[] rowOf = new int[nodeOf.length];
            for (ParticleFilter filter : filters) {
                filter.particles().stream().filter(each -> !each.hasEnded()).forEach(each -> rowOf[each.row()] = 1);
            }
            IntArrayList from = new IntArrayList();
            IntArrayList ranks = new IntArrayList();
            IntArrayList marks = new IntArrayList();
            for (int row = 0; row < sampler.rows(); row++) {
                for (int place = firstChoice[row]; place < firstChoice[row + 1]; place++) {
                    if (rowOf[place] > 0) {
                        rowOf[place] = from.size();
                        from.add(row);
                        ranks.add(place - firstChoice[row]);
                        marks.add(batch.symbol(sampler.state(row), place - firstChoice[row]));
                    }
                }
            }
            if (from.isEmpty()) {
                return false;
            }
            filters.forEach(filter -> filter.moveTo(rowOf));
            PathSampler.SamplingWalk sampled = sampler.advance(from.toIntArray(), ranks.toIntArray());
            sampler.close();
            sampler = sampled;
            MarkScorer.ScoringWalk scored = scorer.advance(from.toIntArray(), marks.toIntArray());
            scorer.close();
            scorer = scored;
            return true;
        }
    }
}

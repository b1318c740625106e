package org.espalier.lab.experiment;

import java.util.Comparator;
import java.util.List;
import org.espalier.fst.Alphabet;
import org.espalier.fst.Lattice;
import org.espalier.lab.results.ProposalExample;
import org.espalier.lab.results.SamplerVariant;
import org.espalier.model.LatticeBatch;
import org.espalier.model.estimate.Draws;
import org.espalier.model.estimate.Estimates;
import org.espalier.model.estimate.Estimator;
import org.espalier.model.estimate.MixtureEstimator;
import org.espalier.model.estimate.PosteriorString;
import org.espalier.model.estimate.ScoredString;
import org.espalier.run.folder.TrainedRun;

/** Finds the proposals of samplers for a pair. */
final class SamplerProposals {
    private static final int SAMPLES = 64;
    private static final long SEED = 13;

    private SamplerProposals() {}

    /** Returns the string that is most probable under the sampler among many that it draws. */
    static ProposalExample.Proposal of(SamplerVariant sampler, TrainedRun run, Lattice lattice) {
        ScoredString best = new Estimator(run.model(), SAMPLES, 1, SEED)
                .draw(LatticeBatch.of(List.of(lattice)), 0).get(0).distinct().stream()
                        .map(Draws.Draw::string)
                        .max(Comparator.comparingDouble(ScoredString::logQ))
                        .orElseThrow();
        Alphabet marks = run.lattices().machine().marks();
        return new ProposalExample.Proposal(sampler, marks.symbolsOf(best.marks()), best.logQ(), best.logP());
    }

    /** Returns the posterior probability of each arc of a lattice, estimated from the draws of all samplers together. */
    static double[] posterior(List<TrainedRun> runs, Lattice lattice) {
        Draws draws = new MixtureEstimator(
                        runs.stream().map(run -> run.model().sampler()).toList(),
                        runs.get(0).model().scorer(),
                        SAMPLES,
                        SEED)
                .draw(LatticeBatch.of(List.of(lattice)), 0)
                .get(0);
        double[] result = new double[lattice.arcs()];
        for (PosteriorString path : Estimates.posteriorStrings(draws)) {
            for (int arc : lattice.arcsOf(path.string().marks()).orElseThrow()) {
                result[arc] += path.weight();
            }
        }
        return result;
    }
}

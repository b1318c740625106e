package org.espalier.model.train;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.espalier.fst.AmbiguousMarksException;
import org.espalier.fst.Lattice;
import org.espalier.fst.LatticeBuilder;
import org.espalier.fst.LatticeOptions;
import org.espalier.fst.Lattices;
import org.espalier.fst.MarkReader;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.LimitException;
import org.espalier.model.LatticeSource;
import org.espalier.model.MarkScorer;
import org.espalier.model.PathSampler;
import org.espalier.model.ScorerSampling;
import org.espalier.model.ScorerSampling.ScorerDraw;
import org.espalier.model.estimate.AcceptedMass;

/**
 * Triples (x, y, ω) drawn from p̃θ through the machine, from which a sampler learns as from supervised pairs (section 5, the
 * footnote on pre-training). Such a triple is an exact draw from p̃, so −∇log q(ω | T_xy) needs no importance weight: its
 * expectation is the gradient of the inclusive KL divergence, over the pairs that p̃ itself generates.
 *
 * @param reader reads mark strings
 * @param lattices the machine
 * @param options how lattices are built
 * @param obstacle returns why the sampler cannot take a lattice, so that its dream is skipped; empty if it can
 * @param maxMarks the largest number of marks of a dream
 */
record Dreams(
        MarkReader reader,
        Lattices lattices,
        LatticeOptions options,
        Function<Lattice, Optional<String>> obstacle,
        int maxMarks) {
    /**
     * Dreams of which the sampler can learn.
     *
     * @param pairs their pairs, with the numbers of the dreams
     * @param strings the mark string of each
     * @param sums what became of all dreams, those of which nothing can be learned included; without the loss
     */
    record DreamBatch(MicroBatch pairs, List<int[]> strings, DreamSums sums) {}

    /**
     * Returns the dreams of a machine.
     *
     * @param train the pairs to train on, which know their machine
     * @throws EspalierException if the pairs have no machine in common, or its mark strings stand for several paths
     */
    static Dreams of(LatticeSource train, PathSampler sampler, TrainingSettings settings) {
        LatticeBuilder builder = train.builder()
                .orElseThrow(() -> new EspalierException(
                                "dreams need the machine of the training pairs, and these have none in common; set dreams to 0")
                        .withSettings("dreams"));
        LatticeOptions options = builder.options();
        return new Dreams(
                reader(builder.lattices()),
                builder.lattices(),
                options.withMaxStates(Math.min(options.maxStates(), settings.dreamStates())),
                sampler::obstacle,
                // A lattice that is unrolled up to a length has no longer strings.
                options.maxMarks() == 0 ? settings.dreamMarks() : Math.min(options.maxMarks(), settings.dreamMarks()));
    }

    private static MarkReader reader(Lattices lattices) {
        try {
            return MarkReader.of(lattices);
        } catch (EspalierException e) {
            throw new EspalierException(e.getMessage() + "; give these paths different marks, or set dreams to 0", e)
                    .withSettings("dreams");
        }
    }

    /**
     * Draws dreams and builds the lattices of their pairs.
     *
     * @param numbers the number of each dream in its step, on which, with seed and step, its random stream depends
     */
    DreamBatch draw(MarkScorer scorer, long seed, long step, int... numbers) {
        List<ScorerDraw> draws =
                new ScorerSampling(scorer, reader, maxMarks).draw(Seeds.streams(seed, Seeds.DREAMS, step, numbers));
        LatticeBuilder builder = lattices.builder(options);
        List<Lattice> built = new ArrayList<>();
        List<Integer> ofBuilt = new ArrayList<>();
        for (int k = 0; k < numbers.length; k++) {
            if (draws.get(k).pair().isPresent()) {
                MarkReader.GeneratedPair pair = draws.get(k).pair().get();
                try {
                    Lattice lattice = builder.build(pair.input(), pair.output());
                    if (obstacle.apply(lattice).isEmpty()) {
                        built.add(lattice);
                        ofBuilt.add(k);
                    }
                } catch (LimitException | AmbiguousMarksException e) {
                    // Too large, or its marks do not say which path is meant: the dream is skipped.
                }
            }
        }
        AcceptedMass mass = AcceptedMass.of(draws);
        return new DreamBatch(
                new MicroBatch(built, ofBuilt.stream().mapToInt(k -> numbers[k]).toArray()),
                ofBuilt.stream().map(k -> draws.get(k).marks()).toList(),
                new DreamSums(mass, mass.accepted() - built.size(), 0));
    }
}

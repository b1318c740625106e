package org.espalier.model;

import java.util.List;
import org.espalier.fst.base.EspalierException;

/** The two networks of a neuralized transducer: the scorer p̃θ, and the sampler qφ that draws paths for it. */
public record Model(MarkScorer scorer, PathSampler sampler) implements AutoCloseable {
    /**
     * Returns an ensemble: a model whose probabilities are the means of those of its members, for strings and so for pairs. It
     * cannot be trained. Closing it closes the members.
     *
     * @throws EspalierException if the members have different marks, or some are conditional on the input and others are not
     */
    public static Model ensemble(List<Model> members) {
        MarkScorer first = members.get(0).scorer;
        for (Model member : members) {
            if (member.scorer.marks() != first.marks()) {
                throw new EspalierException("the members of an ensemble must have the same marks; these have "
                        + first.marks() + " and " + member.scorer.marks());
            }
            if (member.scorer.isConditional() != first.isConditional()) {
                throw new EspalierException("an ensemble cannot have joint and conditional members; "
                        + "take runs with the same scorer.given");
            }
        }
        return members.size() == 1
                ? members.get(0)
                : new Model(
                        new MixtureScorer(members.stream().map(Model::scorer).toList()),
                        new MixtureSampler(members.stream().map(Model::sampler).toList()));
    }

    /** Returns a model that shares the values of the parameters but has separate gradients, for another thread. */
    public Model replica() {
        return new Model(scorer.replica(), sampler.replica());
    }

    @Override
    public void close() {
        scorer.parameters().close();
        sampler.parameters().close();
    }
}

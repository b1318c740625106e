package org.espalier.run.folder;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.MarkScorer;
import org.espalier.model.Model;
import org.espalier.model.Parameters;
import org.espalier.model.PathSampler;
import org.espalier.model.ScorerSettings;
import org.espalier.model.Vocabulary;
import org.espalier.model.checkpoint.Checkpoint;
import org.espalier.model.checkpoint.CheckpointStore;
import org.espalier.model.checkpoint.OtherModelException;
import org.espalier.run.settings.RunConfig;

/** Creates the model of a run, and loads the one that it has trained. */
public final class Models {
    private Models() {}

    /** Creates a model with random parameters, which depend on the seed alone. */
    public static Model untrained(RunConfig config, Mfst machine) {
        SplittableRandom seeds = new SplittableRandom(config.seed());
        long scorerSeed = seeds.nextLong();
        long samplerSeed = seeds.nextLong();
        Vocabulary vocabulary = Vocabulary.of(machine);
        MarkScorer scorer = MarkScorer.create(config.scorer(), machine, Parameters.Precision.SINGLE, scorerSeed);
        try {
            return new Model(scorer, PathSampler.create(config.sampler(), vocabulary, scorer, samplerSeed));
        } catch (RuntimeException e) {
            scorer.parameters().close();
            throw e;
        }
    }

    /** Creates a model with random parameters, or with the scorer of the run that {@code scorer.from} names. */
    public static Model initial(RunConfig config, Mfst machine, Consumer<String> warnings) {
        Model model = untrained(config, machine);
        try {
            config.scorerFrom().ifPresent(from -> copyScorer(model, from, config, machine, warnings));
            return model;
        } catch (RuntimeException e) {
            model.close();
            throw e;
        }
    }

    private static String description(ScorerSettings scorer) {
        return "kind " + scorer.kind().name().toLowerCase(Locale.ROOT) + ", given "
                + scorer.given().name().toLowerCase(Locale.ROOT) + ", dimension " + scorer.dimension() + ", layers "
                + scorer.layers() + ", attention " + scorer.attention() + ", masked " + scorer.masked() + ", tied "
                + scorer.tied() + ", heads "
                + scorer.heads() + ", maxMarks "
                + scorer.maxMarks();
    }

    private static void copyScorer(Model model, Path from, RunConfig config, Mfst machine, Consumer<String> warnings) {
        try (TrainedRun other = TrainedRun.open(from, warnings)) {
            if (other.members().size() > 1) {
                throw new EspalierException(
                                from + " is an ensemble, and a scorer comes from one run; name one of its members")
                        .withSettings("scorer.from");
            }
            if (!other.lattices().machine().marks().equals(machine.marks())) {
                throw new EspalierException("the scorer of " + from + " is for other marks than the machine's: "
                        + other.lattices().machine().marks().size() + " there, "
                        + machine.marks().size() + " here; name a run of the same machine and alphabets");
            }
            if (model.scorer().isConditional()
                    && !other.lattices().machine().input().equals(machine.input())) {
                throw new EspalierException("the scorer of " + from
                        + " reads other inputs than the machine's; name a run" + " of the same machine and alphabets");
            }
            if (!other.config().scorer().equals(config.scorer())) {
                throw new EspalierException("the scorer of " + from + " has "
                        + description(other.config().scorer()) + ", not " + description(config.scorer())
                        + "; set scorer.… as there");
            }
            model.scorer().parameters().copyFrom(other.model().scorer().parameters());
        }
    }

    /**
     * Loads the parameters of the best checkpoint of a run into a model, or those of the latest if no validation has chosen a
     * best one or the best is damaged.
     *
     * @return the number of steps after which the checkpoint was saved
     * @throws ResumableException if there is no checkpoint yet
     */
    static long load(Model model, RunFolder run, CheckpointStore store, Consumer<String> warnings) {
        Checkpoint checkpoint = best(store, warnings)
                .or(() -> store.latest(warnings))
                .orElseThrow(() ->
                        new ResumableException(run.path() + " has no checkpoint yet; train it first", run.path()));
        checkpoint.restore(model);
        return checkpoint.step();
    }

    private static Optional<Checkpoint> best(CheckpointStore store, Consumer<String> warnings) {
        try {
            return store.best(warnings);
        } catch (OtherModelException e) {
            throw e;
        } catch (EspalierException e) {
            warnings.accept(e.getMessage() + "; using the latest instead");
            return Optional.empty();
        }
    }
}

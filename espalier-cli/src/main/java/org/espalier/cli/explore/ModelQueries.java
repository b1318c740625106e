package org.espalier.cli.explore;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.espalier.cli.http.RequestRefusedException;
import org.espalier.fst.Lattice;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.LatticeBatch;
import org.espalier.model.Model;
import org.espalier.model.PathSampling;
import org.espalier.model.SwpWeights;
import org.espalier.model.estimate.Draws;
import org.espalier.model.estimate.Estimates;
import org.espalier.model.estimate.Estimator;
import org.espalier.model.estimate.SamplingBudget;
import org.jspecify.annotations.Nullable;

/** The computations with models. For one thread. */
final class ModelQueries implements AutoCloseable {
    /** The number of strings drawn between two checks for cancellation. */
    private static final int BATCH_SIZE = 64;

    /** The number of pairs whose strings are cached: stepping through a string enumerates them once only. */
    private static final int MAX_CACHED = 4;

    private record Key(Model model, List<String> x, List<String> y) {}

    private final TrainedRunCache runs;
    private final Map<Key, EnumeratedPosterior> enumerated = new LinkedHashMap<>();

    ModelQueries(Consumer<String> warnings) {
        this.runs = new TrainedRunCache(warnings);
    }

    InferAnswer infer(CatalogueRun run, PairLattice pair, SamplingBudget budget, long seed, CancellationToken stop) {
        long start = System.nanoTime();
        Model model = model(run, pair);
        stop.check();
        LatticeBatch batch = pair.batch();
        Lattice lattice = pair.lattice();
        Draws draws = draw(model, batch, budget, seed, stop);
        EnumeratedPosterior exact = EnumeratedPosterior.isPossible(lattice) ? enumerate(pair, model, stop) : null;
        // The tables of a refined sampler are known by their draws only.
        EnumeratedPosterior exactQ = budget.isRefined() ? null : exact;
        SwpWeights markov = budget.isRefined() || exact != null || !run.isMarkov() || !lattice.isAcyclic()
                ? null
                : PathSampling.suffixWeights(model.sampler(), batch).orElse(null);
        return new InferAnswer(
                run.id(),
                arcQ(lattice, batch, draws, exactQ, markov),
                exactQ != null || markov != null ? InferAnswer.EXACT : InferAnswer.SAMPLED,
                ArcProbabilities.of(lattice, exact != null ? exact.byPosterior() : Estimates.posteriorStrings(draws)),
                exact != null ? InferAnswer.EXACT : InferAnswer.WEIGHTED,
                exact != null
                        ? InferAnswer.Value.exact(exact.logLikelihood())
                        : InferAnswer.Value.of(Estimates.logLikelihood(draws)),
                InferAnswer.finite(
                        exactQ != null
                                ? exactQ.partialKl()
                                : Estimates.partialKl(draws).value()),
                InferAnswer.finite(Estimates.ess(draws)),
                InferAnswer.finite(Estimates.deduplicatedEss(draws)),
                draws.samples(),
                budget.refine(),
                draws.distinct().size(),
                InferAnswer.strings(lattice, draws),
                exactQ != null ? InferAnswer.finite(exactQ.kl()) : null,
                (System.nanoTime() - start) / 1e9);
    }

    private static double[] arcQ(
            Lattice lattice,
            LatticeBatch batch,
            Draws draws,
            @Nullable EnumeratedPosterior exact,
            @Nullable SwpWeights markov) {
        if (exact != null) {
            return ArcProbabilities.of(lattice, exact.bySampler());
        }
        return markov != null
                ? ArcProbabilities.of(batch, markov)
                : ArcProbabilities.of(lattice, InferAnswer.shares(draws));
    }

    private Model model(CatalogueRun run, PairLattice pair) {
        Model model = runs.of(run).model();
        model.sampler().obstacle(pair.lattice()).ifPresent(reason -> {
            throw new EspalierException("this pair: " + reason);
        });
        return model;
    }

    private EnumeratedPosterior enumerate(PairLattice pair, Model model, CancellationToken stop) {
        Key key = new Key(model, pair.pair().x(), pair.pair().y());
        EnumeratedPosterior known = enumerated.get(key);
        if (known != null) {
            return known;
        }
        EnumeratedPosterior found = EnumeratedPosterior.of(model, pair.batch(), stop);
        if (enumerated.size() == MAX_CACHED) {
            enumerated.remove(enumerated.keySet().iterator().next());
        }
        enumerated.put(key, found);
        return found;
    }

    /**
     * Draws samples in batches, each from a random stream of its own. Refined samples are one batch, since all of them weigh
     * in what is drawn next.
     */
    private static Draws draw(
            Model model, LatticeBatch batch, SamplingBudget budget, long seed, CancellationToken stop) {
        int samples = budget.samples();
        if (budget.isRefined()) {
            return new Estimator(model, budget, samples, seed).draw(batch, 0).get(0);
        }
        Map<IntArrayList, Draws.Draw> drawn = new LinkedHashMap<>();
        for (int done = 0, round = 0; done < samples; done += BATCH_SIZE, round++) {
            stop.check();
            int count = Math.min(BATCH_SIZE, samples - done);
            for (Draws.Draw draw : new Estimator(model, count, count, seed)
                    .draw(batch, round)
                    .get(0)
                    .distinct()) {
                drawn.merge(
                        IntArrayList.wrap(draw.string().marks()),
                        draw,
                        (one, other) -> new Draws.Draw(one.string(), one.count() + other.count()));
            }
        }
        return new Draws(List.copyOf(drawn.values()));
    }

    StepAnswer step(List<CatalogueRun> runsToCompare, PairLattice pair, List<Integer> prefix, CancellationToken stop) {
        Lattice lattice = pair.lattice();
        int state = follow(lattice, prefix);
        int[] marks =
                lattice.marksOf(prefix.stream().mapToInt(Integer::intValue).toArray());
        LatticeBatch batch = pair.batch();
        List<StepAnswer.RunStep> steps = new ArrayList<>();
        for (CatalogueRun run : runsToCompare) {
            stop.check();
            double[] logQ = PathSampling.distribution(model(run, pair).sampler(), batch, 0, marks);
            steps.add(new StepAnswer.RunStep(run.id(), choices(lattice, state, logQ)));
        }
        List<StepAnswer.Share> posterior = runsToCompare.isEmpty() || !EnumeratedPosterior.isPossible(lattice)
                ? null
                : posterior(runsToCompare.get(0), pair, state, marks, stop);
        return new StepAnswer(state, steps, posterior);
    }

    private static int follow(Lattice lattice, List<Integer> prefix) {
        int state = 0;
        for (int arc : prefix) {
            if (arc < lattice.firstArc(state) || arc >= lattice.endArc(state)) {
                throw new RequestRefusedException(
                        RequestRefusedException.UNPROCESSABLE,
                        "arc " + arc + " does not leave state " + state + "; a prefix is a path from state 0");
            }
            state = lattice.target(arc);
        }
        return state;
    }

    private static List<StepAnswer.Choice> choices(Lattice lattice, int state, double[] logQ) {
        List<StepAnswer.Choice> choices = new ArrayList<>();
        int degree = lattice.endArc(state) - lattice.firstArc(state);
        for (int k = 0; k < logQ.length; k++) {
            int arc = k < degree ? lattice.firstArc(state) + k : StepAnswer.END;
            String mark = k < degree ? lattice.machine().marks().symbol(lattice.mark(arc)) : StepAnswer.END_MARK;
            choices.add(new StepAnswer.Choice(arc, mark, Math.exp(logQ[k])));
        }
        return choices;
    }

    private List<StepAnswer.Share> posterior(
            CatalogueRun run, PairLattice pair, int state, int[] marks, CancellationToken stop) {
        EnumeratedPosterior strings = enumerate(pair, model(run, pair), stop);
        List<StepAnswer.Share> shares = new ArrayList<>();
        strings.next(marks, StepAnswer.END).forEach((mark, p) -> {
            int arc = mark == StepAnswer.END ? StepAnswer.END : pair.lattice().arc(state, mark);
            shares.add(new StepAnswer.Share(arc, p));
        });
        return shares;
    }

    @Override
    public void close() {
        runs.close();
    }
}

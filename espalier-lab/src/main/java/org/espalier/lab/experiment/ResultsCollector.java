package org.espalier.lab.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.fst.Lattice;
import org.espalier.fst.base.AtomicFiles;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.FileErrors;
import org.espalier.fst.language.DataSymbols;
import org.espalier.lab.report.LatticePicture;
import org.espalier.lab.results.ProposalExample;
import org.espalier.lab.results.RefinementErrors;
import org.espalier.lab.results.SamplerAnalysis;
import org.espalier.lab.results.SamplerResult;
import org.espalier.lab.results.SamplerVariant;
import org.espalier.lab.results.TaskResults;
import org.espalier.lab.task.DataStatistics;
import org.espalier.lab.task.TaskData;
import org.espalier.model.estimate.Estimate;
import org.espalier.run.data.Pair;
import org.espalier.run.folder.TrainedRun;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Collects the results of all stages of an experiment on one task. */
record ResultsCollector(
        ExperimentPlan plan, TaskName task, TaskFolder folder, TaskData data, ExperimentListener listener) {
    private static final JsonMapper MAPPER = JsonMapper.shared();

    TaskResults results() {
        DataStatistics statistics = DataStatistics.of(data, () -> {});
        return new TaskResults(
                task.id(),
                plan.scale().dimensions().sampler(),
                statistics.marks(),
                statistics.parts().stream().map(ResultsCollector::split).toList(),
                plan.seeds().stream().map(this::scorer).toList(),
                plan.seeds().stream()
                        .flatMap(seed -> plan.trials(seed).stream())
                        .map(this::sampler)
                        .toList(),
                examples(),
                required(folder.analysis(plan.seeds().get(0)), SamplerAnalysis.class),
                plan.refinementTrials(plan.seeds().get(0)).stream()
                        .map(trial -> required(folder.refinement(trial), RefinementErrors.class))
                        .toList());
    }

    private static TaskResults.Split split(DataStatistics.Part part) {
        return new TaskResults.Split(
                part.name(),
                part.pairs(),
                part.inputLength(),
                part.outputLength(),
                part.before().states(),
                part.before().arcs(),
                part.minimal().states(),
                part.minimal().arcs());
    }

    private TaskResults.Scorer scorer(long seed) {
        Path run = folder.scorer(seed);
        try (TrainedRun trained = TrainedRun.open(run, listener::info)) {
            return new TaskResults.Scorer(
                    seed,
                    trained.step(),
                    trained.model().scorer().parameters().size(),
                    curve(run, Double.NaN),
                    required(folder.reference(seed), ReferenceLikelihoods.class).summary());
        }
    }

    private SamplerResult sampler(SamplerTrial trial) {
        Path run = folder.run(trial);
        SamplerEvaluation test = test(trial);
        ReferenceLikelihoods reference = required(folder.reference(trial.seed()), ReferenceLikelihoods.class);
        SamplerTiming timing = plan.isTimed()
                ? required(folder.finding(folder.run(timed(trial)), "timing"), SamplerTiming.class)
                : SamplerTiming.UNKNOWN;
        return new SamplerResult(
                trial.sampler(),
                trial.dimension(),
                trial.seed(),
                test.parameters(),
                plan.scale().steps().sampler(),
                test.step(),
                SamplerEvaluation.mean(test.partialKl()),
                test.kl(reference),
                test.refinedKl(reference),
                plan.samplers().contains(SamplerVariant.SWS)
                        ? test.difference(test(sws(trial)))
                        : new Estimate(Double.NaN, Double.NaN),
                test.klByLength(reference),
                SamplerEvaluation.mean(test.markLength()),
                SamplerEvaluation.mean(test.ess()),
                SamplerEvaluation.mean(test.deduplicatedEss()),
                timing.secondsToSample(),
                timing.secondsToStep(),
                curve(run, timing.secondsToStep()));
    }

    private SamplerEvaluation test(SamplerTrial trial) {
        return required(folder.finding(folder.run(trial), "test"), SamplerEvaluation.class);
    }

    /** Returns the trial of SWS with the same scorer, at the dimension of the main tables. */
    private SamplerTrial sws(SamplerTrial trial) {
        return new SamplerTrial(SamplerVariant.SWS, plan.scale().dimensions().sampler(), trial.seed());
    }

    /** Returns the trial that was timed. Only the first seed is timed, since the seed does not change the cost. */
    private SamplerTrial timed(SamplerTrial trial) {
        return new SamplerTrial(trial.sampler(), trial.dimension(), plan.seeds().get(0));
    }

    private static <T> T required(Path file, Class<T> type) {
        return TaskFolder.read(file, type).orElseThrow(() -> new EspalierException(file + " is missing"));
    }

    /** Returns the validations of a run. Their times are computed from the time of a step on an otherwise idle machine. */
    private static List<TaskResults.CurvePoint> curve(Path run, double secondsToStep) {
        List<TaskResults.CurvePoint> curve = new ArrayList<>();
        try (Stream<String> lines = Files.lines(run.resolve("metrics.jsonl"))) {
            lines.map(MAPPER::readTree)
                    .filter(line -> line.path("kind").asString("").equals("validation"))
                    .forEach(line -> curve.add(point(line, secondsToStep)));
        } catch (IOException e) {
            throw FileErrors.reading(run.resolve("metrics.jsonl").toString(), e);
        }
        return curve;
    }

    private static TaskResults.CurvePoint point(JsonNode line, double secondsToStep) {
        long step = line.path("step").asLong();
        return new TaskResults.CurvePoint(
                step,
                line.path("partialKl").asDouble(Double.NaN),
                line.path("iwae").asDouble(Double.NaN),
                line.path("ess").asDouble(Double.NaN),
                step * secondsToStep);
    }

    private List<ProposalExample> examples() {
        Pair pair = examplePair();
        List<SamplerTrial> trials = plan.mainTrials(plan.seeds().get(0));
        List<TrainedRun> runs = new ArrayList<>();
        try {
            trials.forEach(trial -> runs.add(TrainedRun.open(folder.run(trial), listener::info)));
            Lattice lattice = runs.get(0).lattices().build(pair.x(), pair.y());
            List<ProposalExample.Proposal> proposals = IntStream.range(0, trials.size())
                    .mapToObj(k -> SamplerProposals.of(trials.get(k).sampler(), runs.get(k), lattice))
                    .toList();
            String picture = task.id() + "-lattice.svg";
            AtomicFiles.writeText(
                    plan.out().resolve(picture),
                    LatticePicture.draw(lattice, proposals, SamplerProposals.posterior(runs, lattice)));
            return List.of(new ProposalExample(pair.x(), pair.y(), isFromPaper(pair), picture, proposals));
        } finally {
            runs.forEach(TrainedRun::close);
        }
    }

    private boolean isFromPaper(Pair pair) {
        return task.paperExample().filter(pair.x()::equals).isPresent();
    }

    /** Returns the pair that the paper shows, if it has one and the machine has its symbols, otherwise the first test pair. */
    private Pair examplePair() {
        DataSymbols known = data.symbols();
        return TaskDataFactory.paperExample(task, plan)
                .filter(pair ->
                        known.input().containsAll(pair.x()) && known.output().containsAll(pair.y()))
                .orElse(data.test().get(0));
    }
}

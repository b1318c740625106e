package org.espalier.app.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.app.data.Pair;
import org.espalier.app.report.LatticePicture;
import org.espalier.app.results.Analysis;
import org.espalier.app.results.Example;
import org.espalier.app.results.SamplerResult;
import org.espalier.app.results.TaskResults;
import org.espalier.app.run.TrainedRun;
import org.espalier.app.task.DataStatistics;
import org.espalier.app.task.TaskData;
import org.espalier.fst.EspalierException;
import org.espalier.fst.Lattice;
import org.espalier.fst.io.AtomicFiles;
import org.espalier.fst.io.Failure;
import org.espalier.fst.language.DataSymbols;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Puts together what the stages of an experiment have found on one task. */
record Gathering(Plan plan, TaskName task, TaskFolder folder, TaskData data, Watcher watcher) {
    private static final JsonMapper MAPPER = JsonMapper.shared();

    TaskResults results() {
        DataStatistics statistics = DataStatistics.of(data, () -> {});
        TaskResults results = new TaskResults(
                task.id(),
                plan.scale().dimensions().sampler(),
                statistics.marks(),
                statistics.parts().stream().map(Gathering::split).toList(),
                plan.seeds().stream().map(this::scorer).toList(),
                plan.seeds().stream()
                        .flatMap(seed -> plan.cells(seed).stream())
                        .map(this::sampler)
                        .toList(),
                examples(),
                required(folder.analysis(plan.seeds().get(0)), Analysis.class));
        TaskFolder.write(folder.results(), results);
        return results;
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
        try (TrainedRun trained = TrainedRun.open(run, watcher::say)) {
            return new TaskResults.Scorer(
                    seed,
                    trained.step(),
                    trained.model().scorer().parameters().size(),
                    curve(run, Double.NaN),
                    required(folder.reference(seed), Reference.class).summary());
        }
    }

    private SamplerResult sampler(Cell cell) {
        Path run = folder.run(cell);
        SamplerTest test = required(folder.finding(run, "test"), SamplerTest.class);
        Timing timing = required(folder.finding(folder.run(timed(cell)), "timing"), Timing.class);
        return new SamplerResult(
                cell.sampler(),
                cell.dimension(),
                cell.seed(),
                test.parameters(),
                plan.scale().steps().sampler(),
                test.step(),
                SamplerTest.mean(test.partialKl()),
                test.kl(required(folder.reference(cell.seed()), Reference.class)),
                SamplerTest.mean(test.markLength()),
                SamplerTest.mean(test.ess()),
                SamplerTest.mean(test.deduplicatedEss()),
                timing.secondsToSample(),
                timing.secondsToStep(),
                curve(run, timing.secondsToStep()));
    }

    /** A sampler costs the same whatever the seed, so that of the first is timed. */
    private Cell timed(Cell cell) {
        return new Cell(cell.sampler(), cell.dimension(), plan.seeds().get(0));
    }

    private static <T> T required(Path file, Class<T> type) {
        return TaskFolder.read(file, type).orElseThrow(() -> new EspalierException(file + " is missing"));
    }

    /** The validations of a run, timed by what a step costs alone on the machine. */
    private static List<TaskResults.CurvePoint> curve(Path run, double secondsToStep) {
        List<TaskResults.CurvePoint> curve = new ArrayList<>();
        try (Stream<String> lines = Files.lines(run.resolve("metrics.jsonl"))) {
            lines.map(MAPPER::readTree)
                    .filter(line -> line.path("kind").asString("").equals("validation"))
                    .forEach(line -> curve.add(point(line, secondsToStep)));
        } catch (IOException e) {
            throw Failure.reading(run.resolve("metrics.jsonl").toString(), e);
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

    private List<Example> examples() {
        Pair pair = examplePair();
        List<Cell> cells = plan.mainCells(plan.seeds().get(0));
        List<TrainedRun> runs = new ArrayList<>();
        try {
            cells.forEach(cell -> runs.add(TrainedRun.open(folder.run(cell), watcher::say)));
            Lattice lattice = runs.get(0).lattices().build(pair.x(), pair.y());
            List<Example.Proposal> proposals = IntStream.range(0, cells.size())
                    .mapToObj(k -> Proposals.of(cells.get(k).sampler(), runs.get(k), lattice))
                    .toList();
            String picture = task.id() + "-lattice.svg";
            AtomicFiles.writeText(
                    plan.out().resolve(picture),
                    LatticePicture.draw(lattice, proposals, Proposals.posterior(runs, lattice)));
            return List.of(new Example(pair.x(), pair.y(), isFromPaper(pair), picture, proposals));
        } finally {
            runs.forEach(TrainedRun::close);
        }
    }

    private boolean isFromPaper(Pair pair) {
        return task.paperExample().filter(pair.x()::equals).isPresent();
    }

    /** The pair that the paper shows, if there is one and the machine knows its symbols; otherwise the first to test on. */
    private Pair examplePair() {
        DataSymbols known = data.symbols();
        return TaskMaker.paperExample(task, plan)
                .filter(pair ->
                        known.input().containsAll(pair.x()) && known.output().containsAll(pair.y()))
                .orElse(data.test().get(0));
    }
}

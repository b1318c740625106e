package org.espalier.lab.experiment;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.fst.base.EspalierException;
import org.espalier.lab.report.Report;
import org.espalier.lab.results.ExperimentResults;
import org.espalier.lab.results.SamplerAnalysis;
import org.espalier.lab.results.SamplerVariant;
import org.espalier.lab.results.TaskResults;
import org.espalier.lab.task.TaskData;
import org.espalier.model.Torch;
import org.espalier.run.folder.Provenance;
import org.espalier.run.folder.TrainedRun;

/**
 * The paper's experiment, stage by stage: make the data; train a scorer θ alternately with a sampler that is then
 * discarded; train every sampler φ with θ frozen; test them. What a stage has found is kept in files, and a stage whose files
 * are there is skipped, so that an experiment goes on wherever it was cut off.
 */
public final class Experiment {
    /** Scorers of smaller dimension are not trained faster by a second thread. */
    private static final int WORTH_THREADS = 128;

    private static final String RESULTS = "results.json";

    private final ExperimentPlan plan;
    private final ExperimentListener watcher;
    private final Map<TaskName, TaskFolder> folders = new LinkedHashMap<>();
    private final Map<TaskName, TaskData> data = new LinkedHashMap<>();

    public Experiment(ExperimentPlan plan, ExperimentListener watcher) {
        this.plan = plan;
        this.watcher = watcher;
        plan.tasks().forEach(task -> folders.put(task, new TaskFolder(plan.out().resolve(task.id()))));
    }

    /**
     * Does all that is not yet done, and writes results and report into the folder.
     *
     * @throws ExperimentStoppedException if the watcher asked for it
     */
    public ExperimentResults run() {
        requireOurs(plan.out());
        plan.tasks().forEach(this::prepare);
        train("training scorers", scorers());
        train("training samplers", samplers());
        test();
        estimateReferences();
        analyze();
        time();
        List<TaskResults> found =
                plan.tasks().stream().map(task -> gathering(task).results()).toList();
        ExperimentResults results = new ExperimentResults(
                plan.command(), Provenance.ofProgram(), plan.scale().name(), plan.departures(), plan.seeds(), found);
        results.write(plan.out().resolve(RESULTS));
        Report.write(results, plan.out());
        return results;
    }

    private static void requireOurs(Path out) {
        if (Files.exists(out.resolve("config.yaml"))) {
            throw new EspalierException(out + " is the folder of a run, not of an experiment; name another with --out");
        }
        if (Files.exists(out) && !Files.isDirectory(out)) {
            throw new EspalierException(
                    out + " cannot be the folder of an experiment: it is a file; name a new folder");
        }
        boolean hasExperiment =
                Arrays.stream(TaskName.values()).anyMatch(task -> new TaskFolder(out.resolve(task.id())).isClaimed());
        for (String name : List.of(RESULTS, Report.TABLES, Report.PAGE)) {
            if (!hasExperiment && Files.exists(out.resolve(name))) {
                throw new EspalierException(out + " cannot be the folder of an experiment: it holds '" + name
                        + "', which no experiment has written; name a new folder");
            }
        }
    }

    private void prepare(TaskName task) {
        TaskData made = TaskDataFactory.make(task, plan);
        folder(task)
                .claim(new TaskFolder.Purpose(
                        task.id(), plan.scale(), made.recipe().command()));
        made.write(folder(task).data());
        data.put(task, made);
    }

    private TaskFolder folder(TaskName task) {
        return Optional.ofNullable(folders.get(task)).orElseThrow();
    }

    private ResultsCollector gathering(TaskName task) {
        return new ResultsCollector(plan, task, folder(task), data(task), watcher);
    }

    private TaskData data(TaskName task) {
        return Optional.ofNullable(data.get(task)).orElseThrow();
    }

    private List<ModelTraining> scorers() {
        List<ModelTraining> result = new ArrayList<>();
        int number = plan.tasks().size() * plan.seeds().size();
        int threads = plan.scale().dimensions().scorer() < WORTH_THREADS
                ? 1
                : Math.max(1, plan.jobs() / Math.min(number, plan.jobs()));
        for (TaskName task : plan.tasks()) {
            plan.seeds().forEach(seed -> result.add(ModelTraining.ofScorer(plan.scale(), folder(task), seed, threads)));
        }
        return result;
    }

    private List<ModelTraining> samplers() {
        return cells(true).stream()
                .map(place -> ModelTraining.ofSampler(plan.scale(), place.folder, place.cell))
                .toList();
    }

    /** A cell, and where it is. */
    private record Place(TaskName task, TaskFolder folder, SamplerTrial cell) {
        Path run() {
            return folder.run(cell);
        }
    }

    /** Cells of one seed and dimension after those of another, so that a first comparison is there early. */
    private List<Place> cells(boolean sweep) {
        List<Place> result = new ArrayList<>();
        for (long seed : plan.seeds()) {
            for (TaskName task : plan.tasks()) {
                (sweep ? plan.cells(seed) : plan.mainCells(seed))
                        .forEach(cell -> result.add(new Place(task, folder(task), cell)));
            }
        }
        return result;
    }

    private void train(String what, List<ModelTraining> trainings) {
        watcher.stage(
                what,
                "steps",
                trainings.stream().mapToLong(ModelTraining::steps).sum());
        ParallelTasks crew = new ParallelTasks(plan.jobs());
        List<ModelTraining> open = new ArrayList<>();
        for (ModelTraining training : trainings) {
            if (training.isDone()) {
                watcher.advance(training.steps(), true);
            } else {
                open.add(training);
            }
        }
        crew.forEach(open, training -> training.run(watcher, crew::hasFailed));
    }

    private TaskLattices lattices(TaskName task) {
        return new TaskLattices(folder(task), watcher);
    }

    private void test() {
        List<Place> places = cells(true);
        watcher.stage("testing samplers", "samplers", places.size());
        Torch.useThreads(1);
        new ParallelTasks(plan.jobs()).forEach(places, place -> {
            Path file = place.folder.finding(place.run(), "test");
            boolean isDone = Files.exists(file);
            if (!isDone) {
                requireGoingOn();
                try (TrainedRun run = open(place.run())) {
                    TaskFolder.write(
                            file,
                            SamplerEvaluation.of(
                                    run,
                                    lattices(place.task).test(run),
                                    plan.scale().testing().samples()));
                }
            }
            watcher.advance(1, isDone);
        });
    }

    private void estimateReferences() {
        Torch.useThreads(plan.jobs());
        for (TaskName task : plan.tasks()) {
            for (long seed : plan.seeds()) {
                estimateReference(task, seed);
            }
        }
    }

    private void estimateReference(TaskName task, long seed) {
        Path file = folder(task).reference(seed);
        List<SamplerTrial> cells = plan.mainCells(seed);
        List<String> names = cells.stream().map(SamplerTrial::name).toList();
        boolean isDone = TaskFolder.read(file, ReferenceLikelihoods.class)
                .filter(found -> found.samplers().equals(names))
                .isPresent();
        if (isDone) {
            return;
        }
        List<TrainedRun> runs = new ArrayList<>();
        try {
            cells.forEach(cell -> runs.add(open(folder(task).run(cell))));
            var test = lattices(task).test(runs.get(0));
            watcher.stage("estimating log p(x, y) of " + task.id() + ", seed " + seed, "pairs", test.size());
            ReferenceLikelihoods reference = ReferenceLikelihoods.of(
                    names, runs.stream().map(TrainedRun::model).toList(), test, plan.scale(), pair -> {
                        watcher.advance(1, false);
                        requireGoingOn();
                    });
            TaskFolder.write(file, reference);
        } finally {
            runs.forEach(TrainedRun::close);
        }
    }

    /** With the models of the first seed. */
    private void analyze() {
        long seed = plan.seeds().get(0);
        for (TaskName task : plan.tasks()) {
            Path file = folder(task).analysis(seed);
            boolean isDone = TaskFolder.read(file, SamplerAnalysis.class)
                    .filter(found -> found.samplers().stream()
                            .map(SamplerAnalysis.Exactly::sampler)
                            .toList()
                            .equals(plan.samplers()))
                    .isPresent();
            if (!isDone) {
                requireGoingOn();
                watcher.stage("analyzing samplers of " + task.id() + " by small lattices", "task", 1);
                TaskFolder.write(file, analysis(task, seed));
                watcher.advance(1, false);
            }
        }
    }

    private SamplerAnalysis analysis(TaskName task, long seed) {
        Map<SamplerVariant, TrainedRun> runs = new LinkedHashMap<>();
        try {
            plan.mainCells(seed)
                    .forEach(cell -> runs.put(cell.sampler(), open(folder(task).run(cell))));
            return new SamplerAnalyzer(runs, data(task).valid()).analyze();
        } finally {
            runs.values().forEach(TrainedRun::close);
        }
    }

    /** One at a time, with all threads: what else runs would be measured with it. */
    private void time() {
        List<Place> places = cells(true).stream()
                .filter(place -> place.cell.seed() == plan.seeds().get(0))
                .toList();
        watcher.stage("timing samplers, one at a time", "samplers", places.size());
        Torch.useThreads(plan.jobs());
        for (Place place : places) {
            Path file = place.folder.finding(place.run(), "timing");
            boolean isDone = Files.exists(file);
            if (!isDone) {
                requireGoingOn();
                try (TrainedRun run = open(place.run())) {
                    TaskLattices lattices = lattices(place.task);
                    TaskFolder.write(file, SamplerTiming.of(run, lattices.valid(run), lattices.test(run)));
                }
            }
            watcher.advance(1, isDone);
        }
    }

    private TrainedRun open(Path run) {
        return TrainedRun.open(run, watcher::say);
    }

    private void requireGoingOn() {
        if (watcher.stopRequested()) {
            throw new ExperimentStoppedException();
        }
    }
}

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
import org.espalier.lab.results.RefinementErrors;
import org.espalier.lab.results.SamplerAnalysis;
import org.espalier.lab.results.SamplerVariant;
import org.espalier.lab.results.TaskResults;
import org.espalier.lab.task.TaskData;
import org.espalier.model.Torch;
import org.espalier.run.folder.Provenance;
import org.espalier.run.folder.TrainedRun;
import org.espalier.run.training.ParallelTasks;

/**
 * Runs the paper's experiment in stages: make the data; train a scorer θ alternately with a sampler that is then discarded; train
 * every sampler φ with θ frozen; test the samplers. Each stage keeps its results in files and is skipped if these exist, so an
 * interrupted experiment resumes where it stopped.
 */
public final class Experiment {
    /** The smallest dimension at which a second thread makes the training of a scorer faster. */
    private static final int MIN_THREADED_DIMENSION = 128;

    private final ExperimentPlan plan;
    private final ExperimentListener listener;
    private final Map<TaskName, TaskFolder> folders = new LinkedHashMap<>();
    private final Map<TaskName, TaskData> data = new LinkedHashMap<>();

    public Experiment(ExperimentPlan plan, ExperimentListener listener) {
        this.plan = plan;
        this.listener = listener;
        plan.tasks().forEach(task -> folders.put(task, new TaskFolder(plan.out().resolve(task.id()))));
    }

    /**
     * Runs all stages that are not done, and writes results and report into the folder.
     *
     * @throws ExperimentStoppedException if the listener requests it
     */
    public ExperimentResults run() {
        requireExperimentFolder(plan.out());
        plan.tasks().forEach(this::prepare);
        train("training scorers", scorers());
        train("training samplers", samplers());
        test();
        estimateReferences();
        analyze();
        compareRefinement();
        if (plan.isTimed()) {
            time();
        }
        List<TaskResults> tasks =
                plan.tasks().stream().map(task -> collector(task).results()).toList();
        ExperimentResults results = new ExperimentResults(
                plan.command(), Provenance.ofProgram(), plan.scale().name(), plan.departures(), plan.seeds(), tasks);
        results.write(plan.out().resolve(ExperimentResults.FILE));
        Report.write(results, plan.out());
        return results;
    }

    private static void requireExperimentFolder(Path out) {
        if (Files.exists(out.resolve("config.yaml"))) {
            throw new EspalierException(out + " is the folder of a run, not of an experiment; name another with --out");
        }
        if (Files.exists(out) && !Files.isDirectory(out)) {
            throw new EspalierException(
                    out + " cannot be the folder of an experiment: it is a file; name a new folder");
        }
        boolean hasExperiment =
                Arrays.stream(TaskName.values()).anyMatch(task -> new TaskFolder(out.resolve(task.id())).isClaimed());
        for (String name : List.of(ExperimentResults.FILE, Report.TABLES, Report.PAGE)) {
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

    private ResultsCollector collector(TaskName task) {
        return new ResultsCollector(plan, task, folder(task), data(task), listener);
    }

    private TaskData data(TaskName task) {
        return Optional.ofNullable(data.get(task)).orElseThrow();
    }

    private List<ModelTraining> scorers() {
        List<ModelTraining> result = new ArrayList<>();
        int number = plan.tasks().size() * plan.seeds().size();
        int threads = plan.scale().dimensions().scorer() < MIN_THREADED_DIMENSION
                ? 1
                : Math.max(1, plan.jobs() / Math.min(number, plan.jobs()));
        for (TaskName task : plan.tasks()) {
            plan.seeds().forEach(seed -> result.add(ModelTraining.ofScorer(plan.scale(), folder(task), seed, threads)));
        }
        return result;
    }

    private List<ModelTraining> samplers() {
        return trials().stream()
                .map(trial -> ModelTraining.ofSampler(plan.scale(), trial.folder, trial.trial))
                .toList();
    }

    /** A trial and the task that it belongs to. */
    private record TaskTrial(TaskName task, TaskFolder folder, SamplerTrial trial) {
        Path run() {
            return folder.run(trial);
        }
    }

    /** Returns all trials by seed, then task, then dimension, so that a first comparison is available early. */
    private List<TaskTrial> trials() {
        List<TaskTrial> result = new ArrayList<>();
        for (long seed : plan.seeds()) {
            for (TaskName task : plan.tasks()) {
                plan.trials(seed).forEach(trial -> result.add(new TaskTrial(task, folder(task), trial)));
            }
        }
        return result;
    }

    private void train(String what, List<ModelTraining> trainings) {
        listener.stage(
                what,
                "steps",
                trainings.stream().mapToLong(ModelTraining::steps).sum());
        ParallelTasks parallel = new ParallelTasks(plan.jobs());
        List<ModelTraining> open = new ArrayList<>();
        for (ModelTraining training : trainings) {
            if (training.isDone()) {
                listener.advance(training.steps(), true);
            } else {
                open.add(training);
            }
        }
        parallel.forEach(open, training -> training.run(listener, parallel::hasFailed));
    }

    private TaskLattices lattices(TaskName task) {
        return new TaskLattices(folder(task), listener);
    }

    private void test() {
        List<TaskTrial> trials = trials();
        listener.stage("testing samplers", "samplers", trials.size());
        Torch.useThreads(1);
        new ParallelTasks(plan.jobs()).forEach(trials, trial -> {
            Path file = trial.folder.finding(trial.run(), "test");
            boolean isDone = TaskFolder.read(file, SamplerEvaluation.class)
                    .filter(found -> found.isMadeFor(plan.scale().testing()))
                    .isPresent();
            if (!isDone) {
                checkNotStopped();
                try (TrainedRun run = open(trial.run())) {
                    TaskFolder.write(
                            file,
                            SamplerEvaluation.of(
                                    run,
                                    lattices(trial.task).test(run),
                                    plan.scale().testing()));
                }
            }
            listener.advance(1, isDone);
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
        List<SamplerTrial> trials = plan.referenceTrials(seed);
        List<String> names = trials.stream().map(SamplerTrial::name).toList();
        boolean isDone = TaskFolder.read(file, ReferenceLikelihoods.class)
                .filter(found -> found.isMadeFor(names, plan.scale()))
                .isPresent();
        if (isDone) {
            return;
        }
        List<TrainedRun> runs = new ArrayList<>();
        try {
            trials.forEach(trial -> runs.add(open(folder(task).run(trial))));
            var test = lattices(task).test(runs.get(0));
            listener.stage("estimating log p(x, y) of " + task.id() + ", seed " + seed, "pairs", test.size());
            ReferenceLikelihoods reference = ReferenceLikelihoods.of(
                    names, runs.stream().map(TrainedRun::model).toList(), test, plan.scale(), pair -> {
                        listener.advance(1, false);
                        checkNotStopped();
                    });
            TaskFolder.write(file, reference);
        } finally {
            runs.forEach(TrainedRun::close);
        }
    }

    /** Analyzes the models of the first seed. */
    private void analyze() {
        long seed = plan.seeds().get(0);
        for (TaskName task : plan.tasks()) {
            Path file = folder(task).analysis(seed);
            boolean isDone = TaskFolder.read(file, SamplerAnalysis.class)
                    .filter(found -> SamplerAnalyzer.SETTINGS.equals(found.settings())
                            && found.samplers().stream()
                                    .map(SamplerAnalysis.ExactDivergence::sampler)
                                    .toList()
                                    .equals(plan.samplers()))
                    .isPresent();
            if (!isDone) {
                checkNotStopped();
                listener.stage("analyzing samplers of " + task.id() + " by small lattices", "task", 1);
                TaskFolder.write(file, analysis(task, seed));
                listener.advance(1, false);
            }
        }
    }

    private SamplerAnalysis analysis(TaskName task, long seed) {
        Map<SamplerVariant, TrainedRun> runs = new LinkedHashMap<>();
        try {
            plan.mainTrials(seed)
                    .forEach(
                            trial -> runs.put(trial.sampler(), open(folder(task).run(trial))));
            return new SamplerAnalyzer(runs, data(task).valid()).analyze();
        } finally {
            runs.values().forEach(TrainedRun::close);
        }
    }

    /** Compares refinement with plain sampling for the models of the first seed. */
    private void compareRefinement() {
        long seed = plan.seeds().get(0);
        List<TaskTrial> trials = plan.tasks().stream()
                .flatMap(task ->
                        plan.refinementTrials(seed).stream().map(trial -> new TaskTrial(task, folder(task), trial)))
                .toList();
        listener.stage("comparing refinement with plain sampling", "samplers", trials.size());
        Torch.useThreads(1);
        new ParallelTasks(plan.jobs()).forEach(trials, trial -> {
            Path file = trial.folder.refinement(trial.trial);
            boolean isDone = TaskFolder.read(file, RefinementErrors.class)
                    .filter(found -> RefinementComparison.SETTINGS.equals(found.settings()))
                    .isPresent();
            if (!isDone) {
                checkNotStopped();
                try (TrainedRun run = open(trial.run())) {
                    TaskLattices lattices = lattices(trial.task);
                    RefinementComparison comparison = new RefinementComparison(
                            run.model(),
                            List.of(lattices.valid(run), lattices.test(run)),
                            RefinementComparison.SETTINGS);
                    TaskFolder.write(file, comparison.errors(trial.trial.sampler()));
                }
            }
            listener.advance(1, isDone);
        });
    }

    /** Times the samplers one at a time with all threads, since parallel work would distort the times. */
    private void time() {
        List<TaskTrial> trials = trials().stream()
                .filter(trial -> trial.trial.seed() == plan.seeds().get(0))
                .toList();
        listener.stage("timing samplers, one at a time", "samplers", trials.size());
        Torch.useThreads(plan.jobs());
        for (TaskTrial trial : trials) {
            Path file = trial.folder.finding(trial.run(), "timing");
            boolean isDone = Files.exists(file);
            if (!isDone) {
                checkNotStopped();
                try (TrainedRun run = open(trial.run())) {
                    TaskLattices lattices = lattices(trial.task);
                    TaskFolder.write(file, SamplerTiming.of(run, lattices.valid(run), lattices.test(run)));
                }
            }
            listener.advance(1, isDone);
        }
    }

    private TrainedRun open(Path run) {
        return TrainedRun.open(run, listener::info);
    }

    private void checkNotStopped() {
        if (listener.stopRequested()) {
            throw new ExperimentStoppedException();
        }
    }
}

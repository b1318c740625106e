package org.espalier.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.espalier.fst.base.EspalierException;
import org.espalier.lab.results.ExperimentResults;
import org.espalier.lab.results.RefinementErrors;
import org.espalier.lab.results.SamplerResult;
import org.espalier.lab.results.SamplerVariant;
import org.espalier.lab.results.TaskResults;
import org.espalier.lab.task.CipherTask;
import org.espalier.lab.task.SplitSizes;
import org.espalier.model.estimate.Exact;
import org.espalier.model.estimate.RunningMean;
import org.espalier.model.estimate.SamplingBudget;
import org.espalier.run.folder.TrainedRun;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs a tiny experiment: ciphers of three letters, networks of dimension eight, a dozen steps. */
@Tag("slow")
class ExperimentTest {
    private static final ExperimentScale TINY = new ExperimentScale(
            "tiny",
            new SplitSizes(40, 6, 6),
            new ExperimentScale.Dimensions(8, 8),
            new ExperimentScale.Steps(6, 6, 2),
            new ExperimentScale.Learning(1e-2, 1e-2, 4, 0.1, 0.1),
            new ExperimentScale.Testing(8, new SamplingBudget(32, 1), 64, 1000),
            List.of(SamplerVariant.SWS, SamplerVariant.SWP));

    @TempDir
    private Path folder;

    private static ExperimentPlan plan(Path out, ExperimentScale scale, int jobs) {
        return new ExperimentPlan(
                out,
                List.of(TaskName.CIPHER),
                scale,
                List.of(1L, 2L),
                scale.samplers(),
                List.of(4),
                Optional.empty(),
                CipherTask.CipherSettings.DEFAULT.withCiphers(2).withLetters(3).withLengths(2, 2, 1),
                true,
                jobs,
                "a command");
    }

    /** Counts work that is not skipped, with its stages, and stops the experiment after an amount of it. */
    private static final class Counting implements ExperimentListener {
        private final AtomicLong done = new AtomicLong();
        private final Set<String> stagesWithWork = ConcurrentHashMap.newKeySet();
        private final long stopAfter;
        private volatile String stage = "";

        Counting(long stopAfter) {
            this.stopAfter = stopAfter;
        }

        @Override
        public void info(String line) {}

        @Override
        public void stage(String what, String unit, long work) {
            stage = what;
        }

        @Override
        public void advance(long more, boolean skipped) {
            done.addAndGet(skipped ? 0 : more);
            if (!skipped) {
                stagesWithWork.add(stage);
            }
        }

        @Override
        public boolean stopRequested() {
            return done.get() >= stopAfter;
        }
    }

    private static Counting neverStopping() {
        return new Counting(Long.MAX_VALUE);
    }

    /** Returns the results without times. */
    private static Object withoutTimes(ExperimentResults results) {
        TaskResults task = results.tasks().get(0);
        return List.of(
                task.marks(),
                task.splits(),
                task.scorers().stream().map(TaskResults.Scorer::reference).toList(),
                task.samplers().stream()
                        .map(each -> List.of(
                                each.sampler(),
                                each.dimension(),
                                each.seed(),
                                each.bestStep(),
                                each.partialKl(),
                                each.kl(),
                                each.refinedKl(),
                                each.differenceFromSws(),
                                each.klByLength(),
                                each.markLength(),
                                each.deduplicatedEss()))
                        .toList(),
                task.examples(),
                task.refinement());
    }

    @Test
    void rateFallsInProportionBeyondTheDimensionOfTheScale() {
        assertThat(TINY.samplerRate(4)).isEqualTo(1e-2);
        assertThat(TINY.samplerRate(8)).isEqualTo(1e-2);
        assertThat(TINY.samplerRate(32)).isCloseTo(2.5e-3, within(1e-12));
    }

    @Test
    void secondRunSkipsAllStages() {
        Counting first = neverStopping();
        ExperimentResults results = new Experiment(plan(folder, TINY, 2), first).run();
        assertThat(first.done.get()).isPositive();
        TaskResults task = results.tasks().get(0);
        assertThat(task.samplers())
                .extracting(SamplerResult::sampler, SamplerResult::dimension, SamplerResult::seed)
                .hasSize(8);
        assertThat(task.scorers()).hasSize(2);
        assertThat(results.departures())
                .contains(
                        new ExperimentResults.Departure("dimension of the scorer", "8", "256"),
                        new ExperimentResults.Departure("learning rate of samplers", "0.01", "1e-05"),
                        new ExperimentResults.Departure("ciphers", "2", "5"),
                        new ExperimentResults.Departure("letters of an input to train on", "2", "5.2"));
        assertThat(task.refinement())
                .extracting(RefinementErrors::sampler)
                .containsExactly(SamplerVariant.SWS, SamplerVariant.SWP);
        assertThat(task.splits()).hasSize(3);
        assertThat(task.samplers()).allSatisfy(each -> {
            assertThat(each.curve()).hasSize(2);
            assertThat(each.secondsToStep()).isPositive();
            assertThat(each.secondsToSample()).isPositive();
        });
        assertThat(task.examples().get(0).proposals()).hasSize(2);
        assertThat(folder.resolve("report.html")).exists();
        assertThat(folder.resolve("cipher-lattice.svg")).exists();
        assertThat(withoutTimes(ExperimentResults.read(folder.resolve("results.json"))))
                .isEqualTo(withoutTimes(results));

        Counting again = neverStopping();
        assertThat(withoutTimes(new Experiment(plan(folder, TINY, 2), again).run()))
                .isEqualTo(withoutTimes(results));
        assertThat(again.done.get()).isZero();
    }

    /** A later version may analyze in another way, and then must not report what an earlier one has found. */
    @Test
    void analysisMadeWithOtherSettingsIsMadeAgain() throws IOException {
        // The analysis fits samplers to the pairs to validate with, so few of them are quick.
        ExperimentScale fewPairs = new ExperimentScale(
                "tiny",
                new SplitSizes(10, 2, 2),
                TINY.dimensions(),
                TINY.steps(),
                TINY.learning(),
                TINY.testing(),
                List.of(SamplerVariant.SWP));
        ExperimentPlan plan = new ExperimentPlan(
                folder,
                List.of(TaskName.CIPHER),
                fewPairs,
                List.of(1L),
                fewPairs.samplers(),
                List.of(),
                Optional.empty(),
                CipherTask.CipherSettings.DEFAULT.withCiphers(2).withLetters(3).withLengths(2, 2, 1),
                false,
                1,
                "a command");
        new Experiment(plan, neverStopping()).run();
        Path file = folder.resolve("cipher/seed1/analysis.json");
        String made = Files.readString(file);
        String older = made.replace("\"fitSteps\" : 300", "\"fitSteps\" : 299");
        assertThat(older).isNotEqualTo(made);
        Files.writeString(file, older);
        Counting again = neverStopping();
        new Experiment(plan, again).run();
        assertThat(again.stagesWithWork).containsExactly("analyzing samplers of cipher by small lattices");
        assertThat(again.done.get()).isEqualTo(1);
        assertThat(file).hasContent(made);
    }

    @Test
    void interruptedExperimentGivesTheSameResults() {
        ExperimentResults whole = new Experiment(plan(folder.resolve("whole"), TINY, 2), neverStopping()).run();
        Optional<ExperimentResults> found = Optional.empty();
        int stops = 0;
        while (found.isEmpty()) {
            try {
                found = Optional.of(new Experiment(plan(folder.resolve("stopped"), TINY, 2), new Counting(8)).run());
            } catch (ExperimentStoppedException e) {
                stops++;
            }
        }
        assertThat(stops).isGreaterThan(3);
        assertThat(withoutTimes(found.get())).isEqualTo(withoutTimes(whole));
    }

    @Test
    void klIsExactIfAllLatticesAreEnumerated() {
        ExperimentScale manySamples = new ExperimentScale(
                "tiny",
                TINY.pairs(),
                TINY.dimensions(),
                TINY.steps(),
                TINY.learning(),
                new ExperimentScale.Testing(4000, new SamplingBudget(32, 1), 4, 100_000),
                TINY.samplers());
        ExperimentResults results = new Experiment(plan(folder, manySamples, 2), neverStopping()).run();
        TaskResults task = results.tasks().get(0);
        assertThat(task.scorers().get(0).reference().exactPairs()).isEqualTo(6);
        assertThat(task.scorers().get(0).reference().logLikelihood().standardError())
                .isZero();
        TaskFolder ofTask = new TaskFolder(folder.resolve("cipher"));
        for (SamplerResult each : task.samplers()) {
            Path run = ofTask.run(new SamplerTrial(each.sampler(), each.dimension(), each.seed()));
            try (TrainedRun trained = TrainedRun.open(run, line -> {})) {
                var test = new TaskLattices(ofTask, neverStopping()).test(trained);
                RunningMean exact = new RunningMean();
                for (int pair = 0; pair < test.size(); pair++) {
                    exact.add(Exact.of(trained.model())
                            .values(LatticeBatches.batch(test, pair))
                            .get(0)
                            .exclusiveKl());
                }
                assertThat(each.kl().value()).isCloseTo(exact.estimate().value(), within(0.05));
            }
        }
    }

    @Test
    void folderOfAnotherExperimentIsRefused() throws IOException {
        new TaskFolder(folder.resolve("cipher"))
                .claim(new TaskFolder.Purpose("cipher", ExperimentScale.SMOKE, "some command"));
        assertThatThrownBy(() -> new Experiment(plan(folder, TINY, 1), neverStopping()).run())
                .isInstanceOf(EspalierException.class)
                .hasMessage(folder.resolve("cipher") + " holds an experiment with scale smoke, not tiny; name a new "
                        + "folder with --out, or remove this one");

        Path ofRun = Files.createDirectory(folder.resolve("run"));
        Files.writeString(ofRun.resolve("config.yaml"), "");
        assertThatThrownBy(() -> new Experiment(plan(ofRun, TINY, 1), neverStopping()).run())
                .hasMessage(ofRun + " is the folder of a run, not of an experiment; name another with --out");

        Path own = Files.createDirectory(folder.resolve("own"));
        Path report = Files.writeString(own.resolve("report.html"), "mine");
        assertThatThrownBy(() -> new Experiment(plan(own, TINY, 1), neverStopping()).run())
                .hasMessage(own + " cannot be the folder of an experiment: it holds 'report.html', which no experiment"
                        + " has written; name a new folder");
        assertThat(report).hasContent("mine");

        Path file = Files.writeString(folder.resolve("file"), "");
        assertThatThrownBy(() -> new Experiment(plan(file, TINY, 1), neverStopping()).run())
                .hasMessage(file + " cannot be the folder of an experiment: it is a file; name a new folder");
    }

    @Test
    void taskTrWithoutDakshinaIsRefused() {
        ExperimentPlan withoutData = new ExperimentPlan(
                folder,
                List.of(TaskName.TR),
                TINY,
                List.of(1L),
                TINY.samplers(),
                List.of(),
                Optional.empty(),
                CipherTask.CipherSettings.DEFAULT,
                true,
                1,
                "a command");
        assertThatThrownBy(() -> new Experiment(withoutData, neverStopping()).run())
                .isInstanceOf(EspalierException.class)
                .hasMessageStartingWith(
                        "task tr needs the Dakshina data set: name its folder or archive with --dakshina");
    }
}

package org.espalier.lab.experiment;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.espalier.fst.base.EspalierException;
import org.espalier.lab.results.ExperimentResults.Departure;
import org.espalier.lab.results.SamplerVariant;
import org.espalier.lab.task.CipherTask;

/**
 * The plan of an experiment.
 *
 * @param out the folder of the experiment, with one folder per task
 * @param seeds the seeds of the repetitions; all use the same data
 * @param sweep further dimensions of samplers beside the scale's
 * @param dakshina the Dakshina data set, needed for task {@code tr}
 * @param cipher the settings of task {@code cipher}; the scale sets its sizes
 * @param isTimed whether the times of samplers are measured, which needs an otherwise idle machine
 * @param jobs the number of trainings that run in parallel, each with one thread; fewer trainings of large scorers share the threads
 * @param command the command that repeats the experiment
 */
public record ExperimentPlan(
        Path out,
        List<TaskName> tasks,
        ExperimentScale scale,
        List<Long> seeds,
        List<SamplerVariant> samplers,
        List<Integer> sweep,
        Optional<Path> dakshina,
        CipherTask.CipherSettings cipher,
        boolean isTimed,
        int jobs,
        String command) {
    /** The samplers from whose draws log p̃(x, y) is estimated: those that were best on some task, so that none is missed. */
    private static final Set<SamplerVariant> REFERENCE = Set.of(
            SamplerVariant.SWS,
            SamplerVariant.SWP_WEIGHTED,
            SamplerVariant.SWPS,
            SamplerVariant.SWG,
            SamplerVariant.SWG_SPLICES);

    /** The samplers with which refinement is compared: one of each kind, so that a chart of them can be read. */
    private static final Set<SamplerVariant> REFINED =
            Set.of(SamplerVariant.SWS, SamplerVariant.SWP, SamplerVariant.SWPS, SamplerVariant.SWG);

    public ExperimentPlan {
        tasks = List.copyOf(tasks);
        seeds = List.copyOf(seeds);
        samplers = List.copyOf(samplers);
        sweep = List.copyOf(sweep);
        require(!tasks.isEmpty(), "task");
        require(!seeds.isEmpty(), "seed");
        require(!samplers.isEmpty(), "sampler");
        SamplerVariant first = samplers.get(0);
        sweep.forEach(first::settings); // refuses an invalid dimension
        if (jobs < 1) {
            throw new EspalierException("jobs is " + jobs + ", but must be at least 1");
        }
    }

    private static void require(boolean present, String what) {
        if (!present) {
            throw new EspalierException("an experiment needs at least one " + what + "; name one");
        }
    }

    /** Returns the dimensions of the samplers, starting with that of the main tables. */
    List<Integer> dimensions() {
        return Stream.concat(Stream.of(scale.dimensions().sampler()), sweep.stream())
                .distinct()
                .toList();
    }

    /** Returns the samplers to train for each task with this seed. */
    List<SamplerTrial> trials(long seed) {
        List<SamplerTrial> trials = new ArrayList<>();
        for (int dimension : dimensions()) {
            samplers.forEach(sampler -> trials.add(new SamplerTrial(sampler, dimension, seed)));
        }
        return trials;
    }

    /**
     * Returns the trials from whose draws log p̃(x, y) is estimated; all of the main tables if they have none of those that are
     * good at it. The cost grows with the square of their number.
     */
    List<SamplerTrial> referenceTrials(long seed) {
        return mainTrialsAmong(REFERENCE, seed);
    }

    /** Returns the trials with which refinement is compared; all of the main tables if they have none of the usual ones. */
    List<SamplerTrial> refinementTrials(long seed) {
        return mainTrialsAmong(REFINED, seed);
    }

    private List<SamplerTrial> mainTrialsAmong(Set<SamplerVariant> wanted, long seed) {
        List<SamplerTrial> found = mainTrials(seed).stream()
                .filter(trial -> wanted.contains(trial.sampler()))
                .toList();
        return found.isEmpty() ? mainTrials(seed) : found;
    }

    /** Returns the trials of the main tables. */
    List<SamplerTrial> mainTrials(long seed) {
        return samplers.stream()
                .map(sampler -> new SamplerTrial(sampler, scale.dimensions().sampler(), seed))
                .toList();
    }

    /** Returns the settings that differ from the paper's. */
    List<Departure> departures() {
        List<Departure> result = new ArrayList<>(scale.departures());
        CipherTask.CipherSettings paper = CipherTask.CipherSettings.DEFAULT;
        if (tasks.contains(TaskName.CIPHER)) {
            compare(result, "ciphers", cipher.ciphers(), paper.ciphers());
            compare(result, "letters of the ciphers", cipher.letters(), paper.letters());
            compare(result, "letters of an input to train on", cipher.trainLength(), paper.trainLength());
            compare(result, "letters of an input to test on", cipher.testLength(), paper.testLength());
            compare(result, "different lengths of inputs", cipher.spread(), paper.spread());
            compare(result, "probability that a letter is deleted", cipher.deletion(), paper.deletion());
            compare(result, "probability that a letter is inserted", cipher.insertion(), paper.insertion());
        }
        return result;
    }

    private static void compare(List<Departure> result, String setting, double here, double paper) {
        if (here != paper) {
            result.add(new Departure(setting, text(here), text(paper)));
        }
    }

    private static String text(double number) {
        return number == Math.rint(number) ? String.valueOf((long) number) : String.valueOf(number);
    }
}

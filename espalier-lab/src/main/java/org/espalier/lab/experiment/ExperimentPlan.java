package org.espalier.lab.experiment;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.espalier.fst.base.EspalierException;
import org.espalier.lab.results.ExperimentResults.Departure;
import org.espalier.lab.results.SamplerVariant;
import org.espalier.lab.task.CipherTask;

/**
 * What an experiment is to do.
 *
 * @param out its folder, with a folder in it for each task
 * @param seeds of the repetitions; the data is the same for all
 * @param sweep dimensions of samplers beside the scale's own
 * @param dakshina where the data of task tr is, if that is among the tasks
 * @param cipher how the data of task cipher is made, but for its sizes
 * @param jobs how many trainings run side by side, each with one thread
 * @param command what to type to have it again
 */
public record ExperimentPlan(
        Path out,
        List<TaskName> tasks,
        ExperimentScale scale,
        List<Long> seeds,
        List<SamplerVariant> samplers,
        List<Integer> sweep,
        Optional<Path> dakshina,
        CipherTask.Settings cipher,
        int jobs,
        String command) {
    public ExperimentPlan {
        tasks = List.copyOf(tasks);
        seeds = List.copyOf(seeds);
        samplers = List.copyOf(samplers);
        sweep = List.copyOf(sweep);
        require(!tasks.isEmpty(), "task");
        require(!seeds.isEmpty(), "seed");
        require(!samplers.isEmpty(), "sampler");
        SamplerVariant first = samplers.get(0);
        sweep.forEach(first::settings); // refuses a dimension that is none
        if (jobs < 1) {
            throw new EspalierException("jobs is " + jobs + ", but must be at least 1");
        }
    }

    private static void require(boolean isThere, String what) {
        if (!isThere) {
            throw new EspalierException("an experiment needs at least one " + what + "; name one");
        }
    }

    /** The dimensions of the samplers, the main tables' first. */
    List<Integer> dimensions() {
        return Stream.concat(Stream.of(scale.dimensions().sampler()), sweep.stream())
                .distinct()
                .toList();
    }

    /** The samplers to train for a task and a seed. */
    List<SamplerTrial> cells(long seed) {
        List<SamplerTrial> cells = new ArrayList<>();
        for (int dimension : dimensions()) {
            samplers.forEach(sampler -> cells.add(new SamplerTrial(sampler, dimension, seed)));
        }
        return cells;
    }

    /** Those of the main tables, by which the reference is estimated. */
    List<SamplerTrial> mainCells(long seed) {
        return samplers.stream()
                .map(sampler -> new SamplerTrial(sampler, scale.dimensions().sampler(), seed))
                .toList();
    }

    /** Where this is not the paper's: the scale, and the ciphers if they are easier or harder ones. */
    List<Departure> departures() {
        List<Departure> result = new ArrayList<>(scale.departures());
        CipherTask.Settings paper = CipherTask.Settings.DEFAULT;
        if (tasks.contains(TaskName.CIPHER)) {
            compare(result, "ciphers", cipher.ciphers(), paper.ciphers());
            compare(result, "letters of the ciphers", cipher.letters(), paper.letters());
            compare(result, "letters of an input to train on", cipher.trainLength(), paper.trainLength());
            compare(result, "letters of an input to test on", cipher.testLength(), paper.testLength());
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

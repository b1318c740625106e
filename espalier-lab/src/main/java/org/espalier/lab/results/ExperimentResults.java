package org.espalier.lab.results;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.espalier.fst.base.AtomicFiles;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.FileErrors;
import org.espalier.run.data.JsonNumbers;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The results of an experiment.
 *
 * @param command the command that repeats it
 * @param made the commit, machine and time
 * @param scale the name of the scale
 * @param departures the settings that differ from the paper's
 * @param seeds the seeds of the repetitions; each repetition has its own scorer and samplers
 */
public record ExperimentResults(
        String command,
        Map<String, Object> made,
        String scale,
        List<Departure> departures,
        List<Long> seeds,
        List<TaskResults> tasks) {
    /** The file name of results. */
    public static final String FILE = "results.json";

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .addModule(JsonNumbers.module())
            .enable(SerializationFeature.INDENT_OUTPUT)
            // A file of an earlier version lacks something.
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .build();

    /** A setting that differs from the paper's. */
    public record Departure(String setting, String here, String paper) {}

    /**
     * Returns the results of several experiments that differ in their seeds only.
     *
     * @throws EspalierException if they differ in more, or repeat a seed
     */
    public static ExperimentResults merge(List<ExperimentResults> parts) {
        ExperimentResults first = parts.get(0);
        List<Long> seeds = parts.stream().flatMap(part -> part.seeds.stream()).toList();
        for (ExperimentResults part : parts) {
            requireEqual("scale", part.scale, first.scale);
            requireEqual("settings", part.departures, first.departures);
            requireEqual("tasks", part.taskNames(), first.taskNames());
        }
        if (Set.copyOf(seeds).size() < seeds.size()) {
            throw new EspalierException("the results have a seed in common: their seeds are " + seeds
                    + "; merge results with different seeds");
        }
        List<TaskResults> tasks = new ArrayList<>();
        for (int task = 0; task < first.tasks.size(); task++) {
            int index = task;
            tasks.add(TaskResults.merge(
                    parts.stream().map(part -> part.tasks.get(index)).toList()));
        }
        return new ExperimentResults(
                parts.stream().map(part -> part.command).distinct().collect(Collectors.joining("; ")),
                first.made,
                first.scale,
                first.departures,
                seeds,
                tasks);
    }

    private List<String> taskNames() {
        return tasks.stream().map(TaskResults::task).toList();
    }

    static void requireEqual(String what, Object one, Object other) {
        if (!one.equals(other)) {
            throw new EspalierException("results can be merged if they differ in their seeds only, but the " + what
                    + " differ: " + one + " and " + other);
        }
    }

    public void write(Path file) {
        AtomicFiles.writeText(file, MAPPER.writeValueAsString(this) + "\n");
    }

    public static ExperimentResults read(Path file) {
        try {
            return MAPPER.readValue(Files.readString(file), ExperimentResults.class);
        } catch (IOException e) {
            throw FileErrors.reading(file.toString(), e);
        } catch (JacksonException e) {
            throw new EspalierException(
                    file + " has no results of an experiment; name files results.json that experiments have written",
                    e);
        }
    }
}

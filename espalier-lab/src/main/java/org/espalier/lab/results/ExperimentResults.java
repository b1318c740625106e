package org.espalier.lab.results;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.espalier.fst.base.AtomicFiles;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.FileErrors;
import org.espalier.run.data.JsonNumbers;
import tools.jackson.core.JacksonException;
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
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .addModule(JsonNumbers.module())
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build();

    /** A setting that differs from the paper's. */
    public record Departure(String setting, String here, String paper) {}

    public void write(Path file) {
        AtomicFiles.writeText(file, MAPPER.writeValueAsString(this) + "\n");
    }

    public static ExperimentResults read(Path file) {
        try {
            return MAPPER.readValue(Files.readString(file), ExperimentResults.class);
        } catch (IOException e) {
            throw FileErrors.reading(file.toString(), e);
        } catch (JacksonException e) {
            throw new EspalierException(file + " is not a file of results: " + e.getOriginalMessage(), e);
        }
    }
}

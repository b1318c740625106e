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
 * All that an experiment found.
 *
 * @param command what to type to get it again
 * @param made by which commit, on which machine, when
 * @param scale its name
 * @param departures where its settings are not the paper's
 * @param seeds of the repetitions, each with a scorer and samplers of its own
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

    /** A setting that is not the paper's. */
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

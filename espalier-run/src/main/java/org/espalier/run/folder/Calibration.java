package org.espalier.run.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.espalier.fst.base.AtomicFiles;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.FileErrors;
import org.espalier.run.metrics.Temperature;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The temperature that was fitted for a run or an ensemble, in the file {@value #FILE} of its folder. It belongs to the checkpoints
 * that it was fitted with, and is not used with others.
 *
 * @param file the file
 */
public record Calibration(Path file, Temperature temperature) {
    static final String FILE = "calibration.json";

    private static final JsonMapper MAPPER = JsonMapper.shared();

    /**
     * Reads the calibration of a folder, if it has one that can be used.
     *
     * @param checkpoints the names of the checkpoints of the model
     * @param warnings receives the reason why the file cannot be used
     */
    static Optional<Calibration> read(Path folder, Supplier<List<String>> checkpoints, Consumer<String> warnings) {
        Path file = folder.resolve(FILE);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            JsonNode content = content(file);
            if (!content.get("checkpoints").equals(MAPPER.valueToTree(checkpoints.get()))) {
                warnings.accept(
                        file + " was fitted for another checkpoint, so probabilities are not calibrated; calibrate "
                                + folder + " again");
                return Optional.empty();
            }
            return Optional.of(new Calibration(
                    file, new Temperature(content.get("temperature").doubleValue())));
        } catch (EspalierException e) {
            warnings.accept(e.getMessage() + "; until then probabilities are not calibrated");
            return Optional.empty();
        }
    }

    /** Reads the file, and checks what is used of it. */
    private static JsonNode content(Path file) {
        try {
            JsonNode content = MAPPER.readTree(Files.readString(file));
            if (RunFiles.isOurs(content)
                    && content.path("checkpoints").isArray()
                    && content.path("temperature").isNumber()
                    && content.get("temperature").doubleValue() > 0) {
                return content;
            }
        } catch (IOException e) {
            throw FileErrors.reading(file.toString(), e);
        } catch (JacksonException e) {
            throw new EspalierException(damaged(file), e);
        }
        throw new EspalierException(damaged(file));
    }

    private static String damaged(Path file) {
        return file + " is damaged, or not a file of Espalier; move it away, and calibrate the run again";
    }

    /** Returns whether a file is one that {@link #write} wrote. */
    static boolean isAt(Path file) {
        try {
            content(file);
            return Files.isRegularFile(file);
        } catch (EspalierException e) {
            return false;
        }
    }

    /**
     * Refuses a folder with a file of this name that {@link #write} did not write.
     *
     * @throws EspalierException if there is one
     */
    public static void requireReplaceable(Path folder) {
        if (Files.exists(folder.resolve(FILE))) {
            content(folder.resolve(FILE));
        }
    }

    /**
     * Writes the calibration of a run, or of an ensemble, and replaces an earlier one.
     *
     * @param about what is known about the fit, by name
     */
    public static Calibration write(Path folder, TrainedRun run, Temperature temperature, Map<String, ?> about) {
        requireReplaceable(folder);
        Map<String, Object> content = new LinkedHashMap<>(RunFiles.OURS);
        content.put("temperature", temperature.value());
        content.put("checkpoints", run.checkpoints());
        content.putAll(about);
        content.putAll(Provenance.ofProgram());
        Path file = folder.resolve(FILE);
        AtomicFiles.writeText(file, MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(content) + "\n");
        return new Calibration(file, temperature);
    }
}

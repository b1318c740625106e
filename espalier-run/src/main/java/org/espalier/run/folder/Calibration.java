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
import org.espalier.run.data.Tokenizer;
import org.espalier.run.data.WordList;
import org.espalier.run.metrics.ProbabilityCalibration;
import org.espalier.run.metrics.Temperature;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The temperature that was fitted for a run or an ensemble, and the bonus of listed words if there is one, in the file {@value #FILE} of
 * its folder. They belong to the checkpoints that they were fitted with, and are not used with others.
 *
 * @param file the file
 * @param fitted the temperature, and the bonus of listed words, 0 without a list
 * @param words the list of words, if there is one
 */
public record Calibration(Path file, ProbabilityCalibration fitted, Optional<WordList> words) {
    static final String FILE = "calibration.json";

    private static final String WORDS = "words";
    private static final String WORD_BONUS = "wordBonus";

    private static final JsonMapper MAPPER = JsonMapper.shared();

    /**
     * Reads the calibration of a folder, if it has one that can be used.
     *
     * @param checkpoints the names of the checkpoints of the model
     * @param tokens how outputs are split into symbols
     * @param warnings receives the reason why the file cannot be used
     */
    static Optional<Calibration> read(
            Path folder, Supplier<List<String>> checkpoints, Tokenizer tokens, Consumer<String> warnings) {
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
                    file,
                    new ProbabilityCalibration(
                            new Temperature(content.get("temperature").doubleValue()),
                            content.path(WORD_BONUS).asDouble(0)),
                    Optional.ofNullable(content.get(WORDS)).map(words -> words(words, tokens))));
        } catch (EspalierException e) {
            warnings.accept(e.getMessage() + "; until then probabilities are not calibrated");
            return Optional.empty();
        }
    }

    public Temperature temperature() {
        return fitted.temperature();
    }

    /** Reads the file, and checks what is used of it. */
    private static JsonNode content(Path file) {
        try {
            JsonNode content = MAPPER.readTree(Files.readString(file));
            if (RunFiles.isOurs(content)
                    && content.path("checkpoints").isArray()
                    && content.path("temperature").isNumber()
                    && content.get("temperature").doubleValue() > 0
                    && areWords(content)) {
                return content;
            }
        } catch (IOException e) {
            throw FileErrors.reading(file.toString(), e);
        } catch (JacksonException e) {
            throw new EspalierException(damaged(file), e);
        }
        throw new EspalierException(damaged(file));
    }

    private static WordList words(JsonNode words, Tokenizer tokens) {
        return WordList.of(words.valueStream().map(JsonNode::stringValue).toList(), tokens);
    }

    private static boolean areWords(JsonNode content) {
        return content.has(WORDS)
                ? content.get(WORDS).isArray()
                        && content.get(WORDS).valueStream().allMatch(JsonNode::isString)
                        && content.path(WORD_BONUS).isNumber()
                        && content.get(WORD_BONUS).doubleValue() >= 0
                : !content.has(WORD_BONUS);
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
     * @param words the list of words whose outputs have a bonus, if there is one
     * @param about what is known about the fit, by name
     */
    public static void write(
            Path folder,
            TrainedRun run,
            ProbabilityCalibration fitted,
            Optional<WordList> words,
            Map<String, ?> about) {
        requireReplaceable(folder);
        Map<String, Object> content = new LinkedHashMap<>(RunFiles.OURS);
        content.put("temperature", fitted.temperature().value());
        words.ifPresent(list -> content.put(WORD_BONUS, fitted.wordBonus()));
        content.put("checkpoints", run.checkpoints());
        content.putAll(about);
        content.putAll(Provenance.ofProgram());
        words.ifPresent(list -> content.put(WORDS, list.words()));
        AtomicFiles.writeText(
                folder.resolve(FILE), MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(content) + "\n");
    }
}

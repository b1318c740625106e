package org.espalier.lab.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.espalier.fst.base.AtomicFiles;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.FileErrors;
import org.espalier.lab.task.TaskData;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The folder of one task of an experiment: its data, the runs of each seed, and the results beside each run. */
record TaskFolder(Path path) {
    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    /** The purpose of the folder, stored in {@code experiment.json}. A folder has exactly one. */
    record Purpose(String task, ExperimentScale scale, String data) {}

    /**
     * Sets the purpose of the folder.
     *
     * @throws EspalierException if it has another
     */
    void claim(Purpose purpose) {
        Optional<Purpose> found = read(path.resolve("experiment.json"), Purpose.class);
        if (found.isEmpty()) {
            write(path.resolve("experiment.json"), purpose);
        } else if (!found.get().equals(purpose)) {
            throw new EspalierException(path + " holds an experiment with " + difference(found.get(), purpose)
                    + "; name a new folder with --out, or remove this one");
        }
    }

    /** Returns whether the folder has a purpose. */
    boolean isClaimed() {
        return Files.exists(path.resolve("experiment.json"));
    }

    private static String difference(Purpose found, Purpose wanted) {
        if (!found.task.equals(wanted.task)) {
            return "task " + found.task + ", not " + wanted.task;
        }
        if (!found.scale.name().equals(wanted.scale.name())) {
            return "scale " + found.scale.name() + ", not " + wanted.scale.name();
        }
        return found.scale.equals(wanted.scale)
                ? "data made by: " + found.data
                : "other settings for scale " + found.scale.name() + " than this version has";
    }

    Path data() {
        return path.resolve("data");
    }

    Path machine() {
        return data().resolve(TaskData.MACHINE);
    }

    private Path ofSeed(long seed) {
        return path.resolve("seed" + seed);
    }

    /** Returns the run folder of a frozen scorer. */
    Path scorer(long seed) {
        return ofSeed(seed).resolve("scorer");
    }

    /** Returns the run folder of a sampler. */
    Path run(SamplerTrial trial) {
        return ofSeed(trial.seed()).resolve(trial.name());
    }

    /** Returns the file of the results of a stage for a run. */
    Path finding(Path run, String stage) {
        return run.resolveSibling(run.getFileName() + "." + stage + ".json");
    }

    Path reference(long seed) {
        return ofSeed(seed).resolve("reference.json");
    }

    Path analysis(long seed) {
        return ofSeed(seed).resolve("analysis.json");
    }

    Path refinement(SamplerTrial trial) {
        return finding(run(trial), "refinement");
    }

    static void write(Path file, Object value) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
        } catch (IOException e) {
            throw FileErrors.writing(file.toString(), e);
        }
        AtomicFiles.writeText(file, MAPPER.writeValueAsString(value) + "\n");
    }

    static <T> Optional<T> read(Path file, Class<T> type) {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(MAPPER.readValue(Files.readString(file), type));
        } catch (IOException e) {
            throw FileErrors.reading(file.toString(), e);
        } catch (JacksonException e) {
            throw new EspalierException(
                    file + " is damaged: " + e.getOriginalMessage() + "; remove it, and it is made again", e);
        }
    }
}

package org.espalier.run.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.espalier.fst.base.AtomicFiles;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The file that marks the folder of an ensemble whose members are trained together.
 *
 * @param program the program that wrote it
 * @param seeds the seeds of the members
 * @param threads the number of members that are trained at the same time
 * @param trained by seed, the number of steps of each member whose training has reached its end
 */
record EnsembleRecord(String program, List<Long> seeds, int threads, Map<Long, Long> trained) {
    static final String FILE = "ensemble.json";

    private static final JsonMapper MAPPER = JsonMapper.shared();

    EnsembleRecord(List<Long> seeds, int threads, Map<Long, Long> trained) {
        this(RunFiles.ESPALIER, List.copyOf(seeds), threads, new TreeMap<>(trained));
    }

    /** Reads the file of a folder; empty if there is none, or it is not one of ours. */
    static Optional<EnsembleRecord> read(Path folder) {
        try {
            return Optional.of(MAPPER.readValue(Files.readString(folder.resolve(FILE)), EnsembleRecord.class))
                    .filter(EnsembleRecord::isComplete);
        } catch (IOException | JacksonException e) {
            return Optional.empty();
        }
    }

    @SuppressWarnings("ConstantValue") // a file may lack any of the fields
    private boolean isComplete() {
        return RunFiles.ESPALIER.equals(program)
                && seeds != null
                && !seeds.isEmpty()
                && seeds.stream().noneMatch(Objects::isNull)
                && threads > 0
                && trained != null;
    }

    EnsembleRecord withTrained(long seed, long step) {
        Map<Long, Long> changed = new TreeMap<>(trained);
        changed.put(seed, step);
        return new EnsembleRecord(seeds, threads, changed);
    }

    void write(Path folder) {
        AtomicFiles.writeText(folder.resolve(FILE), MAPPER.writeValueAsString(this) + "\n");
    }
}

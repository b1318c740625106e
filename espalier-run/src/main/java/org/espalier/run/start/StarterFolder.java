package org.espalier.run.start;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.espalier.fst.base.AtomicFiles;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.FileErrors;
import org.espalier.fst.language.FileResolver;
import org.espalier.fst.language.MachineLanguage;
import org.espalier.run.data.PairFile;

/** The folder that a proposal is written to. */
public record StarterFolder(Path path) {
    public static final String MACHINE = "machine.mfst";
    public static final String CONFIG = "config.yaml";
    public static final String TRAIN = "train.tsv";
    public static final String VALID = "valid.tsv";
    public static final String TEST = "test.tsv";

    /** The table of beginnings that move, if there are any. */
    public static final String MOVED = "moved.tsv";

    /** The name of the folder of the run, as the configuration says. */
    public static final String RUN = "run";

    /**
     * Writes all files, {@value #CONFIG} last. Files that exist with the same content are kept.
     *
     * @return whether a file was written
     * @throws EspalierException if a file exists with other content; nothing has been written then
     */
    public boolean write(StarterProject proposal) {
        Map<String, String> files = files(proposal);
        FileResolver tables =
                name -> new ByteArrayInputStream(String.valueOf(files.get(name)).getBytes(StandardCharsets.UTF_8));
        MachineLanguage.compile(MACHINE, proposal.machine(), proposal.summary().symbols(), tables);
        List<String> missing =
                files.keySet().stream().filter(name -> !exists(name, files)).toList();
        try {
            Files.createDirectories(path);
        } catch (IOException e) {
            throw new EspalierException(path + " cannot be made a folder; name another", e).withSettings("out");
        }
        missing.forEach(name -> AtomicFiles.writeText(path.resolve(name), String.valueOf(files.get(name))));
        return !missing.isEmpty();
    }

    /** Returns the names of the files of a proposal, for people: the machine and what belongs to it first. */
    public static List<String> names(StarterProject proposal) {
        return proposal.moved().isEmpty()
                ? List.of(MACHINE, CONFIG, TRAIN, VALID, TEST)
                : List.of(MACHINE, MOVED, CONFIG, TRAIN, VALID, TEST);
    }

    private static Map<String, String> files(StarterProject proposal) {
        Map<String, String> files = new LinkedHashMap<>();
        files.put(TRAIN, PairFile.text(proposal.split().train(), proposal.reading()));
        files.put(VALID, PairFile.text(proposal.split().valid(), proposal.reading()));
        files.put(TEST, PairFile.text(proposal.split().test(), proposal.reading()));
        if (!proposal.moved().isEmpty()) {
            files.put(MOVED, proposal.moved().table());
        }
        files.put(MACHINE, proposal.machine());
        files.put(CONFIG, proposal.config());
        return files;
    }

    private boolean exists(String name, Map<String, String> files) {
        Path file = path.resolve(name);
        if (!Files.exists(file)) {
            return false;
        }
        try {
            if (Files.readString(file).equals(files.get(name))) {
                return true;
            }
        } catch (IOException e) {
            throw FileErrors.reading(file.toString(), e);
        }
        throw new EspalierException(file + " exists with other content, which is not overwritten; remove the file, or "
                        + "name another folder")
                .withSettings("out");
    }
}

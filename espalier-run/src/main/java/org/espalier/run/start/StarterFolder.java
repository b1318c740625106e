package org.espalier.run.start;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.espalier.fst.base.AtomicFiles;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.FileErrors;
import org.espalier.fst.base.ShellCommand;
import org.espalier.fst.language.FileResolver;
import org.espalier.fst.language.MachineLanguage;
import org.espalier.run.data.PairFile;

/** The folder that a proposal is written to, and what to do with it then. */
public record StarterFolder(Path path) {
    public static final String MACHINE = "machine.mfst";
    public static final String CONFIG = "config.yaml";
    public static final String TRAIN = "train.tsv";
    public static final String VALID = "valid.tsv";
    public static final String TEST = "test.tsv";

    /** The name that the configuration gives to the folder of the run. */
    private static final String RUN = "run";

    /**
     * Writes everything, {@value #CONFIG} last. A file that is there already with the very same content stays.
     *
     * @return whether anything had to be written
     * @throws EspalierException if a file is there with other content; nothing has been written then
     */
    public boolean write(StarterProject proposal) {
        MachineLanguage.compile(MACHINE, proposal.machine(), proposal.survey().symbols(), FileResolver.none());
        Map<String, String> files = files(proposal);
        List<String> missing =
                files.keySet().stream().filter(name -> !isThere(name, files)).toList();
        try {
            Files.createDirectories(path);
        } catch (IOException e) {
            throw new EspalierException(path + " cannot be made a folder; name another with --out", e);
        }
        missing.forEach(name -> AtomicFiles.writeText(path.resolve(name), String.valueOf(files.get(name))));
        return !missing.isEmpty();
    }

    /** The commands that go on from here. */
    public List<String> next() {
        Path run = path.resolve(RUN);
        Path test = path.resolve(TEST);
        return List.of(
                ShellCommand.of("train", "--config", path.resolve(CONFIG)),
                ShellCommand.of("evaluate", "--run", run),
                ShellCommand.of("align", "--run", run, "--pairs", test, "--best"),
                ShellCommand.of("transduce", "--run", run, "--inputs", test, "--nbest", 1));
    }

    private static Map<String, String> files(StarterProject proposal) {
        Map<String, String> files = new LinkedHashMap<>();
        files.put(TRAIN, PairFile.text(proposal.split().train(), proposal.tokens()));
        files.put(VALID, PairFile.text(proposal.split().valid(), proposal.tokens()));
        files.put(TEST, PairFile.text(proposal.split().test(), proposal.tokens()));
        files.put(MACHINE, proposal.machine());
        files.put(CONFIG, proposal.config());
        return files;
    }

    private boolean isThere(String name, Map<String, String> files) {
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
        throw new EspalierException(file + " is there already with other content, which is not overwritten; name "
                + "another folder with --out, or remove the file");
    }
}

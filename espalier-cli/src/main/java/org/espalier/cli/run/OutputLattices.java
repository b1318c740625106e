package org.espalier.cli.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.espalier.fst.Alphabet;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.FileErrors;
import org.espalier.fst.base.Plural;
import org.espalier.fst.io.OpenFst;
import org.espalier.fst.io.OpenFstText;
import org.espalier.run.Transduction;
import org.espalier.run.Transductions;
import org.espalier.run.data.InputFile.Input;
import org.espalier.run.data.MachineFiles;

/** Writes the outputs of each input as a weighted acceptor: to one file, or to a folder with one file per line of input. */
final class OutputLattices {
    private final Path target;
    private final boolean isFolder;
    private int written;

    private OutputLattices(Path target, boolean isFolder) {
        this.target = target;
        this.isFolder = isFolder;
    }

    /**
     * Checks the target before anything is computed. A folder that has files is refused, since lattices of other inputs would
     * remain among the new ones.
     *
     * @param isFolder whether there may be several inputs
     * @throws EspalierException if the target cannot be used
     */
    static OutputLattices to(String target, boolean isFolder) {
        if (isFolder) {
            requireNew(Path.of(target));
        } else {
            MachineFiles.requireOpenFst(target);
        }
        return new OutputLattices(Path.of(target), isFolder);
    }

    private static void requireNew(Path folder) {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.list(folder)) {
            if (files.findAny().isPresent()) {
                throw new EspalierException(
                        "the folder " + folder + " is not empty; remove it, or name another for the lattices");
            }
        } catch (IOException e) {
            throw FileErrors.writing(folder.toString(), e);
        }
    }

    /** Writes the lattice of an input that has outputs. */
    void write(Input input, Transductions found, Alphabet symbols) {
        Map<List<String>, Double> probabilities = new LinkedHashMap<>();
        for (Transduction output : found.outputs()) {
            probabilities.merge(output.symbols(), output.probability().value(), Double::sum);
        }
        Map<List<String>, Float> weights = new LinkedHashMap<>();
        probabilities.forEach((string, probability) -> {
            if (probability > 0) {
                weights.put(string, (float) -Math.log(probability));
            }
        });
        if (!weights.isEmpty()) {
            MachineFiles.write(OpenFst.acceptor(weights, symbols), OpenFstText.Form.ACCEPTOR, file(input));
            written++;
        }
    }

    private String file(Input input) {
        if (!isFolder) {
            return target.toString();
        }
        try {
            Files.createDirectories(target);
        } catch (IOException e) {
            throw FileErrors.writing(target.toString(), e);
        }
        return target.resolve(input.line() + ".fst").toString();
    }

    @Override
    public String toString() {
        return isFolder ? Plural.of(written, "lattice") + " to " + target : target.toString();
    }
}

package org.espalier.lab.task;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.AtomicFiles;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.FileErrors;
import org.espalier.fst.language.DataSymbols;
import org.espalier.run.data.Pair;
import org.espalier.run.data.PairFile;
import org.espalier.run.data.Reading;
import org.espalier.run.data.TokenUnit;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The data of a task: training, validation and test pairs, and the machine that aligns them.
 *
 * @param task the paper's name of the task: {@code tr}, {@code scan} or {@code cipher}
 * @param recipe the command that makes this data
 */
public record TaskData(
        String task, List<Pair> train, List<Pair> valid, List<Pair> test, TaskMachine machine, DataRecipe recipe) {
    /** The files of {@link #write}. */
    public static final String TRAIN = "train.tsv";

    public static final String VALID = "valid.tsv";
    public static final String TEST = "test.tsv";
    public static final String MACHINE = "machine.mfst";
    public static final String DESCRIPTION = "data.json";

    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    public TaskData {
        train = List.copyOf(train);
        valid = List.copyOf(valid);
        test = List.copyOf(test);
    }

    /** Returns the symbols of all pairs, which {@code from data} stands for in the machine. */
    public DataSymbols symbols() {
        List<Pair> all = Stream.of(train, valid, test).flatMap(List::stream).toList();
        return new PairFile(task, all).symbols(Reading.of(TokenUnit.WORDS));
    }

    /** Compiles the machine over the symbols of all pairs. */
    public Mfst compile() {
        return machine.compile(symbols());
    }

    /**
     * Writes all files into a folder, {@value #DESCRIPTION} last, so a folder that has it is complete. Existing files with the
     * same content are kept, so a second call completes an interrupted one.
     *
     * @return whether any file was written
     * @throws EspalierException if a file exists with other content; then nothing is written
     */
    public boolean write(Path folder) {
        Map<String, String> files = files();
        exists(folder, DESCRIPTION, description()); // first, since its message is the most helpful
        List<String> missing = files.entrySet().stream()
                .filter(file -> !exists(folder, file.getKey(), file.getValue()))
                .map(Map.Entry::getKey)
                .toList();
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new EspalierException(folder + " cannot be made a folder; name another with --out", e);
        }
        missing.forEach(name -> AtomicFiles.writeText(folder.resolve(name), String.valueOf(files.get(name))));
        return !missing.isEmpty();
    }

    /** Returns the content of the files by name, in the order of writing. */
    private Map<String, String> files() {
        Map<String, String> files = new LinkedHashMap<>();
        files.put(TRAIN, text(train));
        files.put(VALID, text(valid));
        files.put(TEST, text(test));
        files.putAll(machine.tables());
        files.put(MACHINE, machine.program());
        files.put(DESCRIPTION, description());
        return files;
    }

    private static String text(List<Pair> pairs) {
        return pairs.stream()
                .map(pair -> String.join(" ", pair.x()) + "\t" + String.join(" ", pair.y()) + "\n")
                .collect(Collectors.joining());
    }

    private String description() {
        Map<String, Object> description = new LinkedHashMap<>();
        description.put("task", task);
        description.put("command", recipe.command());
        description.put("seed", recipe.seed());
        description.put("source", recipe.source());
        Map<String, Object> sizes = new LinkedHashMap<>();
        sizes.put("train", train.size());
        sizes.put("valid", valid.size());
        sizes.put("test", test.size());
        description.put("pairs", sizes);
        return MAPPER.writeValueAsString(description) + "\n";
    }

    /**
     * Returns whether a file exists.
     *
     * @throws EspalierException if it has other content
     */
    private static boolean exists(Path folder, String name, String content) {
        Path file = folder.resolve(name);
        if (!Files.exists(file)) {
            return false;
        }
        try {
            if (Files.readString(file).equals(content)) {
                return true;
            }
        } catch (IOException e) {
            throw FileErrors.reading(file.toString(), e);
        }
        throw new EspalierException(folder
                + (name.equals(DESCRIPTION) ? " has " + made(file) : " has another " + name)
                + "; name a new folder with --out, or remove this one");
    }

    /** Describes the data of a folder, as far as its description can be read. */
    private static String made(Path description) {
        try {
            JsonNode command = MAPPER.readTree(Files.readString(description)).get("command");
            return command == null ? "other data" : "data made by: " + command.asString();
        } catch (IOException | JacksonException e) {
            return "other data";
        }
    }
}

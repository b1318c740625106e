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
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The data of a task: pairs to train on, to validate with and to test on, and the machine that aligns them.
 *
 * @param task the paper's name: {@code tr}, {@code scan} or {@code cipher}
 * @param recipe how to make the same again
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

    /** The symbols of all pairs: what {@code from data} means in the machine. */
    public DataSymbols symbols() {
        List<Pair> all = Stream.of(train, valid, test).flatMap(List::stream).toList();
        return new PairFile(task, all).symbols();
    }

    /** The machine, over the symbols of all pairs. */
    public Mfst compile() {
        return machine.compile(symbols());
    }

    /**
     * Writes everything into a folder, {@value #DESCRIPTION} last: a folder that has it is complete. A file that is there
     * already with the very same content stays, so that what was cut off is finished and what is complete is left alone.
     *
     * @return whether anything had to be written
     * @throws EspalierException if a file is there with other content; nothing has been written then
     */
    public boolean write(Path folder) {
        Map<String, String> files = files();
        isThere(folder, DESCRIPTION, description()); // first, since it says best what is wrong
        List<String> missing = files.entrySet().stream()
                .filter(file -> !isThere(folder, file.getKey(), file.getValue()))
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

    /** What is written, by name and in order. */
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
     * @throws EspalierException if it is there with other content
     */
    private static boolean isThere(Path folder, String name, String content) {
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

    /** What the data of a folder was made by, as far as it can be told. */
    private static String made(Path description) {
        try {
            JsonNode command = MAPPER.readTree(Files.readString(description)).get("command");
            return command == null ? "other data" : "data made by: " + command.asString();
        } catch (IOException | JacksonException e) {
            return "other data";
        }
    }
}

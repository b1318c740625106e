package org.espalier.lab.task;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.espalier.fst.Mfst;
import org.espalier.fst.language.DataSymbols;
import org.espalier.fst.language.MachineLanguage;
import org.espalier.run.data.MachineFiles;

/**
 * A machine as a person reads it.
 *
 * @param program in the machine language
 * @param tables the files that the program names, their content by their name, in the order they are written in
 */
public record TaskMachine(String program, Map<String, String> tables) {
    public TaskMachine {
        tables = Collections.unmodifiableMap(new LinkedHashMap<>(tables));
    }

    /** The machine of {@code tr} and {@code scan}. */
    static TaskMachine deletionInsertion() {
        return new TaskMachine(MachineFiles.builtinProgram("deletion-insertion"), Map.of());
    }

    /** The machine over these symbols, where it takes its own from data. */
    Mfst compile(DataSymbols data) {
        return MachineLanguage.compile(TaskData.MACHINE, program, data, name -> {
            String table = tables.get(name);
            if (table == null) {
                throw new NoSuchFileException(name);
            }
            return new ByteArrayInputStream(table.getBytes(StandardCharsets.UTF_8));
        });
    }
}

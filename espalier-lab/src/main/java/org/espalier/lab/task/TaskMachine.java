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
 * A machine in the machine language.
 *
 * @param program the program
 * @param tables the content of the files that the program names, by name, in the order of writing
 */
public record TaskMachine(String program, Map<String, String> tables) {
    public TaskMachine {
        tables = Collections.unmodifiableMap(new LinkedHashMap<>(tables));
    }

    /** Returns the machine of {@code tr} and {@code scan}. */
    static TaskMachine deletionInsertion() {
        return new TaskMachine(MachineFiles.builtinProgram("deletion-insertion"), Map.of());
    }

    /** Compiles the machine. Alphabets {@code from data} have the given symbols. */
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

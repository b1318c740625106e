package org.espalier.run.data;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.espalier.fst.Mfst;
import org.espalier.fst.Tape;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.io.MachineText;
import org.espalier.fst.io.MarkNaming;
import org.espalier.fst.io.OpenFst;
import org.espalier.fst.io.OpenFstBinary;
import org.espalier.fst.io.OpenFstText;
import org.espalier.fst.io.SymbolTable;
import org.espalier.fst.io.VectorFst;
import org.espalier.fst.language.DataSymbols;
import org.espalier.fst.language.MachineLanguage;
import org.jspecify.annotations.Nullable;

/** Reads and writes machines by name: a file in any {@link MachineFormat}, or {@code builtin:NAME} for a built-in machine. */
public final class MachineFiles {
    private static final String BUILTIN = "builtin:";

    private static final List<String> BUILTINS = List.of("deletion-insertion", "edit", "cipher");

    private static final String INPUT_SYMBOLS = ".isyms";
    private static final String OUTPUT_SYMBOLS = ".osyms";

    private MachineFiles() {}

    /**
     * How OpenFst files are interpreted.
     *
     * @param marks how arcs are marked
     * @param form whether a text file has one label per arc or two
     * @param inputSymbols the symbol table of a text file's input labels; if null, the table beside the file, if it exists
     * @param outputSymbols the symbol table of its output labels; if null, likewise the table beside the file
     */
    public record OpenFstReading(
            MarkNaming marks,
            OpenFstText.Form form,
            @Nullable Path inputSymbols,
            @Nullable Path outputSymbols) {}

    /**
     * Reads a machine.
     *
     * @param data the symbols that {@code from data} stands for, or null if there is no data
     * @param warnings receives a message about each thing that the reader ignores
     */
    public static Mfst read(
            String name, @Nullable DataSymbols data, OpenFstReading openFst, Consumer<String> warnings) {
        if (name.startsWith(BUILTIN)) {
            return builtin(name.substring(BUILTIN.length()), data);
        }
        Path file = Path.of(name);
        return switch (MachineFormat.of(name)) {
            case LANGUAGE -> MachineLanguage.read(file, data);
            case TEXT -> MachineText.read(file);
            case OPENFST -> withoutWeights(name, OpenFstBinary.read(file), openFst.marks, warnings);
            case OPENFST_TEXT -> withoutWeights(name, readText(file, openFst), openFst.marks, warnings);
        };
    }

    private static VectorFst readText(Path file, OpenFstReading openFst) {
        VectorFst fst = OpenFstText.read(
                file,
                openFst.form,
                symbols(openFst.inputSymbols, beside(file, INPUT_SYMBOLS)),
                symbols(openFst.outputSymbols, beside(file, OUTPUT_SYMBOLS)));
        // OpenFst reads an empty file as a transducer without states. For us it is a file that was not written.
        if (fst.states() == 0) {
            throw new EspalierException(
                    file + ": found no state, expected lines of OpenFst's text; write the file again, with fstprint");
        }
        return fst;
    }

    private static @Nullable SymbolTable symbols(@Nullable Path given, Path beside) {
        if (given != null) {
            return OpenFstText.readSymbols(given);
        }
        return Files.exists(beside) ? OpenFstText.readSymbols(beside) : null;
    }

    private static Path beside(Path file, String ending) {
        return file.resolveSibling(file.getFileName() + ending);
    }

    private static Mfst withoutWeights(String name, VectorFst fst, MarkNaming marks, Consumer<String> warnings) {
        if (fst.hasWeights()) {
            warnings.accept(name + ": its weights are ignored; a machine here says what is possible, not how probable");
        }
        return OpenFst.toMfst(fst, marks);
    }

    /**
     * Writes a machine in the format that the extension of the file's name selects. OpenFst's formats hold two tapes only. Its
     * text form gets symbol tables beside it, whose names end with {@value #INPUT_SYMBOLS} and {@value #OUTPUT_SYMBOLS}.
     */
    public static void write(Mfst machine, String name, Tape first, Tape second) {
        Path file = Path.of(name);
        switch (MachineFormat.of(name)) {
            case LANGUAGE ->
                throw new EspalierException(
                        "'" + name + "': a machine cannot be turned back into the machine language; "
                                + "write it as .fst.txt, .fst or .att");
            case TEXT -> MachineText.write(machine, file);
            case OPENFST, OPENFST_TEXT ->
                write(OpenFst.toOpenFst(machine, first, second), OpenFstText.Form.TRANSDUCER, name);
        }
    }

    /**
     * Writes a transducer as OpenFst's binary file, or as text with symbol tables beside it, as the extension of the file's name
     * selects.
     *
     * @param form the form of the text
     */
    public static void write(VectorFst fst, OpenFstText.Form form, String name) {
        requireOpenFst(name);
        Path file = Path.of(name);
        if (MachineFormat.of(name) == MachineFormat.OPENFST) {
            OpenFstBinary.write(fst, file);
        } else {
            fst.inputSymbols().ifPresent(table -> OpenFstText.writeSymbols(table, beside(file, INPUT_SYMBOLS)));
            fst.outputSymbols().ifPresent(table -> OpenFstText.writeSymbols(table, beside(file, OUTPUT_SYMBOLS)));
            OpenFstText.write(fst, form, file);
        }
    }

    /**
     * Checks that a file's name selects one of OpenFst's formats, the only ones with weights.
     *
     * @throws EspalierException if it does not
     */
    public static void requireOpenFst(String name) {
        if (!MachineFormat.isOpenFst(name)) {
            throw new EspalierException(
                    "'" + name + "' does not end like a file of OpenFst, which is .fst for its binary "
                            + "form or .att for its text; rename it");
        }
    }

    private static Mfst builtin(String name, @Nullable DataSymbols data) {
        return MachineLanguage.compile(BUILTIN + name, builtinProgram(name), data, MachineFiles::resource);
    }

    /** Returns the source text of a built-in machine, in the machine language. */
    public static String builtinProgram(String name) {
        if (!BUILTINS.contains(name)) {
            throw new EspalierException("there is no built-in machine " + EspalierException.quote(name) + "; there are "
                    + String.join(", ", BUILTINS));
        }
        try (InputStream in = resource(name + ".mfst")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InputStream resource(String name) throws IOException {
        InputStream in = MachineFiles.class.getResourceAsStream("/org/espalier/run/machines/" + name);
        if (in == null) {
            throw new NoSuchFileException(name);
        }
        return in;
    }
}

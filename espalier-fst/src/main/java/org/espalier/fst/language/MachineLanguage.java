package org.espalier.fst.language;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.FileErrors;
import org.espalier.fst.base.LimitException;
import org.espalier.fst.base.SourceException;
import org.jspecify.annotations.Nullable;

/**
 * Compiles the machine language:
 *
 * <pre>
 * input  = from data
 * output = from data
 * delete = [a in input]  a:_ / &lt;delete&gt; a
 * insert = [b in output] _:b / &lt;insert&gt; b
 * machine = (delete | insert)*
 * </pre>
 *
 * <p>The whole language is described in {@code docs/reference/machine-language.md}. A mistake in a program is a
 * {@link SourceException} that names its place; a machine that would become too large is a {@link LimitException}
 * before it does.
 */
public final class MachineLanguage {
    /** The default limit on the arcs of a machine. */
    public static final int DEFAULT_MAX_ARCS = 5_000_000;

    private MachineLanguage() {}

    /**
     * Returns the machine that a file denotes. Paths of its tables and symbol files are relative to its folder.
     *
     * @param data the meaning of {@code from data}, or null if there is no data
     * @throws SourceException if the program has a mistake
     * @throws LimitException if the machine would have more than {@link #DEFAULT_MAX_ARCS} arcs
     */
    public static Mfst read(Path file, @Nullable DataSymbols data) {
        return read(file, data, DEFAULT_MAX_ARCS);
    }

    /**
     * Returns the machine that a file denotes, with a limit on its arcs.
     *
     * @see #read(Path, DataSymbols)
     */
    public static Mfst read(Path file, @Nullable DataSymbols data, int maxArcs) {
        TextFile program;
        try {
            program = TextFile.read(file.toString(), Files.newInputStream(file));
        } catch (IOException e) {
            throw FileErrors.reading(file.toString(), e);
        }
        return compile(program.name(), program.text(), data, FileResolver.in(file.resolveSibling("")), maxArcs);
    }

    /**
     * Returns the machine that a text denotes.
     *
     * @param name the name of the text in errors
     * @param data the meaning of {@code from data}, or null if there is no data
     * @param files opens the tables and symbol files
     * @throws SourceException if the program has a mistake
     * @throws LimitException if the machine would have more than {@link #DEFAULT_MAX_ARCS} arcs
     */
    public static Mfst compile(String name, String text, @Nullable DataSymbols data, FileResolver files) {
        return compile(name, text, data, files, DEFAULT_MAX_ARCS);
    }

    /**
     * Returns the machine that a text denotes, with a limit on its arcs.
     *
     * @see #compile(String, String, DataSymbols, FileResolver)
     */
    public static Mfst compile(String name, String text, @Nullable DataSymbols data, FileResolver files, int maxArcs) {
        ProgramSource source = new ProgramSource(name);
        return ProgramCompiler.compile(source, ProgramParser.parse(source, text), data, files, maxArcs);
    }
}

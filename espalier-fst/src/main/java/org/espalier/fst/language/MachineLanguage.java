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
    /** How many arcs a machine may have, unless the caller says otherwise. */
    public static final int DEFAULT_MAX_ARCS = 5_000_000;

    private MachineLanguage() {}

    /**
     * Returns the machine that a file denotes; its tables and symbol files are beside it.
     *
     * @param data what {@code from data} means, or null if there is no data
     */
    public static Mfst read(Path file, @Nullable DataSymbols data) {
        return read(file, data, DEFAULT_MAX_ARCS);
    }

    /** Returns the same with another limit on the number of arcs. */
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
     * @param name what errors call the text
     * @param data what {@code from data} means, or null if there is no data
     * @param files where tables and symbol files are found
     */
    public static Mfst compile(String name, String text, @Nullable DataSymbols data, FileResolver files) {
        return compile(name, text, data, files, DEFAULT_MAX_ARCS);
    }

    /** Returns the same with another limit on the number of arcs. */
    public static Mfst compile(String name, String text, @Nullable DataSymbols data, FileResolver files, int maxArcs) {
        ProgramSource source = new ProgramSource(name);
        return ProgramCompiler.compile(source, ProgramParser.parse(source, text), data, files, maxArcs);
    }
}

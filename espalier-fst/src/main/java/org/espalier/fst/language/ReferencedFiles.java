package org.espalier.fst.language;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.espalier.fst.Alphabet;
import org.espalier.fst.base.FileErrors;
import org.espalier.fst.base.LineReader;
import org.espalier.fst.base.LineReader.Field;
import org.espalier.fst.base.Plural;
import org.espalier.fst.base.SourceException;

/** Reads the tables and symbol files of a program, each once. */
final class ReferencedFiles {
    private final ProgramSource program;
    private final FileResolver files;
    private final Map<String, TextFile> read = new HashMap<>();
    private final Map<TableKey, List<List<List<String>>>> tables = new HashMap<>();

    private record TableKey(String file, int columns) {}

    ReferencedFiles(ProgramSource program, FileResolver files) {
        this.program = program;
        this.files = files;
    }

    /** Returns the symbols of a file that has one on each line. */
    List<String> symbols(SourcePosition at, String file) {
        List<String> symbols = new ArrayList<>();
        forEachLine(text(at, file), lines -> {
            List<String> found = cell(lines, new Field(lines.text(), 0));
            if (found.size() != 1) {
                throw lines.error("expected one symbol on each line, found "
                        + (found.isEmpty() ? "the empty string <eps>" : found.size() + " symbols"));
            }
            symbols.addAll(found);
        });
        return symbols;
    }

    /** Returns the distinct rows of a table, with one string of symbols per column. */
    List<List<List<String>>> table(SourcePosition at, String file, int columns) {
        TextFile text = text(at, file);
        return tables.computeIfAbsent(new TableKey(file, columns), key -> rows(text, columns));
    }

    /** Returns an error at the first row of a table that has a symbol; nothing if no table has it. */
    Optional<SourceException> tableError(String symbol, String message) {
        return tables.keySet().stream()
                .map(table -> Objects.requireNonNull(read.get(table.file)))
                .distinct()
                .flatMap(text -> error(text, symbol, message).stream())
                .findFirst();
    }

    private static Optional<SourceException> error(TextFile text, String symbol, String message) {
        List<SourceException> found = new ArrayList<>();
        forEachLine(
                text,
                lines -> lines.fields('\t', Integer.MAX_VALUE).stream()
                        .filter(cell -> cell(lines, cell).contains(symbol))
                        .forEach(cell -> found.add(lines.error(cell.offset(), message))));
        return found.stream().findFirst();
    }

    private static List<List<List<String>>> rows(TextFile text, int columns) {
        Set<List<List<String>>> rows = new LinkedHashSet<>();
        forEachLine(text, lines -> {
            List<Field> cells = lines.fields('\t', Integer.MAX_VALUE);
            if (cells.size() != columns) {
                throw lines.error("expected " + Plural.of(columns, "column") + ", one for each variable, found "
                        + cells.size() + "; columns are separated by one tab");
            }
            rows.add(cells.stream().map(cell -> cell(lines, cell)).toList());
        });
        return List.copyOf(rows);
    }

    /**
     * Calls an action for each line that is neither blank nor a comment. A line that starts with {@code #} is a comment
     * unless a tab follows: then it is the symbol #.
     */
    private static void forEachLine(TextFile text, Consumer<LineReader> action) {
        LineReader lines = text.lines();
        while (lines.next()) {
            String line = lines.text();
            if (!line.isBlank() && (!line.startsWith("#") || line.startsWith("#\t"))) {
                action.accept(lines);
            }
        }
    }

    private static List<String> cell(LineReader lines, Field cell) {
        String text = cell.text();
        if (text.codePoints().anyMatch(c -> Character.isISOControl(c) && !Character.isWhitespace(c))) {
            throw lines.error(cell.offset(), "found a control character, which is not text; remove it");
        }
        if (text.isBlank()) {
            throw lines.error(cell.offset(), "found an empty column; write <eps> for the empty string");
        }
        List<String> symbols = Alphabet.split(text);
        if (symbols.contains(Alphabet.EPSILON)) {
            throw lines.error(
                    cell.offset(), "<eps> stands for the empty string and cannot stand beside symbols; remove it");
        }
        return symbols;
    }

    private TextFile text(SourcePosition at, String file) {
        TextFile known = read.get(file);
        if (known == null) {
            known = open(at, file);
            read.put(file, known);
        }
        return known;
    }

    private TextFile open(SourcePosition at, String file) {
        String shown = files.displayName(file);
        try {
            return TextFile.read(shown, files.open(file));
        } catch (NoSuchFileException | FileNotFoundException e) {
            throw program.error(
                    at, "there is no file '" + shown + "'; paths are relative to the folder of the program");
        } catch (IOException e) {
            throw program.error(at, String.valueOf(FileErrors.reading(shown, e).getMessage()));
        }
    }
}

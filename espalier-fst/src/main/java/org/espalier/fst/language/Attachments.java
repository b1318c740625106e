package org.espalier.fst.language;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.espalier.fst.Alphabet;
import org.espalier.fst.language.TextFile.Line;

/** The tables and symbol files of a program, each read once. */
final class Attachments {
    private final Source program;
    private final FileResolver files;
    private final Map<String, TextFile> read = new HashMap<>();
    private final Map<TableKey, List<List<List<String>>>> tables = new HashMap<>();

    private record TableKey(String file, int columns) {}

    Attachments(Source program, FileResolver files) {
        this.program = program;
        this.files = files;
    }

    /** The symbols of a file that has one on each line. */
    List<String> symbols(Place at, String file) {
        TextFile text = text(at, file);
        List<String> symbols = new ArrayList<>();
        for (Line line : text.lines()) {
            List<String> found = cell(text, line, line.text());
            if (found.size() != 1) {
                throw text.error(
                        line,
                        "expected one symbol on each line, found "
                                + (found.isEmpty() ? "the empty string <eps>" : found.size() + " symbols"));
            }
            symbols.addAll(found);
        }
        return symbols;
    }

    /** The different rows of a table, each with a string of symbols for each column. */
    List<List<List<String>>> table(Place at, String file, int columns) {
        TextFile text = text(at, file);
        return tables.computeIfAbsent(new TableKey(file, columns), key -> rows(text, columns));
    }

    private static List<List<List<String>>> rows(TextFile text, int columns) {
        Set<List<List<String>>> rows = new LinkedHashSet<>();
        for (Line line : text.lines()) {
            String[] cells = line.text().split("\t", -1);
            if (cells.length != columns) {
                throw text.error(
                        line,
                        "expected " + columns + (columns == 1 ? " column" : " columns")
                                + ", one for each variable, found " + cells.length
                                + "; columns are separated by one tab");
            }
            List<List<String>> row = new ArrayList<>();
            for (String cell : cells) {
                row.add(cell(text, line, cell));
            }
            rows.add(List.copyOf(row));
        }
        return List.copyOf(rows);
    }

    private static List<String> cell(TextFile text, Line line, String cell) {
        if (cell.codePoints().anyMatch(c -> Character.isISOControl(c) && !Character.isWhitespace(c))) {
            throw text.error(line, "found a control character, which is not text; remove it");
        }
        List<String> symbols = Symbols.split(cell);
        if (symbols.isEmpty()) {
            throw text.error(line, "found an empty column; write <eps> for the empty string");
        }
        if (symbols.equals(List.of(Alphabet.EPSILON))) {
            return List.of();
        }
        if (symbols.contains(Alphabet.EPSILON)) {
            throw text.error(line, "<eps> stands for the empty string and cannot stand beside symbols; remove it");
        }
        return List.copyOf(symbols);
    }

    private TextFile text(Place at, String file) {
        TextFile known = read.get(file);
        if (known == null) {
            known = open(at, file);
            read.put(file, known);
        }
        return known;
    }

    private TextFile open(Place at, String file) {
        String shown = files.displayName(file);
        try {
            return TextFile.read(shown, files.open(file));
        } catch (NoSuchFileException | FileNotFoundException e) {
            throw program.error(
                    at, "there is no file '" + shown + "'; paths are relative to the folder of the program");
        } catch (IOException e) {
            throw program.error(at, "cannot read the file '" + shown + "': " + e.getMessage());
        }
    }
}

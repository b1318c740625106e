package org.espalier.spark;

import java.util.List;
import java.util.function.Consumer;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.LineReader;
import org.espalier.fst.base.SourceException;
import org.espalier.run.data.InputFile;
import org.espalier.run.data.Pair;
import org.espalier.run.data.PairFile;
import org.espalier.run.data.Reading;
import org.espalier.run.result.RowId;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Parses the rows of a corpus by the rules of the plain commands.
 *
 * @param columns the names of the columns
 * @param isJson whether the lines are JSON objects
 * @param needsOutput whether rows are pairs and not inputs alone
 */
record RowParser(Reading reading, ColumnNames columns, boolean isJson, boolean needsOutput) {
    private static final JsonMapper MAPPER = JsonMapper.shared();

    /** Passes the parsed row to {@code good} or its rejection to {@code bad}; skips a blank row. */
    void parse(RawRow raw, Consumer<CorpusRow> good, Consumer<RowOutcome.Reject> bad) {
        if (raw instanceof RawRow.Cells cells) {
            cells(cells, good, bad);
        } else if (raw instanceof RawRow.Line line) {
            if (isJson) {
                json(line, good, bad);
            } else {
                text(line, good, bad);
            }
        }
    }

    private void text(RawRow.Line line, Consumer<CorpusRow> good, Consumer<RowOutcome.Reject> bad) {
        RowId label = RowId.line(line.number());
        try (LineReader lines = new LineReader("", LineReader.utf8(line.stream()))) {
            List<SourceException> problems;
            if (needsOutput) {
                PairFile read = PairFile.read("", lines, reading);
                read.pairs().forEach(pair -> good.accept(row(label, lines, pair)));
                problems = read.badLines();
            } else {
                InputFile read = InputFile.read("", lines, reading);
                read.inputs()
                        .forEach(input ->
                                good.accept(row(label, lines, new Pair(input.x(), List.of(), 1, input.id(), 0))));
                problems = read.badLines();
            }
            problems.forEach(problem -> bad.accept(reject(label, line, problem.reason())));
        } catch (SourceException e) {
            bad.accept(reject(label, line, e.reason()));
        }
    }

    private CorpusRow row(RowId line, LineReader lines, Pair pair) {
        RowId label = pair.id().isEmpty() ? line : RowId.id(pair.id());
        if (reading.isPlain()) {
            List<LineReader.Field> columns = lines.fields('\t', 2);
            return new CorpusRow(
                    label, columns.get(0).text(), needsOutput ? columns.get(1).text() : null, pair);
        }
        return new CorpusRow(
                label, reading.inputText(pair.x()), needsOutput ? reading.outputText(pair.y()) : null, pair);
    }

    private static RowOutcome.Reject reject(RowId label, RawRow.Line line, String reason) {
        return new RowOutcome.Reject(label, null, null, line.text(), reason);
    }

    private void json(RawRow.Line line, Consumer<CorpusRow> good, Consumer<RowOutcome.Reject> bad) {
        RowId number = RowId.line(line.number());
        if (line.text().isBlank()) {
            return;
        }
        try {
            JsonNode object = MAPPER.readTree(line.stream());
            if (!object.isObject()) {
                bad.accept(reject(number, line, "found no JSON object; a line is one with the columns of a row"));
                return;
            }
            RowId label = columns.label(object);
            if (label == null && columns.isIdNamed()) {
                bad.accept(reject(number, line, missing(columns.id())));
                return;
            }
            cells(
                    new RawRow.Cells(
                            label == null ? number : label,
                            ColumnNames.cell(object, columns.x()),
                            ColumnNames.cell(object, columns.y())),
                    good,
                    bad);
        } catch (JacksonException e) {
            bad.accept(reject(number, line, "is not JSON: " + e.getOriginalMessage()));
        }
    }

    private void cells(RawRow.Cells cells, Consumer<CorpusRow> good, Consumer<RowOutcome.Reject> bad) {
        RowId label = cells.label();
        if (label == null) {
            bad.accept(new RowOutcome.Reject(null, cells.x(), cells.y(), null, missing(columns.id())));
        } else if (cells.x() == null) {
            bad.accept(new RowOutcome.Reject(label, null, cells.y(), null, missing(columns.x())));
        } else if (needsOutput && cells.y() == null) {
            bad.accept(new RowOutcome.Reject(label, cells.x(), null, null, missing(columns.y())));
        } else {
            try {
                good.accept(
                        new CorpusRow(label, cells.x(), needsOutput ? cells.y() : null, pair(cells.x(), cells.y())));
            } catch (EspalierException e) {
                bad.accept(new RowOutcome.Reject(label, cells.x(), cells.y(), null, String.valueOf(e.getMessage())));
            }
        }
    }

    private Pair pair(String x, @Nullable String y) {
        return new Pair(reading.inputSymbols(x), needsOutput && y != null ? reading.outputSymbols(y) : List.of(), 0);
    }

    private static String missing(String column) {
        return "the column " + EspalierException.quote(column) + " has no value";
    }
}

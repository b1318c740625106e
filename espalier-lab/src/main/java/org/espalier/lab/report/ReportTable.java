package org.espalier.lab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.espalier.lab.results.SamplerVariant;

/**
 * A table of the report, independent of its format.
 *
 * @param note the explanation of the numbers; may be empty
 * @param columns the headings; the first column holds the names of the rows
 */
record ReportTable(String title, String note, List<String> columns, List<List<Cell>> rows) {
    /** The kind of a cell, which determines its style. */
    enum Kind {
        NAME,
        PLAIN,
        BEST,
        /** A figure derived from the cell before it. */
        ASIDE,
        PAPER,
        BEST_OF_PAPER
    }

    /**
     * A cell, possibly empty.
     *
     * @param sampler the sampler that it names, if any; its colour is shown
     */
    record Cell(String text, Kind kind, Optional<SamplerVariant> sampler) {
        Cell(String text, Kind kind) {
            this(text, kind, Optional.empty());
        }

        static Cell name(String text) {
            return new Cell(text, Kind.NAME);
        }

        static Cell name(SamplerVariant sampler) {
            return new Cell(sampler.label(), Kind.NAME, Optional.of(sampler));
        }

        static Cell plain(String text) {
            return new Cell(text, Kind.PLAIN);
        }

        static Cell paper(String text) {
            return new Cell(text, Kind.PAPER);
        }

        boolean isBold() {
            return kind == Kind.BEST || kind == Kind.BEST_OF_PAPER;
        }
    }

    /** Returns the table without empty columns. The first column is always kept. */
    ReportTable withoutEmptyColumns() {
        List<Integer> kept = new ArrayList<>();
        for (int c = 0; c < columns.size(); c++) {
            int column = c;
            if (c == 0 || rows.stream().anyMatch(row -> !row.get(column).text().isEmpty())) {
                kept.add(c);
            }
        }
        return new ReportTable(
                title,
                note,
                kept.stream().map(columns::get).toList(),
                rows.stream().map(row -> kept.stream().map(row::get).toList()).toList());
    }
}

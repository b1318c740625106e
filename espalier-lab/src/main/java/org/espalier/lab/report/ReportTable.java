package org.espalier.lab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.espalier.lab.results.SamplerVariant;

/**
 * A table before it is written as a page, Markdown or plain text.
 *
 * @param note what the numbers are, in a sentence or two; may be empty
 * @param columns the first is that of the rows' names
 */
record ReportTable(String title, String note, List<String> columns, List<List<Cell>> rows) {
    /** What a cell is, apart from what it says. */
    enum Kind {
        NAME,
        PLAIN,
        BEST,
        /** What goes with the number before it. */
        ASIDE,
        PAPER,
        BEST_OF_PAPER
    }

    /**
     * A cell; an empty text says that there is nothing to say.
     *
     * @param sampler the one that it names, to be shown in its colour
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

    /** Without the columns, but the first, in which no row says anything. */
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

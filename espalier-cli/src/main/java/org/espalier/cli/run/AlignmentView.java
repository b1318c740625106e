package org.espalier.cli.run;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.espalier.cli.console.Console;
import org.espalier.fst.Alphabet;
import org.espalier.run.AlignedPath;
import org.espalier.run.Alignments;
import org.espalier.run.alignment.AlignmentNotation;
import org.espalier.run.alignment.AlignmentPosterior;
import org.espalier.run.alignment.AlignmentTable;
import org.espalier.run.alignment.DisplayText;
import org.espalier.run.data.Pair;
import org.espalier.run.result.AlignmentLines;
import org.espalier.run.result.RowId;

/** Prints the alignments of one pair after another. */
record AlignmentView(Console console, AlignmentFormat format, AlignmentLines lines) {
    /** Places the rows of a table below the marks. */
    private static final String INDENT = " ".repeat(30);

    void show(Pair pair, String place, Alignments found) {
        switch (format) {
            case TABLE -> table(pair, place, found);
            case JSONL -> console.out().println(lines.json(RowId.of(pair.id(), pair.line()), pair, found));
            case M2M -> paths(AlignmentNotation.M2M, found);
            case PHONETISAURUS -> paths(AlignmentNotation.PHONETISAURUS, found);
        }
    }

    private void paths(AlignmentNotation form, Alignments found) {
        lines.shown(found).forEach(path -> console.out().println(form.line(path.alignment())));
    }

    private void table(Pair pair, String place, Alignments found) {
        AlignmentPosterior posterior = found.posterior();
        console.out().println(place + ": " + DisplayText.of(pair.x()) + " -> " + DisplayText.of(pair.y()));
        console.out().println("  weight     log q     log p  marks");
        for (AlignedPath path : lines.shown(found)) {
            console.out()
                    .println(String.format(
                            Locale.ROOT,
                            "%8.4f %9.3f %9.3f  %s",
                            path.weight(),
                            path.logQ(),
                            path.logP(),
                            marksText(path)));
            AlignmentTable.of(path.alignment(), posterior)
                    .forEach(row -> console.out().println(INDENT + row));
        }
    }

    private static String marksText(AlignedPath path) {
        return Alphabet.words(path.alignment().marks()).stream()
                .map(mark -> DisplayText.of(List.of(mark)))
                .collect(Collectors.joining(" "));
    }
}

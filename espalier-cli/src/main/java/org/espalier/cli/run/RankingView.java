package org.espalier.cli.run;

import java.io.PrintWriter;
import java.util.List;
import org.espalier.run.Transduced;
import org.espalier.run.data.InputFile.Input;
import org.espalier.run.result.RankingLines;
import org.espalier.run.result.RowId;

/** Shows the outputs of an input: a line of columns for each, or one of JSON for all. */
record RankingView(PrintWriter out, RankingLines lines, boolean json) {
    void show(Input input, List<Transduced> outputs) {
        if (json) {
            out.println(lines.json(RowId.line(input.line()), input.x(), outputs));
        } else {
            lines.columns(input.x(), outputs).forEach(out::println);
        }
    }
}

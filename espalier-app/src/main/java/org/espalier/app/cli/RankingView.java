package org.espalier.app.cli;

import java.io.PrintWriter;
import java.util.List;
import org.espalier.app.api.Transduced;
import org.espalier.app.data.InputFile.Input;
import org.espalier.app.data.Label;

/** Shows the outputs of an input: a line of columns for each, or one of JSON for all. */
record RankingView(PrintWriter out, RankingLines lines, boolean json) {
    void show(Input input, List<Transduced> outputs) {
        if (json) {
            out.println(lines.json(Label.line(input.line()), input.x(), outputs));
        } else {
            lines.columns(input.x(), outputs).forEach(out::println);
        }
    }
}

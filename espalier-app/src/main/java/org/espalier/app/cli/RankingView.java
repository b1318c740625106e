package org.espalier.app.cli;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.espalier.app.data.InputFile.Input;
import org.espalier.app.data.Tokens;
import org.espalier.fst.Mfst;
import org.espalier.model.search.RankedOutput;

/** Shows the outputs of an input, the most probable first: a line of columns for each, or one of JSON for all. */
record RankingView(PrintWriter out, Mfst machine, Tokens tokens, boolean json) {
    void show(Input input, List<RankedOutput> ranked) {
        String x = tokens.join(input.x());
        if (json) {
            out.println(Json.line(Json.object(
                    "line", input.line(),
                    "x", x,
                    "outputs", ranked.stream().map(this::object).toList())));
            return;
        }
        for (RankedOutput each : ranked) {
            out.println(String.format(
                    Locale.ROOT,
                    "%s\t%s\t%.4f\t%.4f\t%.4f",
                    x,
                    output(each),
                    each.probability().value(),
                    each.logP().value(),
                    each.logP().standardError()));
        }
    }

    private String output(RankedOutput ranked) {
        return tokens.join(Arrays.stream(ranked.output().output())
                .mapToObj(machine.output()::symbol)
                .toList());
    }

    /** JSON has no infinite numbers: an output that cannot be has no logP. */
    private Map<String, Object> object(RankedOutput ranked) {
        Map<String, Object> object = Json.object(
                "y", output(ranked), "probability", ranked.probability().value());
        if (!Double.isNaN(ranked.probability().standardError())) {
            object.put("probabilityError", ranked.probability().standardError());
        }
        if (!Double.isInfinite(ranked.logP().value())) {
            object.putAll(Json.estimate(ranked.logP(), "logP"));
        }
        object.put("exact", ranked.isExact());
        if (ranked.output().strings() > 0) {
            object.put("marks", machine.marks().format(ranked.output().marks()));
        }
        return object;
    }
}

package org.espalier.app.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.espalier.app.api.Transduced;
import org.espalier.app.data.InputFile.Input;
import org.espalier.app.data.Tokens;

/** Shows the outputs of an input, the most probable first: a line of columns for each, or one of JSON for all. */
record RankingView(PrintWriter out, Tokens tokens, boolean json) {
    void show(Input input, List<Transduced> outputs) {
        String x = tokens.join(input.x());
        if (json) {
            out.println(Json.line(Json.object(
                    "line",
                    input.line(),
                    "x",
                    x,
                    "outputs",
                    outputs.stream().map(this::object).toList())));
            return;
        }
        for (Transduced each : outputs) {
            out.println(String.format(
                    Locale.ROOT,
                    "%s\t%s\t%.4f\t%.4f\t%.4f",
                    x,
                    tokens.join(each.y()),
                    each.probability().value(),
                    each.logP().value(),
                    each.logP().standardError()));
        }
    }

    /** JSON has no infinite numbers: an output that cannot be has no logP. */
    private Map<String, Object> object(Transduced output) {
        Map<String, Object> object = Json.object(
                "y",
                tokens.join(output.y()),
                "probability",
                output.probability().value());
        if (!Double.isNaN(output.probability().standardError())) {
            object.put("probabilityError", output.probability().standardError());
        }
        if (!Double.isInfinite(output.logP().value())) {
            object.putAll(Json.estimate(output.logP(), "logP"));
        }
        object.put("exact", output.isExact());
        if (!output.marks().isEmpty()) {
            object.put("marks", String.join(" ", output.marks()));
        }
        return object;
    }
}

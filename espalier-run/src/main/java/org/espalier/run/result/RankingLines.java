package org.espalier.run.result;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.espalier.run.Transduced;
import org.espalier.run.data.TokenUnit;

/** The outputs of an input, the most probable first, as lines. */
public record RankingLines(TokenUnit tokens) {
    /** One JSON object for all. */
    public String json(RowId label, List<String> x, List<Transduced> outputs) {
        return Json.line(Json.object(
                label.key(),
                label.value(),
                "x",
                tokens.join(x),
                "outputs",
                outputs.stream().map(this::object).toList()));
    }

    /** For each output: x, y, its probability, log p and the standard error, separated by tabs. */
    public List<String> columns(List<String> x, List<Transduced> outputs) {
        return outputs.stream()
                .map(each -> String.format(
                        Locale.ROOT,
                        "%s\t%s\t%.4f\t%.4f\t%.4f",
                        tokens.join(x),
                        tokens.join(each.y()),
                        each.probability().value(),
                        each.logP().value(),
                        each.logP().standardError()))
                .toList();
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

package org.espalier.run.result;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.espalier.run.Transduction;
import org.espalier.run.Transductions;

/** Formats the outputs of an input, the most probable first, as lines. */
public final class RankingLines {
    private RankingLines() {}

    /** Returns one JSON object for the input with all its outputs. */
    public static String json(RowId id, Transductions found) {
        return Json.line(id, object(found));
    }

    /** Returns the values of a JSON object for the input with all its outputs. */
    public static Map<String, Object> object(Transductions found) {
        return Json.object("x", found.input(), "outputs", objects(found));
    }

    /** Returns one JSON object for the input with all its outputs, and those that it should have. */
    public static String json(RowId id, Transductions found, List<String> references) {
        return Json.line(Json.object(
                id.key(), id.value(), "x", found.input(), "references", references, "outputs", objects(found)));
    }

    /** Returns one line per output: x, y, its probability, log p and the standard error, separated by tabs. */
    public static List<String> columns(Transductions found) {
        return found.outputs().stream()
                .map(each -> String.format(
                        Locale.ROOT,
                        "%s\t%s\t%.4f\t%.4f\t%.4f",
                        found.input(),
                        each.output(),
                        each.probability().value(),
                        each.logP().value(),
                        each.logP().standardError()))
                .toList();
    }

    private static List<Map<String, Object>> objects(Transductions found) {
        boolean isVoted = found.outputs().stream().anyMatch(each -> each.votes() > 0);
        return found.outputs().stream().map(each -> object(each, isVoted)).toList();
    }

    /** JSON has no infinite numbers: an impossible output has no logP. */
    private static Map<String, Object> object(Transduction output, boolean isVoted) {
        Map<String, Object> object = Json.object(
                "y", output.output(), "probability", output.probability().value());
        if (!Double.isNaN(output.probability().standardError())) {
            object.put("probabilityError", output.probability().standardError());
        }
        if (!Double.isInfinite(output.logP().value())) {
            object.putAll(Json.estimate(output.logP(), "logP"));
        }
        if (isVoted) {
            object.put("votes", output.votes());
        }
        object.put("exact", output.isExact());
        if (!output.marks().isEmpty()) {
            object.put("marks", String.join(" ", output.marks()));
        }
        return object;
    }
}

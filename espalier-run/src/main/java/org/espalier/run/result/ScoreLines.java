package org.espalier.run.result;

import java.util.Locale;
import java.util.Map;
import org.espalier.model.estimate.Estimate;
import org.espalier.run.data.Pair;
import org.espalier.run.data.Reading;

/**
 * Formats the score of a pair as a line.
 *
 * @param reading how symbols are joined into text
 */
public record ScoreLines(Reading reading) {
    /** Returns one JSON object. */
    public String json(RowId id, Pair pair, Estimate score) {
        return Json.line(id, object(pair, score));
    }

    /** Returns the values of a JSON object. */
    public Map<String, Object> object(Pair pair, Estimate score) {
        Map<String, Object> object = Json.object("x", reading.inputText(pair.x()), "y", reading.outputText(pair.y()));
        object.putAll(Json.estimate(score, "logP"));
        return object;
    }

    /** Returns log p, its standard error, x and y, separated by tabs. */
    public String columns(Pair pair, Estimate score) {
        return String.format(
                Locale.ROOT,
                "%.4f\t%.4f\t%s\t%s",
                score.value(),
                score.standardError(),
                reading.inputText(pair.x()),
                reading.outputText(pair.y()));
    }
}

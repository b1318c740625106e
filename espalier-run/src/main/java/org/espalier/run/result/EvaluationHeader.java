package org.espalier.run.result;

import java.util.Map;
import org.espalier.fst.base.Plural;

/**
 * The subject of an evaluation.
 *
 * @param run the folder of the run
 * @param step the training step of its model
 * @param pairs the number of pairs
 * @param skipped the number of lines that were skipped
 * @param file the name of the file of pairs
 */
public record EvaluationHeader(String run, long step, long pairs, long skipped, String file) {
    /** Returns the first line of a report. */
    public String line() {
        return run + ", step " + step + ", on " + Plural.of(pairs, "pair") + " of " + file;
    }

    /** Returns a new JSON object, to which results can be added. */
    Map<String, Object> object() {
        return Json.object("run", run, "step", step, "pairs", pairs, "leftOut", skipped, "file", file);
    }
}

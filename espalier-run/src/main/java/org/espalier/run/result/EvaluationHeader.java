package org.espalier.run.result;

import java.util.Map;

/**
 * What a report over pairs is about.
 *
 * @param run the folder of the run
 * @param step after how many steps its model was saved
 * @param pairs how many the report is over
 * @param leftOut how many could not be used
 * @param file what the pairs are from
 */
public record EvaluationHeader(String run, long step, long pairs, long leftOut, String file) {
    /** The first line for people. */
    public String line() {
        return run + ", step " + step + ", on " + pairs + (pairs == 1 ? " pair of " : " pairs of ") + file;
    }

    /** An object that results can be added to. */
    Map<String, Object> object() {
        return Json.object("run", run, "step", step, "pairs", pairs, "leftOut", leftOut, "file", file);
    }
}

package org.espalier.run.result;

import java.util.Map;
import org.espalier.fst.base.Plural;
import org.espalier.run.folder.TrainedRun;

/**
 * The subject of an evaluation.
 *
 * @param run the folder of the run or of the ensemble
 * @param step the training step of the model of a run
 * @param members the number of members of an ensemble; 0 for a run
 * @param pairs the number of pairs
 * @param skipped the number of lines that were skipped
 * @param file the name of the file of pairs
 */
public record EvaluationHeader(String run, long step, int members, long pairs, long skipped, String file) {
    /** Creates the header of an evaluation of a run or of an ensemble. */
    public static EvaluationHeader of(TrainedRun run, long pairs, long skipped, String file) {
        return new EvaluationHeader(run.name(), run.step(), run.members().size(), pairs, skipped, file);
    }

    /** Returns the first line of a report. */
    public String line() {
        return run + ", " + (members == 0 ? "step " + step : Plural.of(members, "member")) + ", on "
                + Plural.of(pairs, "pair") + " of " + file;
    }

    /** Returns a new JSON object, to which results can be added. */
    Map<String, Object> object() {
        Map<String, Object> object = Json.object("run", run);
        if (members == 0) {
            object.put("step", step);
        } else {
            object.put("members", members);
        }
        object.putAll(Json.object("pairs", pairs, "leftOut", skipped, "file", file));
        return object;
    }
}

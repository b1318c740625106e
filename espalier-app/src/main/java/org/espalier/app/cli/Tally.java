package org.espalier.app.cli;

import org.espalier.app.api.OutputFinder;
import org.espalier.fst.Counted;

/** Counts inputs that could not be worked on, and what was found for the others. */
final class Tally {
    private int inputs;
    private int failed;
    private int outputs;

    void count(OutputFinder.Found found) {
        inputs++;
        failed += found.isFailed() ? 1 : 0;
        outputs += found.outputs().size();
    }

    int inputs() {
        return inputs;
    }

    int outputs() {
        return outputs;
    }

    /** Says how many inputs failed, if any did. */
    void tellFailed(String file, Console console) {
        if (failed > 0) {
            console.say(file + ": " + failed + " of " + Counted.of(inputs, "input") + " failed, and "
                    + Counted.form(failed, "is", "are") + " left out");
        }
    }
}

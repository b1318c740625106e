package org.espalier.cli.run;

import org.espalier.cli.console.Console;
import org.espalier.fst.base.Plural;
import org.espalier.run.OutputFinder;

/** Counts inputs that could not be worked on, and what was found for the others. */
final class TransductionCounts {
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
            console.say(file + ": " + failed + " of " + Plural.of(inputs, "input") + " failed, and "
                    + Plural.form(failed, "is", "are") + " left out");
        }
    }
}

package org.espalier.cli.run;

import org.espalier.cli.console.Console;
import org.espalier.fst.base.Plural;
import org.espalier.run.Transductions;

/** Counts the inputs, those that failed, and the outputs found for the others. */
final class TransductionCounts {
    private int inputs;
    private int failed;
    private int outputs;

    void add(Transductions found) {
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

    /** Reports the number of inputs that failed, if there are any. */
    void warnFailed(String file, Console console) {
        if (failed > 0) {
            console.info(file + ": " + failed + " of " + Plural.of(inputs, "input") + " failed and "
                    + Plural.form(failed, "is", "are") + " skipped");
        }
    }
}

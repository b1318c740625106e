package org.espalier.model.search;

import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.espalier.fst.base.LogSpace;

/** The complete mark strings that a beam has found, grouped by the output they write. */
final class FinishedOutputs {
    /** The strings of one output, as sums and the most probable of them. */
    private static final class StringsOfOutput {
        private double logSum = LogSpace.ZERO;
        private double logMax = LogSpace.ZERO;
        private Hypothesis best;
        private int count;

        StringsOfOutput(Hypothesis first) {
            best = first;
        }

        void add(Hypothesis string, double logP) {
            count++;
            logSum = LogSpace.add(logSum, logP);
            if (logP > logMax) {
                logMax = logP;
                best = string;
            }
        }

        FoundOutput found() {
            return new FoundOutput(best.output().toIntArray(), logSum, best.marks(), count);
        }
    }

    private final Map<IntList, StringsOfOutput> byOutput = new LinkedHashMap<>();

    /**
     * Adds a string that has ended.
     *
     * @param logP log p̃ of the string, EOS included
     */
    void add(Hypothesis string, double logP) {
        byOutput.computeIfAbsent(string.output(), added -> new StringsOfOutput(string))
                .add(string, logP);
    }

    /**
     * Returns the log of the difference between the probabilities of the n-th best output and the next one: other strings
     * must have at least that much to change the n best. Returns the log of zero if there are fewer than n outputs.
     */
    double lead(int n) {
        if (byOutput.size() < n) {
            return LogSpace.ZERO;
        }
        double[] logs = byOutput.values().stream()
                .mapToDouble(strings -> strings.logSum)
                .toArray();
        Arrays.sort(logs);
        double next = logs.length == n ? LogSpace.ZERO : logs[logs.length - n - 1];
        return LogSpace.subtract(logs[logs.length - n], next);
    }

    /** Returns log p̃ of the most probable output; the log of zero if there is none. */
    double best() {
        return byOutput.values().stream()
                .mapToDouble(strings -> strings.logSum)
                .max()
                .orElse(LogSpace.ZERO);
    }

    /** Returns the n most probable outputs, the most probable first. */
    List<FoundOutput> best(int n) {
        return byOutput.values().stream()
                .sorted(Comparator.comparingDouble((StringsOfOutput strings) -> strings.logSum)
                        .reversed())
                .limit(n)
                .map(StringsOfOutput::found)
                .toList();
    }
}

package org.espalier.model.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.espalier.fst.base.LogSpace;

/** The complete mark strings that a beam has found, grouped by the output they write. */
final class FinishedOutputs {
    /** A complete string with its log p̃, EOS included. */
    private record Finished(Hypothesis string, double logP) {}

    /** The strings of one output with their sum. */
    private static final class StringsOfOutput {
        private final List<Finished> strings = new ArrayList<>();
        private double logSum = LogSpace.ZERO;

        void add(Hypothesis string, double logP) {
            strings.add(new Finished(string, logP));
            logSum = LogSpace.add(logSum, logP);
        }

        FoundOutput found(ToDoubleFunction<WrittenOutput> logMissing) {
            WrittenOutput output = strings.get(0).string.output();
            return new FoundOutput(
                    output.symbols(),
                    logSum,
                    logMissing.applyAsDouble(output),
                    strings.stream()
                            .sorted(Comparator.comparingDouble(Finished::logP).reversed())
                            .map(each -> each.string.marks())
                            .toList());
        }
    }

    private final Map<WrittenOutput, StringsOfOutput> byOutput = new LinkedHashMap<>();
    private double best = LogSpace.ZERO;

    /**
     * Adds a string that has ended.
     *
     * @param logP log p̃ of the string, EOS included
     */
    void add(Hypothesis string, double logP) {
        StringsOfOutput ofOutput = byOutput.computeIfAbsent(string.output(), added -> new StringsOfOutput());
        ofOutput.add(string, logP);
        best = Math.max(best, ofOutput.logSum);
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
        return best;
    }

    /**
     * Returns the n most probable outputs, the most probable first.
     *
     * @param logMissing the log of the largest probability that other strings of an output may have
     */
    List<FoundOutput> best(int n, ToDoubleFunction<WrittenOutput> logMissing) {
        return byOutput.values().stream()
                .sorted(Comparator.comparingDouble((StringsOfOutput strings) -> strings.logSum)
                        .reversed())
                .limit(n)
                .map(strings -> strings.found(logMissing))
                .toList();
    }
}

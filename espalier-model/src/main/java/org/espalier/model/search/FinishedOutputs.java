package org.espalier.model.search;

import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.espalier.fst.base.LogSpace;

/** The outputs of an input found so far, each with the strings that write it. */
final class FinishedOutputs {
    private static final class Output {
        private double logP = LogSpace.ZERO;
        private double best = LogSpace.ZERO;
        private Hypothesis likeliest;
        private int strings;

        Output(Hypothesis first) {
            likeliest = first;
        }

        void add(Hypothesis string, double logOfString) {
            strings++;
            logP = LogSpace.add(logP, logOfString);
            if (logOfString > best) {
                best = logOfString;
                likeliest = string;
            }
        }

        FoundOutput found() {
            return new FoundOutput(likeliest.output().toIntArray(), logP, likeliest.marks(), strings);
        }
    }

    private final Map<IntList, Output> outputs = new LinkedHashMap<>();

    void add(Hypothesis string, double logOfString) {
        outputs.computeIfAbsent(string.output(), added -> new Output(string)).add(string, logOfString);
    }

    /** By how much the n best outputs are ahead of all others, as a log; none if there are fewer. */
    double lead(int n) {
        if (outputs.size() < n) {
            return LogSpace.ZERO;
        }
        double[] logs =
                outputs.values().stream().mapToDouble(output -> output.logP).toArray();
        Arrays.sort(logs);
        double next = logs.length == n ? LogSpace.ZERO : logs[logs.length - n - 1];
        return LogSpace.subtract(logs[logs.length - n], next);
    }

    List<FoundOutput> best(int n) {
        return outputs.values().stream()
                .sorted(Comparator.comparingDouble((Output output) -> output.logP)
                        .reversed())
                .limit(n)
                .map(Output::found)
                .toList();
    }
}

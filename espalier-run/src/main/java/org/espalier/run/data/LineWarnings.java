package org.espalier.run.data;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Reports problems with lines of a file: up to a limit per reason and in total; beyond these, only their numbers. */
public final class LineWarnings {
    private static final int MAX_PER_REASON = 20;
    private static final int MAX_TOTAL = 100;

    private final String file;
    private final Consumer<String> warnings;
    private final Map<String, Integer> counts = new LinkedHashMap<>();
    private int reported;
    private int others;

    /**
     * Creates an instance that has reported nothing yet.
     *
     * @param file the name of the file in messages
     * @param warnings receives the messages
     */
    public LineWarnings(String file, Consumer<String> warnings) {
        this.file = file;
        this.warnings = warnings;
    }

    /** Reports a problem with a line, within the limits. */
    public void add(String place, String reason) {
        if (reported >= MAX_TOTAL && counts.getOrDefault(reason, 0) < MAX_PER_REASON) {
            others++;
        } else if (counts.merge(reason, 1, Integer::sum) <= MAX_PER_REASON) {
            reported++;
            warnings.accept(place + ": " + reason);
        }
    }

    /** Reports the numbers of problems beyond the limits. */
    public void finish() {
        counts.forEach((reason, count) -> {
            if (count > MAX_PER_REASON) {
                warnings.accept(file + ": and " + (count - MAX_PER_REASON) + " more: " + reason);
            }
        });
        if (others > 0) {
            warnings.accept(file + ": and " + others + " more warnings");
        }
    }
}

package org.espalier.run.data;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Tells which lines of a file are left out and why: of each reason, and of all together, the first so many, and then how
 * many more.
 */
public final class LineWarnings {
    private static final int MOST_OF_A_REASON = 20;
    private static final int MOST = 100;

    private final String file;
    private final Consumer<String> warnings;
    private final Map<String, Integer> lines = new LinkedHashMap<>();
    private int told;
    private int others;

    public LineWarnings(String file, Consumer<String> warnings) {
        this.file = file;
        this.warnings = warnings;
    }

    public void tell(String place, String reason) {
        if (told >= MOST && !lines.containsKey(reason)) {
            others++;
        } else if (lines.merge(reason, 1, Integer::sum) <= MOST_OF_A_REASON) {
            told++;
            warnings.accept(place + ": " + reason);
        }
    }

    /** Says of each reason how many lines were not told of. */
    public void tellRest() {
        lines.forEach((reason, count) -> {
            if (count > MOST_OF_A_REASON) {
                warnings.accept(file + ": and " + (count - MOST_OF_A_REASON) + " more: " + reason);
            }
        });
        if (others > 0) {
            warnings.accept(file + ": and " + others + " more for other reasons");
        }
    }
}

package org.espalier.app.data;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Tells which lines of a file are left out and why: of each reason the first so many, and then how many more. */
public final class LeftOut {
    private static final int MOST = 20;

    private final String file;
    private final Consumer<String> warnings;
    private final Map<String, Integer> lines = new LinkedHashMap<>();

    public LeftOut(String file, Consumer<String> warnings) {
        this.file = file;
        this.warnings = warnings;
    }

    public void tell(String place, String reason) {
        if (lines.merge(reason, 1, Integer::sum) <= MOST) {
            warnings.accept(place + ": " + reason);
        }
    }

    /** Says of each reason how many lines were not told of. */
    public void tellRest() {
        lines.forEach((reason, count) -> {
            if (count > MOST) {
                warnings.accept(file + ": and " + (count - MOST) + " more: " + reason);
            }
        });
    }
}

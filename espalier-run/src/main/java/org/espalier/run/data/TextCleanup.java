package org.espalier.run.data;

import java.util.function.Consumer;
import org.espalier.fst.base.Plural;

/**
 * What was done to the text of a file on reading it.
 *
 * @param normalized how many lines were changed to be normalized
 * @param blank how many lines have nothing in them and were skipped
 */
record TextCleanup(int normalized, int blank) {
    static final TextCleanup NONE = new TextCleanup(0, 0);

    /** Says of a file what was done, if anything was. */
    void tell(String file, Consumer<String> warnings) {
        if (normalized > 0) {
            warnings.accept(file + ": " + Plural.of(normalized, "line") + Plural.form(normalized, " was", " were")
                    + " brought into Unicode's composed form (NFC); normalize=none reads text as it stands");
        }
        if (blank > 0) {
            warnings.accept(
                    file + ": " + Plural.of(blank, "empty line") + Plural.form(blank, " is", " are") + " skipped");
        }
    }
}

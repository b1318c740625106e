package org.espalier.run.data;

import java.util.function.Consumer;
import org.espalier.fst.base.Plural;

/**
 * The changes that reading made to the text of a file.
 *
 * @param normalized the number of lines that were changed by normalization
 * @param form the normalization
 * @param blank the number of blank lines, which are skipped
 */
record TextCleanup(int normalized, Normalization form, int blank) {
    static final TextCleanup NONE = new TextCleanup(0, Normalization.NONE, 0);

    /** Reports the changes, if there are any. */
    void warn(String file, Consumer<String> warnings) {
        if (normalized > 0) {
            warnings.accept(file + ": " + Plural.of(normalized, "line") + Plural.form(normalized, " was", " were")
                    + " normalized to Unicode " + form + "; normalize=none reads text unchanged");
        }
        if (blank > 0) {
            warnings.accept(
                    file + ": " + Plural.of(blank, "empty line") + Plural.form(blank, " is", " are") + " skipped");
        }
    }
}

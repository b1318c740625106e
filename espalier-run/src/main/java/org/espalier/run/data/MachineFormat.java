package org.espalier.run.data;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.espalier.fst.base.EspalierException;

/** The file formats of machines. */
enum MachineFormat {
    /** The machine language. */
    LANGUAGE(".mfst"),
    /** Our tab-separated text, usually {@code .fst.txt}. */
    TEXT(".txt"),
    /** OpenFst's binary form: vector type, standard arcs. */
    OPENFST(".fst"),
    /** OpenFst's text form, symbols by name. */
    OPENFST_TEXT(".att");

    private final String ending;

    MachineFormat(String ending) {
        this.ending = ending;
    }

    /** Returns whether the extension of a file's name selects a format of OpenFst. */
    static boolean isOpenFst(String file) {
        String name = file.toLowerCase(Locale.ROOT);
        return name.endsWith(OPENFST.ending) || name.endsWith(OPENFST_TEXT.ending);
    }

    /** Returns the format that the extension of a file's name selects. */
    static MachineFormat of(String file) {
        String name = file.toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(format -> name.endsWith(format.ending))
                .findFirst()
                .orElseThrow(() -> new EspalierException("'" + file + "' does not end like a machine ("
                        + Arrays.stream(values()).map(format -> format.ending).collect(Collectors.joining(", "))
                        + "); rename it"));
    }
}

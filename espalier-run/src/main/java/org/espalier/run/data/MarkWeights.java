package org.espalier.run.data;

import java.nio.file.Path;
import java.util.List;
import org.espalier.fst.Alphabet;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.LineReader;

/** Reads log weights of marks from a file of lines {@code mark<TAB>weight}. Marks that the file does not name weigh 0. */
public final class MarkWeights {
    private MarkWeights() {}

    /** Returns one weight per mark of an alphabet. */
    public static double[] read(Path file, Alphabet marks) {
        double[] weights = new double[marks.size()];
        try (LineReader lines = LineReader.open(file)) {
            while (lines.next()) {
                if (!lines.text().isBlank()) {
                    read(lines, marks, weights);
                }
            }
        }
        return weights;
    }

    private static void read(LineReader lines, Alphabet marks, double[] weights) {
        List<LineReader.Field> fields = lines.fields('\t', 3);
        if (fields.size() != 2) {
            throw lines.error("found " + (fields.size() > 2 ? "more than two columns" : "one column")
                    + ", expected mark<TAB>log weight; separate the two by a tab");
        }
        LineReader.Field mark = fields.get(0);
        LineReader.Field weight = fields.get(1);
        int id = marks.id(mark.text());
        if (id < 0) {
            throw lines.error(
                    mark.offset(),
                    "the machine has no mark " + EspalierException.quote(mark.text()) + "; see machine print");
        }
        try {
            weights[id] = Double.parseDouble(weight.text().strip());
        } catch (NumberFormatException e) {
            throw lines.error(
                    weight.offset(),
                    "found " + EspalierException.quote(weight.text()) + ", expected a number such as -1.5");
        }
        if (Double.isNaN(weights[id]) || weights[id] == Double.POSITIVE_INFINITY) {
            throw lines.error(
                    weight.offset(),
                    "found " + EspalierException.quote(weight.text())
                            + ", expected a number or -Infinity, as log weights are");
        }
    }
}

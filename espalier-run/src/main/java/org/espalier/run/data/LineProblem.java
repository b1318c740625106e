package org.espalier.run.data;

import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.espalier.fst.base.Plural;
import org.espalier.fst.base.SourceException;

/**
 * A problem with a line of a file.
 *
 * @param line the number of the line
 * @param place the file, the line and, if known, the column
 * @param reason what is wrong
 */
record LineProblem(int line, String place, String reason) {
    static LineProblem of(SourceException bad) {
        return new LineProblem(bad.line(), bad.place(), bad.reason());
    }

    /** Reports problems with lines of a file, in the order of the lines. */
    static void warn(String file, List<LineProblem> problems, Consumer<String> warnings) {
        LineWarnings lines = new LineWarnings(file, warnings);
        problems.stream()
                .sorted(Comparator.comparingInt(LineProblem::line))
                .forEach(problem -> lines.add(problem.place, problem.reason));
        lines.finish();
    }

    /** Returns a message about the number of lines that are skipped. */
    static String skipped(String file, int bad, int good) {
        return file + ": " + bad + " of " + Plural.of(good + bad, "line") + Plural.form(bad, " is", " are")
                + " skipped";
    }

    /** Returns a message for a file of which no line can be used. */
    static String noLine(String file, int lines) {
        return lines == 1
                ? "nothing of " + file + " can be used"
                : file + ": none of its " + lines + " lines can be used";
    }
}

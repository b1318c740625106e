package org.espalier.run.data;

import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.espalier.fst.base.Plural;
import org.espalier.fst.base.SourceException;

/**
 * Why a line of a file is not used as it stands.
 *
 * @param place the line, and the column where there is one
 */
record LineProblem(int line, String place, String reason) {
    static LineProblem of(SourceException bad) {
        return new LineProblem(bad.line(), bad.place(), bad.reason());
    }

    /** Says what is wrong with lines of a file, in their order. */
    static void tell(String file, List<LineProblem> problems, Consumer<String> warnings) {
        LineWarnings leftOut = new LineWarnings(file, warnings);
        problems.stream()
                .sorted(Comparator.comparingInt(LineProblem::line))
                .forEach(problem -> leftOut.tell(problem.place, problem.reason));
        leftOut.tellRest();
    }

    /** How many lines of a file are left out. */
    static String leftOut(String file, int bad, int good) {
        return file + ": " + bad + " of " + Plural.of(good + bad, "line") + Plural.form(bad, " is", " are")
                + " left out";
    }

    /** What is said when no line of a file is left. */
    static String noLine(String file, int lines) {
        return lines == 1
                ? "nothing of " + file + " can be used"
                : file + ": none of its " + lines + " lines can be used";
    }
}

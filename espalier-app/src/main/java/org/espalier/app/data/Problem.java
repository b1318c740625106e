package org.espalier.app.data;

import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.espalier.fst.Counted;
import org.espalier.fst.io.SourceException;

/**
 * Why a line of a file is not used as it stands.
 *
 * @param place the line, and the column where there is one
 */
record Problem(int line, String place, String reason) {
    static Problem of(SourceException bad) {
        return new Problem(bad.line(), bad.place(), bad.reason());
    }

    /** Says what is wrong with lines of a file, in their order. */
    static void tell(String file, List<Problem> problems, Consumer<String> warnings) {
        LeftOut leftOut = new LeftOut(file, warnings);
        problems.stream()
                .sorted(Comparator.comparingInt(Problem::line))
                .forEach(problem -> leftOut.tell(problem.place, problem.reason));
        leftOut.tellRest();
    }

    /** How many lines of a file are left out. */
    static String leftOut(String file, int bad, int good) {
        return file + ": " + bad + " of " + Counted.of(good + bad, "line") + Counted.form(bad, " is", " are")
                + " left out";
    }

    /** What is said when no line of a file is left. */
    static String noLine(String file, int lines) {
        return lines == 1
                ? "nothing of " + file + " can be used"
                : file + ": none of its " + lines + " lines can be used";
    }
}

package org.espalier.cli.run;

import java.io.PrintWriter;
import java.util.Objects;
import org.espalier.cli.console.SettingFlags;
import org.espalier.model.search.SearchCaution;
import org.espalier.run.Transductions;
import org.espalier.run.data.InputFile.Input;
import org.espalier.run.data.LineWarnings;
import org.espalier.run.result.RankingLines;
import org.espalier.run.result.RowId;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Prints the outputs of inputs: one line of columns per output, or one JSON object per input.
 *
 * @param out where the lines are printed
 * @param json whether JSON is printed
 */
record RankingView(PrintWriter out, boolean json) {
    void show(Input input, Transductions found) {
        if (json) {
            out.println(RankingLines.json(RowId.of(input.id(), input.line()), found));
        } else {
            RankingLines.columns(found).forEach(out::println);
        }
    }

    /**
     * Reports why an input failed, or why better outputs may have been missed, with the options of the command that may
     * change this.
     *
     * @param place the line of the input
     * @param warnings receives the message
     */
    static void warn(String place, Transductions found, @Nullable CommandSpec command, LineWarnings warnings) {
        found.failure().ifPresent(reason -> warnings.add(place, reason));
        found.caution().ifPresent(caution -> warnings.add(place, message(caution, Objects.requireNonNull(command))));
    }

    private static String message(SearchCaution caution, CommandSpec command) {
        return caution.message() + SettingFlags.remedy(caution.settings(), command);
    }
}

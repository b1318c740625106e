package org.espalier.cli.run;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.espalier.cli.console.SettingFlags;
import org.espalier.model.search.SearchCaution;
import org.espalier.run.Transduction;
import org.espalier.run.Transductions;
import org.espalier.run.alignment.DisplayText;
import org.espalier.run.data.InputFile.Input;
import org.espalier.run.data.LineWarnings;
import org.espalier.run.data.Reading;
import org.espalier.run.result.Json;
import org.espalier.run.result.RankingLines;
import org.espalier.run.result.RowId;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Prints the outputs of inputs.
 *
 * @param out where the lines are printed
 * @param reading how the files of the run are read, and strings are joined
 */
record RankingView(PrintWriter out, OutputFormat format, Reading reading) {
    /** The width of the bar of an output that is certain. */
    private static final int BAR = 20;

    void show(Input input, Transductions found) {
        switch (format) {
            case JSONL -> out.println(RankingLines.json(RowId.of(input.id(), input.line()), found));
            case TSV -> RankingLines.columns(found).forEach(out::println);
            case LEXICON ->
                found.outputs()
                        .forEach(each ->
                                out.println(reading.inputText(reading.letters(input.x())) + "\t" + each.output()));
            case SIGMORPHON ->
                found.outputs().forEach(each -> out.println(reading.line(input.x(), each.symbols(), input.id())));
            case TABLE -> table(found);
        }
    }

    /** Prints the outputs of an input with those that it should have: last columns, or a list. */
    void showWithReferences(Input input, Transductions found) {
        List<String> references =
                input.outputs().stream().map(reading::outputText).toList();
        if (format == OutputFormat.JSONL) {
            out.println(RankingLines.json(RowId.of(input.id(), input.line()), found, references));
        } else {
            RankingLines.columns(found).forEach(line -> out.println(line + "\t" + String.join("\t", references)));
        }
    }

    private void table(Transductions found) {
        out.println(found.input());
        int width = found.outputs().stream()
                .mapToInt(each -> DisplayText.width(each.output()))
                .max()
                .orElse(0);
        for (Transduction each : found.outputs()) {
            double probability = each.probability().value();
            out.println("  " + each.output() + " ".repeat(width - DisplayText.width(each.output()))
                    + String.format(Locale.ROOT, "  %6.1f %%  ", 100 * probability)
                    + "█".repeat((int) Math.round(BAR * probability)));
        }
        if (found.outputs().isEmpty()) {
            out.println("  no output was found");
        }
    }

    /** Prints that an input has no outputs, so that a program that waits for an answer gets one. */
    void failed(int line, String input, String reason) {
        out.println(
                switch (format) {
                    case JSONL -> Json.line(Json.object("line", line, "x", input, "error", reason));
                    case TABLE -> input + "\n  " + reason;
                    default -> input + "\t";
                });
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

package org.espalier.cli.machine;

import java.util.Arrays;
import java.util.List;
import org.espalier.cli.console.Console;
import org.espalier.cli.console.OutputTarget;
import org.espalier.cli.console.UsageException;
import org.espalier.fst.Mfst;
import org.espalier.fst.Operations;
import org.espalier.fst.Tape;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Converts machines between formats. */
@Command(
        name = "convert",
        description = {
            "Convert a machine to another format, which the extension of the output file selects:",
            ".fst.txt Espalier text, .fst OpenFst binary, .att OpenFst text, with symbol tables TO.isyms and TO.osyms."
        },
        footer = {
            "",
            "Examples:",
            "  espalier machine convert edit.mfst edit.fst --pairs words.tsv",
            "  espalier machine convert edit.mfst marks.fst --tapes marks:marks --pairs words.tsv",
            "  espalier machine convert pynini.fst machine.fst.txt --mark-arcs pairs",
            "  espalier machine convert machine.fst.txt mirrored.fst.txt --apply reverse,invert"
        })
final class MachineConvertCommand implements Runnable {
    private final Console console;

    @Parameters(index = "0", paramLabel = "FROM", description = "Machine: a file or builtin:NAME.")
    private String from = "";

    @Parameters(index = "1", paramLabel = "TO", description = "Output file, or - for text on standard output.")
    private String to = "";

    @Option(
            names = "--tapes",
            paramLabel = "A:B",
            description =
                    "The two tapes to write to an OpenFst file, each input, output or marks. Default: ${DEFAULT-VALUE}.")
    private String tapes = "input:output";

    @Option(
            names = "--apply",
            split = ",",
            paramLabel = "OPERATION",
            description = "Operations to apply, in order: invert, reverse, trim, compact, star, plus, option, "
                    + "keep_input, keep_output, keep_marks.")
    private List<Operation> operations = List.of();

    @Mixin
    private MachineOptions machines = new MachineOptions();

    /** The operations of {@code --apply}. */
    enum Operation {
        INVERT,
        REVERSE,
        TRIM,
        COMPACT,
        STAR,
        PLUS,
        OPTION,
        KEEP_INPUT,
        KEEP_OUTPUT,
        KEEP_MARKS;

        Mfst apply(Mfst machine) {
            return switch (this) {
                case INVERT -> Operations.invert(machine);
                case REVERSE -> Operations.reverse(machine);
                case TRIM -> Operations.trim(machine);
                case COMPACT -> Operations.compact(machine);
                case STAR -> Operations.star(machine);
                case PLUS -> Operations.plus(machine);
                case OPTION -> Operations.option(machine);
                case KEEP_INPUT -> Operations.project(machine, Tape.INPUT);
                case KEEP_OUTPUT -> Operations.project(machine, Tape.OUTPUT);
                case KEEP_MARKS -> Operations.project(machine, Tape.MARKS);
            };
        }
    }

    MachineConvertCommand(Console console) {
        this.console = console;
    }

    @Override
    public void run() {
        List<Tape> bothTapes = tapes(tapes);
        machines.requireNotRead(to, from);
        Mfst machine = machines.machine(from, console);
        for (Operation operation : operations) {
            machine = operation.apply(machine);
        }
        OutputTarget.write(console, to, machine, bothTapes.get(0), bothTapes.get(1));
    }

    private static List<Tape> tapes(String text) {
        List<Tape> named = Arrays.stream(text.split(":", -1))
                .flatMap(word ->
                        Arrays.stream(Tape.values()).filter(tape -> tape.word().equals(word)))
                .toList();
        if (named.size() != 2 || text.chars().filter(c -> c == ':').count() != 1) {
            throw new UsageException(
                    "--tapes takes two of input, output and marks, as in marks:input; got '" + text + "'");
        }
        return named;
    }
}

package org.espalier.cli.machine;

import java.util.ArrayList;
import java.util.List;
import org.espalier.cli.console.Console;
import org.espalier.cli.console.OutputTarget;
import org.espalier.fst.Mfst;
import org.espalier.fst.Operations;
import org.espalier.fst.Tape;
import org.espalier.run.data.PairFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Composes machines. */
@Command(
        name = "compose",
        description = {
            "Compose machines: the output of each is the input of the next.",
            "An arc of the result carries the marks of both arcs, in order. Each pair of matching paths gives exactly one path."
        },
        footer = {"", "Example:", "  espalier machine compose cipher.fst.txt noise.fst.txt -o both.fst.txt"})
final class MachineComposeCommand implements Runnable {
    private final Console console;

    @Parameters(
            arity = "2..*",
            paramLabel = "MACHINE",
            description = "Two or more machines, in the order from input to output.")
    private List<String> names = new ArrayList<>();

    @Mixin
    private MachineOptions machines = new MachineOptions();

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            description = "Output file, in the format of its extension. Default: text on standard output.")
    private String out = OutputTarget.STANDARD;

    MachineComposeCommand(Console console) {
        this.console = console;
    }

    @Override
    public void run() {
        machines.requireNotRead(out, names.toArray(String[]::new));
        PairFile pairs = machines.pairs().read(console);
        Mfst machine = names.stream()
                .map(name -> machines.machine(name, pairs, console))
                .reduce(Operations::compose)
                .orElseThrow();
        OutputTarget.write(console, out, machine, Tape.INPUT, Tape.OUTPUT);
    }
}

package org.espalier.cli.machine;

import org.espalier.cli.console.Console;
import org.espalier.cli.console.OutputTarget;
import org.espalier.fst.Mfst;
import org.espalier.fst.draw.Dot;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Draws a machine for Graphviz. */
@Command(
        name = "draw",
        description = "Draw a machine in the DOT language of Graphviz.",
        footer = {"", "Example:", "  espalier machine draw builtin:cipher | dot -Tsvg > cipher.svg"})
final class MachineDrawCommand implements Runnable {
    private final Console console;

    @Parameters(paramLabel = "MACHINE", description = "Machine: a file or builtin:NAME.")
    private String name = "";

    @Mixin
    private MachineOptions machines = new MachineOptions();

    @Option(names = "--canonical", description = "Draw the canonical form instead.")
    private boolean canonical;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            description = "Output file. Default: standard output.")
    private String out = OutputTarget.STANDARD;

    MachineDrawCommand(Console console) {
        this.console = console;
    }

    @Override
    public void run() {
        machines.requireNotRead(out, name);
        Mfst machine = machines.machine(name, console);
        OutputTarget.write(console, out, Dot.draw(canonical ? MachinePrintCommand.canonical(machine) : machine));
    }
}

package org.espalier.cli.machine;

import org.espalier.cli.console.Console;
import org.espalier.fst.CanonicalForm;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.io.MachineText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints a machine as text. */
@Command(
        name = "print",
        description = "Print a machine as text: source, target, input, output and marks, separated by tabs.",
        footer = {"", "Example:", "  espalier machine print builtin:edit --x \"a b c\" --y \"c d\""})
final class MachinePrintCommand implements Runnable {
    private final Console console;

    @Parameters(paramLabel = "MACHINE", description = "Machine: a file or builtin:NAME.")
    private String name = "";

    @Mixin
    private MachineOptions machines = new MachineOptions();

    @Option(names = "--canonical", description = "Print the canonical form instead.")
    private boolean canonical;

    MachinePrintCommand(Console console) {
        this.console = console;
    }

    @Override
    public void run() {
        Mfst machine = machines.machine(name, console);
        MachineText.write(canonical ? canonical(machine) : machine, console.out());
    }

    /** Returns the canonical form as a machine. */
    static Mfst canonical(Mfst machine) {
        CanonicalForm form = CanonicalForm.of(machine);
        if (form instanceof CanonicalForm.Missing missing) {
            throw new EspalierException("the machine has no canonical form: " + missing.explanation());
        }
        return ((CanonicalForm.Found) form).machine().toMfst();
    }
}

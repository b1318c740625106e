package org.espalier.cli.machine;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.espalier.cli.console.Console;
import org.espalier.cli.console.PositiveNumber;
import org.espalier.fst.CanonicalForm;
import org.espalier.fst.CanonicalMfst;
import org.espalier.fst.Finding;
import org.espalier.fst.MachineCheck;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.Plural;
import org.espalier.run.result.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Reports the findings of {@link MachineCheck}. */
@Command(
        name = "check",
        description = {
            "Check a machine, and report each finding with a shortest example.",
            "Looks for ambiguous marks, cycles, useless states and unused symbols, and computes the canonical form.",
            "The exit code is 1 if a finding is an error."
        },
        footer = {"", "Example:", "  espalier machine check my.mfst --pairs words.tsv --chars"})
final class MachineCheckCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "MACHINE", description = "Machine: a file or builtin:NAME.")
    private String name = "";

    @Mixin
    private MachineOptions machines = new MachineOptions();

    @Option(
            names = "--max-work",
            paramLabel = "N",
            converter = PositiveNumber.OfLong.class,
            description = "Maximum work of the search for a canonical form. Default: ${DEFAULT-VALUE}.")
    private long maxWork = CanonicalForm.DEFAULT_MAX_WORK;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    MachineCheckCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Mfst machine = machines.machine(name, console);
        CanonicalForm form = CanonicalForm.of(machine, maxWork);
        List<Finding> findings = MachineCheck.of(machine, form);
        boolean failed = findings.stream().anyMatch(f -> f.severity() == Finding.Severity.ERROR);
        if (json) {
            console.out().println(Json.line(object(machine, form, findings)));
        } else {
            console.out()
                    .println(name + ": " + Plural.of(machine.states(), "state") + ", "
                            + Plural.of(machine.arcs(), "arc") + ", "
                            + Plural.of(machine.input().size(), "input symbol") + ", "
                            + Plural.of(machine.output().size(), "output symbol") + ", "
                            + Plural.of(machine.marks().size(), "mark"));
            findings.forEach(f -> console.out().println(Json.word(f.severity()) + ": " + f.message()));
        }
        return failed ? 1 : 0;
    }

    private Map<String, Object> object(Mfst machine, CanonicalForm form, List<Finding> findings) {
        Map<String, Object> object = Json.object(
                "machine", name,
                "states", machine.states(),
                "arcs", machine.arcs(),
                "input", machine.input().size(),
                "output", machine.output().size(),
                "marks", machine.marks().size());
        if (form instanceof CanonicalForm.Found found) {
            CanonicalMfst canonical = found.machine();
            object.put("canonical", Json.object("states", canonical.states(), "arcs", canonical.arcs()));
        }
        object.put(
                "findings",
                findings.stream()
                        .map(f -> Json.object(
                                "kind",
                                Json.word(f.kind()),
                                "severity",
                                Json.word(f.severity()),
                                "message",
                                f.message()))
                        .toList());
        return object;
    }
}

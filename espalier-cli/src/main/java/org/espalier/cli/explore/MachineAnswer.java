package org.espalier.cli.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.espalier.fst.Finding;
import org.espalier.fst.MachineCheck;
import org.espalier.fst.Mfst;
import org.espalier.fst.draw.Dot;
import org.jspecify.annotations.Nullable;

/**
 * The answer of {@code /api/machine}.
 *
 * @param dot the machine in the language of Graphviz; null if it is too large
 * @param reason why there is no {@code dot}
 * @param source the program of the machine, if it is known
 */
record MachineAnswer(
        String name,
        int states,
        int arcs,
        @Nullable String dot,
        @Nullable String reason,
        @Nullable String source,
        List<Fact> facts) {
    /**
     * A property of the machine.
     *
     * @param ok whether the property is as it should be
     * @param example the finding, if there is one
     */
    record Fact(
            String label,
            String value,
            boolean ok,
            @Nullable String example) {}

    static MachineAnswer of(CatalogueMachine shown) {
        Mfst machine = shown.machine();
        boolean small = machine.states() <= ExplorerLimits.LAID_OUT_STATES;
        return new MachineAnswer(
                shown.name(),
                machine.states(),
                machine.arcs(),
                small ? Dot.draw(machine) : null,
                small
                        ? null
                        : machine.states() + " states are more than the " + ExplorerLimits.LAID_OUT_STATES
                                + " that the explorer draws; use espalier machine draw",
                shown.source(),
                facts(machine, MachineCheck.of(machine, shown.lattices().form())));
    }

    private static List<Fact> facts(Mfst machine, List<Finding> findings) {
        List<Fact> facts = new ArrayList<>();
        facts.add(size("input symbols", machine.input().size()));
        facts.add(size("output symbols", machine.output().size()));
        facts.add(size("marks", machine.marks().size()));
        for (Finding.Kind kind : Finding.Kind.values()) {
            List<Finding> found =
                    findings.stream().filter(finding -> finding.kind() == kind).toList();
            if (found.isEmpty()) {
                propertyWithout(kind).ifPresent(label -> facts.add(new Fact(label, "yes", true, null)));
            }
            found.forEach(finding -> facts.add(fact(finding)));
        }
        return facts;
    }

    private static Fact size(String label, int size) {
        return new Fact(label, String.valueOf(size), true, null);
    }

    /** Notes describe machines that are as they should be; other findings report a problem. */
    private static Fact fact(Finding finding) {
        boolean ok = finding.severity() == Finding.Severity.NOTE;
        return new Fact(
                propertyWithout(finding.kind()).orElse("canonical form"), ok ? "yes" : "no", ok, finding.message());
    }

    /** Returns the property of a machine without findings of a kind. The canonical form always has a finding. */
    private static Optional<String> propertyWithout(Finding.Kind kind) {
        return switch (kind) {
            case GENERATES_NOTHING -> Optional.of("generates some pair");
            case USELESS_STATES -> Optional.of("every state is useful");
            case UNUSED_SYMBOLS -> Optional.of("every symbol is used");
            case AMBIGUOUS_MARKS -> Optional.of("marks name a path");
            case CANONICAL_FORM -> Optional.empty();
            case CYCLES -> Optional.of("lattices are acyclic");
        };
    }
}

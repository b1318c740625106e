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
 * @param dot a picture for Graphviz; null if it would be too large, with the reason
 * @param source what a person wrote, if it is known
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
     * Something that was looked for in the machine.
     *
     * @param ok whether it is as it should be
     * @param example what was found, if anything was
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
                                + " that are drawn here; take espalier machine draw",
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
                free(kind).ifPresent(label -> facts.add(new Fact(label, "yes", true, null)));
            }
            found.forEach(finding -> facts.add(fact(finding)));
        }
        return facts;
    }

    private static Fact size(String label, int size) {
        return new Fact(label, String.valueOf(size), true, null);
    }

    /** A finding that is worth a warning says what is wrong; a note is as it should be. */
    private static Fact fact(Finding finding) {
        boolean ok = finding.severity() == Finding.Severity.NOTE;
        return new Fact(free(finding.kind()).orElse("canonical form"), ok ? "yes" : "no", ok, finding.message());
    }

    /** What is true of a machine in which nothing of a kind is found; of a canonical form something always is. */
    private static Optional<String> free(Finding.Kind kind) {
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

package org.espalier.cli.explore;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.espalier.fst.Alphabet;
import org.espalier.run.data.Reading;

/** The answer of {@code /api/state}: the groups, machines and runs that the explorer shows. */
record StateAnswer(String version, List<GroupState> groups, List<Named> machines, List<Named> trainings) {
    /** Maximum number of symbols of an alphabet in an answer. */
    private static final int MAX_SYMBOLS = 500;

    record Named(String id, String name) {}

    record GroupState(
            String id,
            String name,
            String machine,
            String hint,
            List<String> inputSymbols,
            List<String> outputSymbols,
            List<ExamplePair> examples,
            List<RunState> runs) {
        static GroupState of(RunGroup group) {
            return new GroupState(
                    group.id(),
                    group.name(),
                    group.machine().id(),
                    hint(group.reading()),
                    symbols(group.machine().machine().input()),
                    symbols(group.machine().machine().output()),
                    group.examples(),
                    group.runs().stream()
                            .flatMap(run -> RunState.of(group, run))
                            .toList());
        }

        /** Returns how strings are typed, in words. */
        private static String hint(Reading reading) {
            String input = reading.input().tokens().description();
            String output = reading.output().tokens().description();
            return input.equals(output) ? input : "In inputs " + input + ", in outputs " + output;
        }

        private static List<String> symbols(Alphabet alphabet) {
            return alphabet.symbols().stream().limit(MAX_SYMBOLS).toList();
        }
    }

    record RunState(String id, String name, String sampler, String label, long step, boolean markov) {
        /** Returns the state of a run; empty if it has not saved a model yet. */
        static Stream<RunState> of(RunGroup group, CatalogueRun run) {
            return run.step().stream()
                    .mapToObj(step -> new RunState(
                            run.id(), group.nameOf(run), run.sampler(), run.label(), step, run.isMarkov()));
        }
    }

    static StateAnswer of(Catalogue catalogue) {
        return new StateAnswer(
                Objects.requireNonNullElse(StateAnswer.class.getPackage().getImplementationVersion(), "unknown"),
                catalogue.groups().stream().map(GroupState::of).toList(),
                catalogue.machines().stream()
                        .map(machine -> new Named(machine.id(), machine.name()))
                        .toList(),
                catalogue.runs().stream()
                        .map(run -> new Named(run.id(), run.name()))
                        .toList());
    }
}

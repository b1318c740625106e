package org.espalier.lab.ngram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.espalier.fst.io.OpenFstText;
import org.espalier.fst.io.VectorFst;
import org.espalier.run.data.MachineFiles;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads the text form of the transducer with code of its own, and with OpenFst's programs if they are installed. */
class PhonetisaurusFstTest {
    private static final double TOLERANCE = 1e-4;

    @TempDir
    private Path folder;

    private record TextArc(int from, int to, String read, String written, double weight) {}

    /** The lines of OpenFst's text. */
    private static final class TextFst {
        private final List<TextArc> arcs = new ArrayList<>();
        private final Map<Integer, Double> finals = new HashMap<>();

        TextFst(Path file) throws IOException {
            for (String line : Files.readAllLines(file)) {
                String[] columns = line.split("\t", -1);
                if (columns.length > 2) {
                    arcs.add(new TextArc(
                            Integer.parseInt(columns[0]),
                            Integer.parseInt(columns[1]),
                            columns[2],
                            columns[3],
                            columns.length > 4 ? Double.parseDouble(columns[4]) : 0));
                } else {
                    finals.put(Integer.valueOf(columns[0]), columns.length > 1 ? Double.parseDouble(columns[1]) : 0);
                }
            }
        }

        /** Returns the cost of a string of units if a path backs off only where it must. */
        double cost(List<JointUnit> units) {
            int state = 0;
            double cost = 0;
            for (JointUnit unit : units) {
                String read = String.join("|", unit.read());
                String written = unit.written().isEmpty() ? "_" : String.join("|", unit.written());
                TextArc arc = arc(state, read, written);
                while (arc == null) {
                    TextArc backoff = backoff(state);
                    cost += backoff.weight;
                    state = backoff.to;
                    arc = arc(state, read, written);
                }
                cost += arc.weight;
                state = arc.to;
            }
            while (!finals.containsKey(state)) {
                TextArc backoff = backoff(state);
                cost += backoff.weight;
                state = backoff.to;
            }
            return cost + finals.get(state);
        }

        private @Nullable TextArc arc(int state, String read, String written) {
            List<TextArc> found = arcs.stream()
                    .filter(arc -> arc.from == state && arc.read.equals(read) && arc.written.equals(written))
                    .toList();
            assertThat(found).hasSizeLessThan(2);
            return found.isEmpty() ? null : found.get(0);
        }

        private TextArc backoff(int state) {
            return Objects.requireNonNull(arc(state, "<eps>", "<eps>"), "state " + state + " does not back off");
        }

        /**
         * Returns the least cost of each output of an input, by relaxing all arcs until nothing changes.
         *
         * @param strict whether a path may back off only where it must, as in the model
         */
        Map<List<String>, Double> outputs(List<String> x, boolean strict) {
            Map<Configuration, Double> costs = new HashMap<>(Map.of(new Configuration(0, 0, List.of()), 0.0));
            Map<List<String>, Double> outputs = new HashMap<>();
            List<Configuration> queue = new ArrayList<>(costs.keySet());
            while (!queue.isEmpty()) {
                Configuration at = queue.remove(queue.size() - 1);
                double cost = Objects.requireNonNull(costs.get(at));
                Set<String> seen = new HashSet<>();
                for (TextArc back = new TextArc(at.state, at.state, "", "", 0); back != null; ) {
                    cost += back.weight;
                    int state = back.to;
                    Set<String> here = new HashSet<>();
                    for (TextArc arc : arcs) {
                        String unit = arc.read + "}" + arc.written;
                        if (arc.from == state && !arc.read.equals("<eps>") && !(strict && seen.contains(unit))) {
                            here.add(unit);
                            extend(at, arc, cost + arc.weight, x, costs, queue);
                        }
                    }
                    if (finals.containsKey(state) && at.position == x.size() && !(strict && seen.contains("</s>"))) {
                        outputs.merge(at.y, cost + finals.get(state), Math::min);
                        here.add("</s>");
                    }
                    seen.addAll(here);
                    back = arc(state, "<eps>", "<eps>");
                }
            }
            return outputs;
        }

        private static void extend(
                Configuration at,
                TextArc arc,
                double cost,
                List<String> x,
                Map<Configuration, Double> costs,
                List<Configuration> queue) {
            List<String> read = List.of(arc.read.split("\\|", -1));
            int end = at.position + read.size();
            if (end <= x.size() && x.subList(at.position, end).equals(read)) {
                List<String> y = new ArrayList<>(at.y);
                y.addAll(symbols(arc.written));
                Configuration next = new Configuration(arc.to, end, y);
                if (cost < costs.getOrDefault(next, Double.POSITIVE_INFINITY)) {
                    costs.put(next, cost);
                    queue.add(next);
                }
            }
        }
    }

    private static List<String> symbols(String written) {
        return written.equals("<eps>") || written.equals("_") ? List.of() : List.of(written.split("\\|", -1));
    }

    /** A prefix of a path: where it is, what it has read and written. */
    private record Configuration(int state, int position, List<String> y) {}

    /** A model of a random corpus, and its transducer as written. */
    private record Case(JointUnitCorpus units, NgramModel model, Path file) {
        static Case of(Random random, int order, Path folder) {
            JointUnitCorpus units = JointUnitCorpus.of(UnitAligner.align(RandomCorpora.pairs(random, 25), 2, 2));
            NgramModel model = NgramModel.train(units.strings(), units.size(), order);
            Path file = folder.resolve("model.att");
            MachineFiles.write(PhonetisaurusFst.of(units, model), OpenFstText.Form.TRANSDUCER, file.toString());
            return new Case(units, model, file);
        }

        List<NgramTransducer.Output> ours(List<String> x) {
            return new NgramTransducer(units, model, Integer.MAX_VALUE).nBest(x, Integer.MAX_VALUE);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void costIsMinusTheLogProbability(long seed) throws IOException {
        Random random = new Random(seed);
        Case each = Case.of(random, 1 + (int) (seed % 4), folder);
        TextFst fst = new TextFst(each.file);
        for (int k = 0; k < 50; k++) {
            int[] string = k % 2 == 0
                    ? each.units.strings().get(k % each.units.strings().size())
                    : random.ints(random.nextInt(5), 0, each.units.size()).toArray();
            assertThat(fst.cost(Arrays.stream(string).mapToObj(each.units::unit).toList()))
                    .as("seed %d, %s", seed, Arrays.toString(string))
                    .isCloseTo(-each.model.logProbability(string), within(TOLERANCE));
        }
    }

    /**
     * With strict backoff the transducer has the outputs and costs of our search. With free backoff none costs more, and on these
     * corpora the best output remains the best.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void outputsAreThoseOfOurSearch(long seed) throws IOException {
        Random random = new Random(seed);
        Case each = Case.of(random, 1 + (int) (seed % 4), folder);
        TextFst fst = new TextFst(each.file);
        for (int k = 0; k < 10; k++) {
            List<String> x = RandomCorpora.string(random, 1 + random.nextInt(3), "abc");
            Map<List<String>, Double> strict = fst.outputs(x, true);
            Map<List<String>, Double> free = fst.outputs(x, false);
            // Our search has no symbols that are read alone at a high cost.
            strict.values().removeIf(cost -> cost >= 99);
            free.values().removeIf(cost -> cost >= 99);
            List<NgramTransducer.Output> ours = each.ours(x);
            assertThat(ours.stream().map(NgramTransducer.Output::y))
                    .as("seed %d, %s", seed, x)
                    .containsExactlyInAnyOrderElementsOf(strict.keySet())
                    .containsExactlyInAnyOrderElementsOf(free.keySet());
            for (NgramTransducer.Output output : ours) {
                assertThat(strict.get(output.y()))
                        .as("seed %d, %s to %s", seed, x, output.y())
                        .isCloseTo(-output.logProbability(), within(TOLERANCE))
                        .isGreaterThan(Objects.requireNonNull(free.get(output.y())) - TOLERANCE);
            }
            // The best may be several outputs of the same cost.
            List<String> best = Collections.min(free.entrySet(), Map.Entry.comparingByValue())
                    .getKey();
            assertThat(strict.get(best))
                    .as("seed %d, %s: the cost in the model of %s, the best with free backoff", seed, x, best)
                    .isCloseTo(-ours.get(0).logProbability(), within(TOLERANCE));
        }
    }

    /** A letter that only a longer unit reads can still be read, at a high cost, as Phonetisaurus does it. */
    @Test
    void tablesHaveThePartsOfLongUnits() throws IOException {
        JointUnitCorpus units = JointUnitCorpus.of(List.of(
                List.of(new JointUnit(List.of("q", "u"), List.of("k", "w")), new JointUnit(List.of("e"), List.of()))));
        NgramModel model = NgramModel.train(units.strings(), units.size(), 3);
        VectorFst fst = PhonetisaurusFst.of(units, model);
        assertThat(fst.inputSymbols().orElseThrow().symbols().values())
                .containsExactly("<eps>", "|", "_", "q|u", "e", "q", "u");
        assertThat(fst.outputSymbols().orElseThrow().symbols().values())
                .containsExactly("<eps>", "|", "_", "k|w", "k", "w");
        Path file = folder.resolve("model.att");
        MachineFiles.write(fst, OpenFstText.Form.TRANSDUCER, file.toString());
        assertThat(Files.readString(folder.resolve("model.att.isyms"))).startsWith("<eps>\t0\n|\t1\n_\t2\nq|u\t3\n");
        TextFst text = new TextFst(file);
        assertThat(text.outputs(List.of("q", "u", "e"), false).get(List.of("k", "w")))
                .isCloseTo(-model.logProbability(new int[] {0, 1}), within(TOLERANCE));
        assertThat(text.outputs(List.of("q", "e"), false).get(List.of())).isBetween(99.0, 110.0);
    }

    /** Composes as Phonetisaurus does: with an acceptor of the input's symbols and of their runs that are labels. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    @Tag("slow")
    void openFstFindsTheSameBestOutput(long seed) throws IOException, InterruptedException {
        for (String tool : List.of("fstcompile", "fstarcsort", "fstcompose", "fstshortestpath", "fstprint")) {
            assumeTrue(isInstalled(tool), tool + " is not installed; Debian has it in libfst-tools");
        }
        Random random = new Random(seed);
        Case each = Case.of(random, 2 + (int) (seed % 2), folder);
        TextFst fst = new TextFst(each.file);
        run("fstcompile --isymbols=model.att.isyms --osymbols=model.att.osyms model.att compiled.fst");
        run("fstarcsort compiled.fst sorted.fst");
        List<String> labels = Files.readAllLines(folder.resolve("model.att.isyms")).stream()
                .map(line -> line.split("\t", -1)[0])
                .toList();
        for (int k = 0; k < 4; k++) {
            List<String> x = RandomCorpora.string(random, 1 + random.nextInt(4), "abc");
            StringBuilder acceptor = new StringBuilder();
            for (int from = 0; from < x.size(); from++) {
                for (int to = from + 1; to <= x.size(); to++) {
                    String label = String.join("|", x.subList(from, to));
                    if (labels.contains(label)) {
                        acceptor.append(from + "\t" + to + "\t" + label + "\n");
                    }
                }
            }
            Files.writeString(folder.resolve("x.txt"), acceptor.append(x.size()).append('\n'));
            run("fstcompile --acceptor --isymbols=model.att.isyms x.txt x.fst");
            run("fstcompose x.fst sorted.fst lattice.fst");
            run("fstshortestpath lattice.fst best.fst");
            run("fstprint --isymbols=model.att.isyms --osymbols=model.att.osyms best.fst best.att");
            TextFst best = new TextFst(folder.resolve("best.att"));
            double cost = best.arcs.stream().mapToDouble(TextArc::weight).sum()
                    + best.finals.values().stream()
                            .mapToDouble(Double::doubleValue)
                            .sum();
            Map<List<String>, Double> found = fst.outputs(x, false);
            // fstshortestpath prints a path from its start, which is the first line, through each state once.
            Map<Integer, TextArc> steps = new HashMap<>();
            best.arcs.forEach(arc -> steps.put(arc.from, arc));
            List<String> y = new ArrayList<>();
            for (TextArc arc = best.arcs.get(0); arc != null; arc = steps.get(arc.to)) {
                y.addAll(symbols(arc.written));
            }
            assertThat(cost)
                    .as("seed %d, %s to %s", seed, x, y)
                    .isCloseTo(found.get(y), within(TOLERANCE))
                    .isCloseTo(found.values().stream().min(Double::compare).orElseThrow(), within(TOLERANCE));
            assertThat(fst.outputs(x, true).get(y))
                    .as("seed %d, %s: the cost in the model of %s", seed, x, y)
                    .isCloseTo(-each.ours(x).get(0).logProbability(), within(TOLERANCE));
        }
    }

    private static boolean isInstalled(String tool) {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .anyMatch(place -> Files.isExecutable(Path.of(place, tool)));
    }

    private void run(String command) throws IOException, InterruptedException {
        Path messages = folder.resolve("messages");
        Process process = new ProcessBuilder(command.split(" ", -1))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(messages.toFile())
                .start();
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).as(command).isTrue();
        assertThat(process.exitValue())
                .as(command + ": " + Files.readString(messages))
                .isZero();
    }
}

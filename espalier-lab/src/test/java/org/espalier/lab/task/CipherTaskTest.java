package org.espalier.lab.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.EspalierException;
import org.espalier.lab.task.CipherTask.CipherSettings;
import org.espalier.run.data.MachineFiles;
import org.espalier.run.data.Pair;
import org.junit.jupiter.api.Test;

class CipherTaskTest {
    private static final CipherSettings SMALL = CipherSettings.DEFAULT.withSizes(new SplitSizes(300, 100, 100));

    @Test
    void builtinMachineEqualsThatOfTheDefaults() throws IOException {
        TaskMachine machine = CipherTask.of(SMALL).machine();
        assertThat(MachineFiles.builtinProgram("cipher")).isEqualTo(machine.program());
        assertThat(machine.tables()).hasSize(5);
        for (Map.Entry<String, String> table : machine.tables().entrySet()) {
            try (InputStream in =
                    MachineFiles.class.getResourceAsStream("/org/espalier/run/machines/" + table.getKey())) {
                assertThat(in)
                        .as(table.getKey())
                        .isNotNull()
                        .hasBinaryContent(table.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    @Test
    void machineHasAnyNumberOfCiphersAndLetters() {
        CipherSettings few = SMALL.withSizes(new SplitSizes(1, 1, 1));
        for (int ciphers : new int[] {1, 2, 12}) {
            for (int letters : new int[] {7, 26}) {
                Mfst machine = CipherTask.of(few.withCiphers(ciphers).withLetters(letters))
                        .compile();
                assertThat(machine.states()).isEqualTo(1 + ciphers);
                assertThat(machine.arcs()).isEqualTo(ciphers * (1 + 3 * letters));
                assertThat(machine.marks().size()).isEqualTo(ciphers + 4 + letters);
            }
        }
    }

    @Test
    void lengthsEqualThePapers() {
        TaskData data = CipherTask.of(CipherSettings.DEFAULT);
        // The paper counts an end symbol.
        assertThat(mean(data.train(), Pair::x)).isCloseTo(6.2 - 1, within(0.05));
        assertThat(mean(data.train(), Pair::y)).isCloseTo(6.4 - 1, within(0.05));
        assertThat(mean(data.test(), Pair::x)).isCloseTo(12.0 - 1, within(0.15));
        assertThat(mean(data.test(), Pair::y)).isCloseTo(12.2 - 1, within(0.2));
        assertThat(all(data)).allMatch(pair -> !pair.x().isEmpty() && !pair.y().isEmpty());
        assertThat(all(data).stream().distinct()).hasSize(12_000);
    }

    /** Without noise one table explains a whole pair, and every table is used. */
    @Test
    void withoutNoiseOneCipherExplainsAPair() {
        TaskData data = CipherTask.of(SMALL.withNoise(0, 0));
        List<Map<String, String>> ciphers = tables(data.machine());
        Map<Integer, Integer> used = new HashMap<>();
        for (Pair pair : all(data)) {
            List<Integer> fitting = new ArrayList<>();
            for (int c = 0; c < ciphers.size(); c++) {
                Map<String, String> cipher = ciphers.get(c);
                if (pair.x().stream().map(cipher::get).toList().equals(pair.y())) {
                    fitting.add(c);
                }
            }
            assertThat(fitting).as("%s", pair).isNotEmpty();
            used.merge(fitting.get(0), 1, Integer::sum);
        }
        assertThat(used).hasSize(5);
        assertThat(used.values()).allMatch(count -> count > 50);
    }

    @Test
    void noiseHasTheGivenProbabilities() {
        TaskData deleting = CipherTask.of(CipherSettings.DEFAULT.withNoise(0.5, 0));
        // pairs with an empty output are discarded
        assertThat(mean(deleting.test(), Pair::y)).isCloseTo(5.5, within(0.2));
        TaskData inserting = CipherTask.of(CipherSettings.DEFAULT.withNoise(0, 0.5));
        assertThat(mean(inserting.test(), Pair::y)).isCloseTo(11 + 6, within(0.3));
    }

    @Test
    void machineGeneratesEveryPair() {
        TaskData data = CipherTask.of(SMALL);
        Lattices lattices = Lattices.of(data.compile());
        assertThat(data.train())
                .allMatch(pair -> !lattices.build(pair.x(), pair.y()).isEmpty());
    }

    @Test
    void sizesAndSeedDetermineTheData() {
        TaskData data = CipherTask.of(SMALL);
        assertThat(data.train()).hasSize(300);
        assertThat(data.valid()).hasSize(100);
        assertThat(data.test()).hasSize(100);
        assertThat(CipherTask.of(SMALL)).isEqualTo(data);
        TaskData smaller = CipherTask.of(SMALL.withSizes(new SplitSizes(10, 100, 100)));
        assertThat(smaller.train()).isEqualTo(data.train().subList(0, 10));
        assertThat(smaller.test()).isEqualTo(data.test());
        assertThat(smaller.machine()).isEqualTo(data.machine());
        TaskData other = CipherTask.of(SMALL.withSeed(2));
        assertThat(other.machine().tables()).isNotEqualTo(data.machine().tables());
        assertThat(other.train()).isNotEqualTo(data.train());
    }

    @Test
    void settingsOutOfRangeAreRefused() {
        assertWrong("n-ciphers is 0, but must be at least 1", () -> SMALL.withCiphers(0));
        assertWrong("letters is 27, but must be from 1 to 26", () -> SMALL.withLetters(27));
        assertWrong("deletion is 1.0, but must be at least 0 and less than 1", () -> SMALL.withNoise(1, 0));
        assertWrong("insertion is NaN, but must be from 0 to 1", () -> SMALL.withNoise(0, Double.NaN));
        assertWrong(
                "train-length is 2.5, but must be a number from 3.0 on, so that with a spread of 5 no input is empty, "
                        + "to 1000",
                () -> SMALL.withLengths(2.5, 11, 5));
        assertWrong(
                "found 2 different pairs of about 1.0 letters, but 3 are wanted; ask for fewer, or for longer ones",
                () -> CipherTask.of(SMALL.withCiphers(1)
                        .withLetters(2)
                        .withLengths(1, 1, 1)
                        .withNoise(0, 0)
                        .withSizes(new SplitSizes(1, 1, 3))));
    }

    private static void assertWrong(String message, Runnable call) {
        assertThatThrownBy(call::run).isInstanceOf(EspalierException.class).hasMessage(message);
    }

    private static List<Map<String, String>> tables(TaskMachine machine) {
        return machine.tables().values().stream()
                .map(table -> {
                    Map<String, String> cipher = new HashMap<>();
                    table.lines().forEach(line -> cipher.put(line.substring(0, 1), line.substring(2)));
                    return cipher;
                })
                .toList();
    }

    private static List<Pair> all(TaskData data) {
        return Stream.of(data.train(), data.valid(), data.test())
                .flatMap(List::stream)
                .toList();
    }

    private static double mean(List<Pair> pairs, java.util.function.Function<Pair, List<String>> side) {
        return pairs.stream()
                .mapToInt(pair -> side.apply(pair).size())
                .average()
                .orElseThrow();
    }
}

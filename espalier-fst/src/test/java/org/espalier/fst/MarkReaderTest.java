package org.espalier.fst;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.fst.MachineOracle.Triple;
import org.espalier.fst.base.EspalierException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class MarkReaderTest {
    private static final int SIZE = 9;
    private static final int MAX_MARKS = 3;

    private int accepted;
    private int rejected;
    private int withoutCanonicalForm;

    @Tag("slow")
    @Test
    void readsWhatRandomMachinesGenerate() {
        long firstSeed = 20261117;
        for (long seed = firstSeed; seed < firstSeed + 1500; seed++) {
            RandomMachines random = new RandomMachines(seed);
            check(seed, seed % 2 == 0 ? random.wellMarked() : random.any());
        }
        System.out.printf(
                "seeds from %d: %d strings accepted, %d rejected, %d machines without canonical form%n",
                firstSeed, accepted, rejected, withoutCanonicalForm);
        assertThat(List.of(accepted, rejected)).allMatch(count -> count > 1000);
        assertThat(withoutCanonicalForm).isPositive();
    }

    private void check(long seed, Mfst machine) {
        Lattices lattices = Lattices.of(machine);
        MarkReader reader;
        try {
            reader = MarkReader.of(lattices);
        } catch (EspalierException e) {
            return;
        }
        withoutCanonicalForm += lattices.form() instanceof CanonicalForm.Missing ? 1 : 0;
        Map<List<Integer>, Triple> byMarks = new HashMap<>();
        MachineOracle.relation(machine, SIZE).forEach(triple -> byMarks.put(triple.marks(), triple));
        for (List<Integer> marks : strings(machine.marks().size())) {
            Optional<MarkReader.GeneratedPair> read = reader.read(MachineOracle.ints(marks));
            Optional<Triple> expected = Optional.ofNullable(byMarks.get(marks));
            // The oracle knows no triple larger than its bound.
            Optional<Triple> found = read.map(pair ->
                            new Triple(MachineOracle.list(pair.input()), MachineOracle.list(pair.output()), marks))
                    .filter(triple -> triple.size() <= SIZE);
            assertThat(found).as("seed %s, marks %s", seed, marks).isEqualTo(expected);
            accepted += found.isPresent() ? 1 : 0;
            rejected += found.isPresent() ? 0 : 1;
        }
        requireLivePrefixes(seed, reader, byMarks);
    }

    private static void requireLivePrefixes(long seed, MarkReader reader, Map<List<Integer>, Triple> byMarks) {
        byMarks.keySet().forEach(marks -> {
            MarkReader.ReadPrefix prefix = reader.empty();
            for (int mark : marks) {
                assertThat(prefix.isOnAPath())
                        .as("seed %s, marks %s", seed, marks)
                        .isTrue();
                prefix = prefix.then(mark);
            }
        });
    }

    private static List<List<Integer>> strings(int marks) {
        List<List<Integer>> result = new ArrayList<>(List.of(List.of()));
        for (int k = 0; k < result.size() && result.get(k).size() < MAX_MARKS; k++) {
            for (int mark = 0; mark < marks; mark++) {
                result.add(MachineOracle.append(result.get(k), new int[] {mark}));
            }
        }
        return result;
    }

    /** After the last mark, no path is left for a prefix that only a dead end reads. */
    @Test
    void prefixIntoADeadEndIsOnNoPath() {
        Mfst.Builder machine = Mfst.builder();
        int start = machine.state();
        int end = machine.state();
        int deadEnd = machine.state();
        machine.accept(end).arc(start, end, "a", "b", "m n").arc(start, deadEnd, "a", "", "o");
        MarkReader reader = MarkReader.of(Lattices.of(machine.build()));
        assertThat(reader.empty().isOnAPath()).isTrue();
        assertThat(reader.empty().then(0).isOnAPath()).isTrue();
        assertThat(reader.empty().then(0).pair()).isEmpty();
        assertThat(reader.empty().then(0).then(1).pair()).isPresent();
        assertThat(reader.empty().then(2).isOnAPath()).isFalse();
        MarkReader ofNothing = MarkReader.of(Lattices.of(Machines.nothing()));
        assertThat(ofNothing.empty().isOnAPath()).isFalse();
    }

    @Test
    void machineWhoseMarksStandForSeveralPairsIsRefused() {
        Mfst.Builder machine = Mfst.builder();
        int q = machine.state();
        machine.accept(q).arc(q, q, "a", "", "m").arc(q, q, "b", "", "m");
        Lattices lattices = Lattices.of(machine.build());
        assertThatThrownBy(() -> MarkReader.of(lattices))
                .isInstanceOf(EspalierException.class)
                .hasMessageStartingWith(
                        "reading mark strings needs a machine in which each of them stands for one path: ");
    }
}

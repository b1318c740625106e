package org.espalier.lab.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.EspalierException;
import org.espalier.run.data.Pair;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ScanTaskTest {
    @Test
    void grammarGeneratesAllCommands() {
        List<Pair> commands = ScanTask.commands();
        assertThat(commands).hasSize(20_910);
        assertThat(commands.stream().map(Pair::x).distinct()).hasSize(20_910);
        assertThat(commands).allMatch(pair -> pair.x().size() <= 9 && pair.y().size() <= 48);
        assertThat(lines(commands))
                .contains(
                        "walk\tI_WALK",
                        "turn around left\tI_TURN_LEFT I_TURN_LEFT I_TURN_LEFT I_TURN_LEFT",
                        // the paper's example
                        "look right twice after jump left\t"
                                + "I_TURN_LEFT I_JUMP I_TURN_RIGHT I_LOOK I_TURN_RIGHT I_LOOK");
    }

    @Tag("slow")
    @Test
    void commandsEqualThePublishedOnes() throws IOException {
        Path published = PublishedData.require("scan/tasks.txt");
        assertSame(lines(ScanTask.commands()), published(published));
    }

    @Tag("slow")
    @Test
    void lengthSplitEqualsThePublishedOne() throws IOException {
        Path train = PublishedData.require("scan/tasks_train_length.txt");
        Path test = PublishedData.require("scan/tasks_test_length.txt");
        TaskData data = ScanTask.of(ScanTask.ScanSettings.DEFAULT);
        assertSame(lines(learned(data)), published(train));
        assertSame(lines(data.test()), published(test));
    }

    @Test
    void lengthSplitSeparatesByActions() {
        TaskData data = ScanTask.of(ScanTask.ScanSettings.DEFAULT);
        assertThat(data.train()).hasSize(16_990 - 1699);
        assertThat(data.valid()).hasSize(1699);
        assertThat(data.test()).hasSize(3920);
        assertSame(all(data), ScanTask.commands());
        assertThat(learned(data)).allMatch(pair -> pair.y().size() <= 22);
        assertThat(data.test()).allMatch(pair -> pair.y().size() >= 24);
        assertThat(mean(learned(data), Pair::x)).isCloseTo(7.03, within(0.005));
        assertThat(mean(learned(data), Pair::y)).isCloseTo(10.80, within(0.005));
        assertThat(mean(data.test(), Pair::x)).isCloseTo(8.21, within(0.005));
        assertThat(mean(data.test(), Pair::y)).isCloseTo(29.58, within(0.005));
    }

    @Tag("slow")
    @Test
    void simpleSplitHasThePublishedSizes() {
        TaskData data = ScanTask.of(ScanTask.ScanSettings.DEFAULT.withSplit(ScanTask.Split.SIMPLE));
        assertThat(learned(data)).hasSize(16_728);
        assertThat(data.test()).hasSize(4182);
        assertSame(all(data), ScanTask.commands());
        assertThat(ScanTask.of(ScanTask.ScanSettings.DEFAULT
                                .withSplit(ScanTask.Split.SIMPLE)
                                .withSeed(2))
                        .test())
                .isNotEqualTo(data.test());
    }

    @Test
    void testPairsHaveThePapersLengths() {
        TaskData data = ScanTask.of(ScanTask.ScanSettings.PAPER);
        assertThat(data.test()).hasSize(784).allMatch(pair -> {
            int actions = pair.y().size();
            return actions >= 24 && actions <= 25;
        });
        // with the end symbol that the paper counts, 9.0 and 25.6; it has 9.0 and 25.3
        assertThat(mean(data.test(), Pair::x)).isCloseTo(7.969, within(0.001));
        assertThat(mean(data.test(), Pair::y)).isCloseTo(24.571, within(0.001));
        assertThatThrownBy(() -> ScanTask.of(ScanTask.ScanSettings.DEFAULT.withMaxActions(23)))
                .isInstanceOf(EspalierException.class)
                .hasMessage("no test pair has at most 23 actions; the shortest of the length split has 24");
    }

    @Test
    void smallerDataIsAPrefixOfLargerData() {
        TaskData all = ScanTask.of(ScanTask.ScanSettings.DEFAULT);
        TaskData few = ScanTask.of(ScanTask.ScanSettings.DEFAULT.withSizes(new SplitSizes(100, 20, 10)));
        assertThat(few.train()).isEqualTo(all.train().subList(0, 100));
        assertThat(few.valid()).isEqualTo(all.valid().subList(0, 20));
        assertThat(few.test()).isEqualTo(all.test().subList(0, 10));
        assertThatThrownBy(() -> new SplitSizes(1, 0, 1))
                .hasMessage("the valid part cannot have 0 pairs; allow at least 1");
    }

    @Test
    void machineIsDeletionAndInsertion() {
        Mfst machine = ScanTask.of(ScanTask.ScanSettings.DEFAULT).compile();
        assertThat(machine.states()).isEqualTo(1);
        assertThat(machine.arcs()).isEqualTo(13 + 6);
        assertThat(machine.marks().symbols()).contains("<delete>", "<insert>", "thrice", "I_RUN");
    }

    /** Compares as sets, since AssertJ's comparison takes a minute for this many elements. */
    private static <T> void assertSame(List<T> actual, List<T> expected) {
        assertThat(actual).hasSameSizeAs(expected);
        assertThat(new HashSet<>(actual).equals(new HashSet<>(expected))).isTrue();
    }

    private static List<Pair> learned(TaskData data) {
        return Stream.concat(data.train().stream(), data.valid().stream()).toList();
    }

    private static List<Pair> all(TaskData data) {
        return Stream.concat(learned(data).stream(), data.test().stream()).toList();
    }

    private static double mean(List<Pair> pairs, java.util.function.Function<Pair, List<String>> side) {
        return pairs.stream()
                .mapToInt(pair -> side.apply(pair).size())
                .average()
                .orElseThrow();
    }

    private static List<String> lines(List<Pair> pairs) {
        return pairs.stream()
                .map(pair -> String.join(" ", pair.x()) + "\t" + String.join(" ", pair.y()))
                .toList();
    }

    private static List<String> published(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .map(line -> line.strip().replaceFirst("^IN: ", "").replaceFirst(" OUT: ", "\t"))
                .toList();
    }
}

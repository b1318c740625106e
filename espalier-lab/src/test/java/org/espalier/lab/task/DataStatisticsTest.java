package org.espalier.lab.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.data.Percentage;
import org.espalier.run.data.Pair;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DataStatisticsTest {
    /** Deletion and insertion over disjoint alphabets, with two marks per operation, has 3mn+2(m+n)+1 states and 4mn+2(m+n) arcs. */
    @Test
    void sizesEqualTheClosedForm() {
        TaskData data = ScanTask.of(ScanTask.ScanSettings.DEFAULT.withSizes(new SplitSizes(500, 50, 50)));
        AtomicInteger told = new AtomicInteger();
        DataStatistics statistics = DataStatistics.of(data, told::incrementAndGet);
        assertThat(told).hasValue(600);
        assertThat(statistics.task()).isEqualTo("scan");
        assertThat(statistics.marks()).isEqualTo(13 + 6 + 2);
        assertThat(statistics.parts()).extracting(DataStatistics.Part::name).containsExactly("train", "valid", "test");
        List<List<Pair>> pairs = List.of(data.train(), data.valid(), data.test());
        for (int k = 0; k < 3; k++) {
            DataStatistics.Part part = statistics.parts().get(k);
            double states = 0;
            double arcs = 0;
            for (Pair pair : pairs.get(k)) {
                int m = pair.x().size();
                int n = pair.y().size();
                states += 3 * m * n + 2 * (m + n) + 1;
                arcs += 4 * m * n + 2 * (m + n);
            }
            int count = pairs.get(k).size();
            assertThat(part.pairs()).isEqualTo(count);
            assertThat(part.before().states()).isCloseTo(states / count, within(1e-9));
            assertThat(part.before().arcs()).isCloseTo(arcs / count, within(1e-9));
            assertThat(part.minimal()).isEqualTo(part.before());
            assertThat(part.inputLength())
                    .isEqualTo(pairs.get(k).stream()
                            .mapToInt(pair -> pair.x().size())
                            .average()
                            .orElseThrow());
        }
    }

    /** For cipher, the paper's sizes of T_xy equal ours after minimization. */
    @Tag("slow")
    @Test
    void sizesAreCloseToThePapers() {
        DataStatistics cipher = DataStatistics.of(
                CipherTask.of(CipherTask.CipherSettings.DEFAULT.withSizes(new SplitSizes(2000, 10, 300))), () -> {});
        for (DataStatistics.Part part :
                List.of(cipher.parts().get(0), cipher.parts().get(2))) {
            PaperStatistics.Row paper =
                    PaperStatistics.of("cipher", part.name()).orElseThrow();
            assertThat(part.minimal().states()).isCloseTo(paper.states(), Percentage.withPercentage(3));
            assertThat(part.minimal().arcs()).isCloseTo(paper.arcs(), Percentage.withPercentage(3));
            assertThat(part.before().states()).isCloseTo(paper.states(), Percentage.withPercentage(10));
        }
        assertThat(PaperStatistics.of("tr-hi", "train")).isEmpty();
    }
}

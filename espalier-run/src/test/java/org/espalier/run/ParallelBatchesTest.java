package org.espalier.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParallelBatchesTest {
    @ParameterizedTest
    @CsvSource({
        "400, 128, 2, 100", // four batches, two per thread, and not 128, 128, 128 and 16
        "400, 512, 2, 200",
        "400, 512, 1, 400",
        "3, 512, 8, 1",
        "0, 512, 2, 1",
        "257, 128, 2, 65",
    })
    void batchesAreOfOneSizeAndAsManyForEachThread(int items, int maxBatch, int threads, int size) {
        assertThat(ParallelBatches.batchSize(items, maxBatch, threads)).isEqualTo(size);
    }

    @Test
    void everyItemIsInOneBatchThatIsNotTooLarge() {
        for (int items = 0; items <= 40; items++) {
            for (int maxBatch = 1; maxBatch <= 12; maxBatch++) {
                List<Integer> prepared = new ArrayList<>();
                List<Integer> received = new ArrayList<>();
                int largest = maxBatch;
                ParallelBatches.forEach(
                        items,
                        maxBatch,
                        (from, to) -> {
                            assertThat(to - from).isBetween(1, largest);
                            List<Integer> batch =
                                    IntStream.range(from, to).boxed().toList();
                            prepared.addAll(batch);
                            return () -> batch;
                        },
                        (item, k) -> {
                            assertThat(item).isEqualTo(k);
                            received.add(item);
                        });
                List<Integer> all = IntStream.range(0, items).boxed().toList();
                assertThat(prepared).isEqualTo(all);
                assertThat(received).isEqualTo(all);
            }
        }
    }
}

package org.espalier.run.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.Torch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OrderedParallelTest {
    private static final int PIECES = 25;

    private final AtomicInteger atWork = new AtomicInteger();

    @AfterEach
    void oneThread() {
        Torch.useThreads(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 40})
    void resultsComeInOrderHoweverLongTheyTake(int threads) {
        Torch.useThreads(threads);
        Random random = new Random(7);
        List<Integer> prepared = new ArrayList<>();
        List<String> found = new ArrayList<>();
        OrderedParallel.forEach(
                PIECES,
                piece -> {
                    prepared.add(piece);
                    int time = random.nextInt(5);
                    return () -> working(time, piece);
                },
                (result, piece) -> found.add(piece + " " + result));
        assertThat(prepared).isEqualTo(IntStream.range(0, PIECES).boxed().toList());
        assertThat(found)
                .isEqualTo(IntStream.range(0, PIECES)
                        .mapToObj(piece -> piece + " " + piece * piece)
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void theFirstFailureEndsItWhenNobodyIsAtWorkAnyMore(int threads) {
        Torch.useThreads(threads);
        List<Integer> found = new ArrayList<>();
        assertThatThrownBy(() -> OrderedParallel.forEach(
                        PIECES,
                        piece -> () -> {
                            if (piece == 5) {
                                throw new EspalierException("five");
                            }
                            return working(20, piece);
                        },
                        (result, piece) -> found.add(piece)))
                .isInstanceOf(EspalierException.class)
                .hasMessage("five");
        assertThat(found).isEqualTo(List.of(0, 1, 2, 3, 4));
        assertThat(atWork).hasValue(0);
    }

    private int working(int milliseconds, int piece) {
        atWork.incrementAndGet();
        try {
            Thread.sleep(milliseconds);
            return piece * piece;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } finally {
            atWork.decrementAndGet();
        }
    }
}

package org.espalier.fst.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OrderedParallelTest {
    private static final int TASKS = 25;

    private final AtomicInteger running = new AtomicInteger();

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 40})
    void resultsComeInOrderOfTasks(int threads) {
        Random random = new Random(7);
        List<Integer> prepared = new ArrayList<>();
        List<String> found = new ArrayList<>();
        new OrderedParallel(threads, () -> {})
                .forEach(
                        TASKS,
                        task -> {
                            prepared.add(task);
                            int time = random.nextInt(5);
                            return () -> work(time, task);
                        },
                        (result, task) -> found.add(task + " " + result));
        assertThat(prepared).isEqualTo(IntStream.range(0, TASKS).boxed().toList());
        assertThat(found)
                .isEqualTo(IntStream.range(0, TASKS)
                        .mapToObj(task -> task + " " + task * task)
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void firstFailureIsThrownAfterAllRunningTasksEnded(int threads) {
        List<Integer> found = new ArrayList<>();
        assertThatThrownBy(() -> new OrderedParallel(threads, () -> {})
                        .forEach(
                                TASKS,
                                task -> () -> {
                                    if (task == 5) {
                                        throw new EspalierException("five");
                                    }
                                    return work(20, task);
                                },
                                (result, task) -> found.add(task)))
                .isInstanceOf(EspalierException.class)
                .hasMessage("five");
        assertThat(found).isEqualTo(List.of(0, 1, 2, 3, 4));
        assertThat(running).hasValue(0);
    }

    private int work(int milliseconds, int task) {
        running.incrementAndGet();
        try {
            Thread.sleep(milliseconds);
            return task * task;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } finally {
            running.decrementAndGet();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void resultsOfItemsComeInOrderAndThreadsKeepTheirWorker(int threads) {
        List<Integer> items = IntStream.range(0, 1000).boxed().toList();
        AtomicInteger workers = new AtomicInteger();
        List<Integer> found = new ArrayList<>();
        new OrderedParallel(threads, () -> {})
                .<Integer, Integer>forEachItem(
                        items,
                        () -> {
                            workers.incrementAndGet();
                            return item -> item + 1;
                        },
                        found::add);
        assertThat(found).isEqualTo(items.stream().map(item -> item + 1).toList());
        assertThat(workers.get()).isBetween(1, threads);
    }

    @Test
    void everyThreadIsSetUpBeforeItsFirstTask() {
        ThreadLocal<Boolean> isSetUp = ThreadLocal.withInitial(() -> false);
        List<Boolean> found = new ArrayList<>();
        new OrderedParallel(3, () -> isSetUp.set(true))
                .<Boolean>forEach(TASKS, task -> isSetUp::get, (result, task) -> found.add(result));
        assertThat(found).hasSize(TASKS).containsOnly(true);
    }

    @Test
    void errorsOfTasksAreNotWrapped() {
        assertThatThrownBy(() -> new OrderedParallel(2, () -> {})
                        .<Integer>forEach(
                                TASKS,
                                task -> () -> {
                                    throw new StackOverflowError();
                                },
                                (result, task) -> {}))
                .isInstanceOf(StackOverflowError.class);
    }
}

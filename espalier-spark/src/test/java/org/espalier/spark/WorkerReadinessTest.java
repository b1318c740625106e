package org.espalier.spark;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WorkerReadinessTest {
    @Test
    void problemNamesFirstWorkerThatHasOne() {
        assertThat(WorkerReadiness.problem(new WorkerReadiness("a", "").text(), new WorkerReadiness("b", "").text()))
                .isEmpty();
        assertThat(WorkerReadiness.problem(
                        new WorkerReadiness("a", "").text(), new WorkerReadiness("b", "it is blind").text()))
                .hasValue("worker 1 on b cannot train: it is blind");
    }
}

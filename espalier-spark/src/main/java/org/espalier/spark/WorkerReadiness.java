package org.espalier.spark;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What a worker tells all others when it has read what it needs, or could not.
 *
 * @param host where it is
 * @param problem why it cannot train, on one line; empty if it can
 */
record WorkerReadiness(String host, String problem) {
    String text() {
        return host + "\n" + problem;
    }

    static WorkerReadiness of(String text) {
        int end = text.indexOf('\n');
        return new WorkerReadiness(text.substring(0, end), text.substring(end + 1));
    }

    /**
     * Why a training cannot begin, if it cannot: the same for all that hear the same.
     *
     * @param texts of all workers, by their numbers
     */
    static Optional<String> problem(String... texts) {
        WorkerReadiness[] all = Arrays.stream(texts).map(WorkerReadiness::of).toArray(WorkerReadiness[]::new);
        return IntStream.range(0, all.length)
                .filter(rank -> !all[rank].problem.isEmpty())
                .mapToObj(rank -> "worker " + rank + " on " + all[rank].host + " cannot train: " + all[rank].problem)
                .findFirst();
    }
}

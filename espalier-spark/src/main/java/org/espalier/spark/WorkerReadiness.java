package org.espalier.spark;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The report of a worker to all others when it has read the run and its pairs, or has failed to.
 *
 * @param host the address of the worker
 * @param problem why the worker cannot train, on one line; empty if it can
 */
record WorkerReadiness(String host, String problem) {
    /** Returns this report as a message to the other workers. */
    String text() {
        return host + "\n" + problem;
    }

    /** Parses a message of {@link #text}. */
    static WorkerReadiness parse(String text) {
        int end = text.indexOf('\n');
        return new WorkerReadiness(text.substring(0, end), text.substring(end + 1));
    }

    /**
     * Returns why a training cannot start, if a worker has a problem. All workers compute the same answer.
     *
     * @param texts the messages of all workers, by rank
     */
    static Optional<String> problem(String... texts) {
        WorkerReadiness[] all = Arrays.stream(texts).map(WorkerReadiness::parse).toArray(WorkerReadiness[]::new);
        return IntStream.range(0, all.length)
                .filter(rank -> !all[rank].problem.isEmpty())
                .mapToObj(rank -> "worker " + rank + " on " + all[rank].host + " cannot train: " + all[rank].problem)
                .findFirst();
    }
}

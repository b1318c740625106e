package org.espalier.run.training;

import java.util.function.Consumer;
import org.espalier.fst.base.EspalierException;
import org.espalier.run.settings.RunConfig;

/**
 * Options of a training session. They change its result by rounding only, unless {@code training.localSteps} is above 1 or the
 * memory of strings is full.
 *
 * @param workers the number of processes that train, including this one
 * @param messages receives what a person should know before the first step: warnings about machine and data, sizes
 */
public record SessionOptions(int workers, Consumer<String> messages) {
    public SessionOptions {
        if (workers < 1) {
            throw new EspalierException("there must be at least one worker; got " + workers);
        }
    }

    /** Creates options for training in this process alone. */
    public SessionOptions(Consumer<String> messages) {
        this(1, messages);
    }

    /** Returns the number of threads of each worker. The workers divide the threads of the run among them. */
    int threadsPerWorker(RunConfig config) {
        return Math.max(1, config.threads() / workers);
    }
}

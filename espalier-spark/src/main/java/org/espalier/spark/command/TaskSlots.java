package org.espalier.spark.command;

import java.time.Duration;
import org.apache.spark.SparkContext;
import org.espalier.fst.base.EspalierException;

/** The number of tasks that a cluster can run at the same time. */
record TaskSlots(SparkContext spark) {
    /** The time to wait for the first executor, and for another one after each: they register one after the other. */
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static final Duration POLL_INTERVAL = Duration.ofMillis(100);

    /**
     * Waits until enough tasks can run at the same time.
     *
     * @throws EspalierException if the cluster does not get enough slots in time
     */
    void require(int workers) {
        long timeout = (spark.isLocal() ? Duration.ZERO : TIMEOUT).toNanos();
        long start = System.nanoTime();
        int slots = count();
        while (slots < workers && System.nanoTime() - start < timeout) {
            pause();
            int now = count();
            start = now > slots ? System.nanoTime() : start;
            slots = now;
        }
        if (slots < workers) {
            throw new EspalierException(refusal(workers, slots, spark.master(), spark.isLocal()));
        }
    }

    static String refusal(int workers, int slots, String master, boolean isLocal) {
        return workers + " workers must all run at the same time, and " + master + " has room for " + slots + "; "
                + (slots > 0 ? "give --workers " + slots + ", or " : "")
                + (isLocal
                        ? "--master local[" + workers + "]"
                        : "add cores to the cluster, or free those that other jobs use");
    }

    private int count() {
        return spark.maxNumConcurrentTasks(spark.resourceProfileManager().defaultResourceProfile());
    }

    private static void pause() {
        try {
            Thread.sleep(POLL_INTERVAL.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EspalierException("stopped while waiting for executors", e);
        }
    }
}

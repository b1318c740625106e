package org.espalier.spark;

import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/** Tells when a task has ended. */
final class TaskEnds extends SparkListener {
    private final Runnable told;

    TaskEnds(Runnable told) {
        this.told = told;
    }

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
        told.run();
    }
}

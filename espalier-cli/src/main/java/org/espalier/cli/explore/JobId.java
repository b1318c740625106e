package org.espalier.cli.explore;

/**
 * Identifies a job of the work queue.
 *
 * @param client the page, or part of a page, that sent the request; a newer request of a client replaces an older one
 * @param job the name by which the job can be cancelled
 */
record JobId(String client, String job) {
    /** The id of jobs that cannot be cancelled or replaced. */
    static final JobId ANONYMOUS = new JobId("", "");

    /** Returns whether this job replaces another, older one. */
    boolean replaces(JobId other) {
        return !client.isEmpty() && client.equals(other.client);
    }
}

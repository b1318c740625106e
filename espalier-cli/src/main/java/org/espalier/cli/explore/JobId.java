package org.espalier.cli.explore;

/**
 * Whose work something is.
 *
 * @param client who asks: a page, or a part of one, that waits for its newest question only
 * @param job the name by which the work can be cancelled
 */
record JobId(String client, String job) {
    /** Work that no page calls its own: it is neither cancelled nor replaced. */
    static final JobId NOBODYS = new JobId("", "");

    boolean replaces(JobId other) {
        return !client.isEmpty() && client.equals(other.client);
    }
}

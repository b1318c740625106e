package org.espalier.cli.http;

/** Is told of requests, by the threads that answer them. */
@FunctionalInterface
public interface RequestListener {
    /** Ignores requests. */
    RequestListener NONE = (path, status, nanos) -> {};

    /**
     * Is called when a request was answered.
     *
     * @param path the path of the route that answered, or the empty string if there is none
     * @param nanos the time from the first look at the request until the reply was written
     */
    void answered(String path, int status, long nanos);
}

package org.espalier.cli.service;

import java.time.Duration;
import org.espalier.run.request.RequestLimits;

/**
 * The limits of the service. They bound the memory and the time that one client can take from the others.
 *
 * @param bytes the largest number of bytes of a request
 * @param inputs the largest number of inputs or pairs of a request
 * @param characters the largest number of characters of an input or output
 * @param waiting the largest number of requests that wait
 * @param timeout the longest time from a request to its answer
 */
public record ServiceLimits(int bytes, int inputs, int characters, int waiting, Duration timeout) {
    public static final int BYTES = 1 << 20;
    public static final int INPUTS = 256;
    public static final int CHARACTERS = 200;
    public static final int WAITING = 64;
    public static final int TIMEOUT_SECONDS = 30;

    static final int OUTPUTS = 100;
    static final int BEAM = 256;
    static final int SAMPLES = 1024;
    static final long PATHS = 20_000;
    static final int STATES = 200_000;

    /** Returns the limits of one question, among them those that are the same for every service. */
    public RequestLimits ofQuestion() {
        return new RequestLimits(characters, OUTPUTS, BEAM, SAMPLES, PATHS, STATES);
    }
}

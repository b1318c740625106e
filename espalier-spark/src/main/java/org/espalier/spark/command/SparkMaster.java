package org.espalier.spark.command;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.espalier.fst.base.EspalierException;

/**
 * The master that runs a job.
 *
 * @param url the URL in Spark's syntax
 * @param addresses the addresses of a standalone master, one of which leads; empty for other masters
 */
record SparkMaster(String url, List<InetSocketAddress> addresses) {
    private static final String STANDALONE = "spark://";
    private static final Pattern ADDRESS = Pattern.compile("(.+):(\\d{1,5})");
    private static final int PATIENCE_MILLIS = 5000;

    static SparkMaster of(String url) {
        return new SparkMaster(url, url.startsWith(STANDALONE) ? addresses(url) : List.of());
    }

    private static List<InetSocketAddress> addresses(String url) {
        return Arrays.stream(url.substring(STANDALONE.length()).split(",", -1))
                .map(address -> {
                    Matcher matcher = ADDRESS.matcher(address);
                    if (!matcher.matches() || Integer.parseInt(matcher.group(2)) > 65535) {
                        throw notAMaster(url);
                    }
                    return new InetSocketAddress(matcher.group(1), Integer.parseInt(matcher.group(2)));
                })
                .toList();
    }

    static EspalierException notAMaster(String url) {
        return new EspalierException(EspalierException.quote(url)
                + " is not a master; use local[N] or spark://HOST:PORT, or spark-submit for other masters");
    }

    boolean isLocal() {
        return url.startsWith("local");
    }

    /** Returns whether everything runs on this machine, so that no other machine needs to reach the driver. */
    boolean isLoopback() {
        return isLocal() || (!addresses.isEmpty() && addresses.stream().allMatch(SparkMaster::isLoopback));
    }

    private static boolean isLoopback(InetSocketAddress address) {
        try {
            return InetAddress.getByName(address.getHostString()).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    /**
     * Connects to the master, for a few seconds at most; Spark itself would try for minutes.
     *
     * @throws EspalierException if no address can be reached
     */
    void requireReachable() {
        List<String> reasons = new ArrayList<>();
        for (InetSocketAddress address : addresses) {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(address.getHostString(), address.getPort()), PATIENCE_MILLIS);
                return;
            } catch (UnknownHostException e) {
                reasons.add("there is no host " + address.getHostString());
            } catch (IOException e) {
                reasons.add(String.valueOf(e.getMessage()));
            }
        }
        if (!reasons.isEmpty()) {
            throw new EspalierException("cannot reach the master " + url + ": " + String.join("; ", reasons)
                    + "; start it, or name another with --master");
        }
    }
}

package org.espalier.cli.http;

import com.sun.net.httpserver.Headers;
import java.util.List;
import java.util.Locale;

/** Decides which requests are accepted, before anything else of them is read. */
@FunctionalInterface
public interface AccessRule {
    /**
     * Returns normally if a request is accepted.
     *
     * @throws RequestRefusedException if it is not
     */
    void check(String path, Headers headers);

    /**
     * Accepts requests for the server's own address, from programs and from its own pages.
     *
     * <p>Any page of the web can make a browser send requests to this computer. A page whose host name resolves to this
     * computer is recognized by the Host header, a request across origins by its Origin.
     *
     * @param name the name of the server in messages
     * @param hosts the values of the Host header, with the port
     * @param foreign the message for a request of another page
     */
    static AccessRule ownHosts(String name, List<String> hosts, String foreign) {
        List<String> origins = hosts.stream().map(host -> "http://" + host).toList();
        return (path, headers) -> {
            List<String> host = headers.getOrDefault("Host", List.of());
            if (host.size() != 1 || !hosts.contains(host.get(0).toLowerCase(Locale.ROOT))) {
                throw new RequestRefusedException(
                        RequestRefusedException.FORBIDDEN, name + " answers at " + origins.get(0) + "/ only");
            }
            if (!origins.containsAll(headers.getOrDefault("Origin", List.of()))) {
                throw new RequestRefusedException(RequestRefusedException.FORBIDDEN, foreign);
            }
        };
    }
}

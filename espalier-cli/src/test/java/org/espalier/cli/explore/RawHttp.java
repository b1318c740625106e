package org.espalier.cli.explore;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A client that sends any headers and any body, also such as a browser never sends. */
public final class RawHttp {
    /** Milliseconds to wait for a response. */
    private static final int TIMEOUT = 60_000;

    private final String address;
    private final int port;

    public RawHttp(String address) {
        this.address = URI.create(address).getHost();
        this.port = URI.create(address).getPort();
    }

    /** A response, with the names of headers in lower case. */
    @SuppressWarnings("ArrayRecordComponent") // read, never compared
    public record Response(int status, Map<String, String> headers, byte[] body) {
        public JsonNode json() {
            return JsonMapper.shared().readTree(body);
        }

        public String error() {
            return json().path("error").asString("");
        }
    }

    public int port() {
        return port;
    }

    public Response get(String path) throws IOException {
        return send("GET " + path + " HTTP/1.1", List.of(host()), new byte[0]);
    }

    public Response post(String path, String json) throws IOException {
        byte[] body = json.getBytes(UTF_8);
        return send(
                "POST " + path + " HTTP/1.1",
                List.of(host(), "Content-Type: application/json", "Content-Length: " + body.length),
                body);
    }

    public String host() {
        return "Host: " + address + ":" + port;
    }

    /** Sends a request and reads the response to its end. */
    public Response send(String request, List<String> headers, byte[] body) throws IOException {
        List<String> lines = new ArrayList<>(List.of(request));
        lines.addAll(headers);
        lines.add("Connection: close");
        try (Socket socket = new Socket(address, port)) {
            OutputStream out = socket.getOutputStream();
            out.write((String.join("\r\n", lines) + "\r\n\r\n").getBytes(UTF_8));
            out.write(body);
            out.flush();
            socket.shutdownOutput();
            socket.setSoTimeout(TIMEOUT);
            return response(socket.getInputStream().readAllBytes());
        }
    }

    private static Response response(byte[] bytes) {
        String text = new String(bytes, ISO_8859_1);
        int end = text.indexOf("\r\n\r\n");
        List<String> lines = text.substring(0, end).lines().toList();
        Map<String, String> headers = new TreeMap<>();
        for (String line : lines.subList(1, lines.size())) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        return new Response(
                Integer.parseInt(lines.get(0).substring(9, 12)),
                headers,
                text.substring(end + 4).getBytes(ISO_8859_1));
    }
}

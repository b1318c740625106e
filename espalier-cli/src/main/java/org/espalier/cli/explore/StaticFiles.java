package org.espalier.cli.explore;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.espalier.cli.http.HttpReply;
import org.espalier.lab.report.WebLibrary;

/** Serves the pages and their files from the jar. Names contain no separators, so no path leads elsewhere. */
final class StaticFiles {
    private static final Pattern NAME = Pattern.compile("[a-z0-9-]+\\.([a-z0-9]+)");

    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "svg", "image/svg+xml",
            "png", "image/png");

    private static final Map<String, WebLibrary> LIBRARIES =
            Map.of("viz.js", WebLibrary.VIZ, "echarts.js", WebLibrary.ECHARTS);

    private StaticFiles() {}

    /** Returns a file by its name. */
    static Optional<HttpReply> find(String name) {
        Matcher parts = NAME.matcher(name);
        String type = parts.matches() ? TYPES.get(parts.group(1)) : null;
        if (type == null) {
            return Optional.empty();
        }
        WebLibrary library = LIBRARIES.get(name);
        return (library != null ? Optional.of(library.bytes()) : resource(name))
                .map(bytes -> HttpReply.of(type, bytes));
    }

    private static Optional<byte[]> resource(String name) {
        try (InputStream in = StaticFiles.class.getResourceAsStream(name)) {
            return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

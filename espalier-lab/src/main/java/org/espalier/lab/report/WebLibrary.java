package org.espalier.lab.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Scripts of others that our pages use, each a single file out of the library's jar. */
public enum WebLibrary {
    /** Plots: the smallest of its builds that has lines, points, legends and what is shown when pointed at. */
    ECHARTS("echarts/6.0.0/dist/echarts.common.min.js"),
    /** Graphviz, as a module. */
    VIZ("at/viz-js/viz/3.29.0/dist/viz.js");

    private static final String FOLDER = "/META-INF/resources/_static/";

    private final String path;

    WebLibrary(String path) {
        this.path = FOLDER + path;
    }

    /** The script, in UTF-8. */
    public byte[] bytes() {
        try (InputStream in = WebLibrary.class.getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalStateException("the program lacks its file " + path + "; build it anew");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package org.espalier.lab.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** JavaScript libraries of the report and of the explorer, each a single file in a jar. */
public enum WebLibrary {
    /** Interactive charts: the smallest build with lines, points, legends and tooltips. */
    ECHARTS("echarts/6.0.0/dist/echarts.common.min.js"),
    /** Graphviz as a JavaScript module. Only the explorer uses it; its jar is a dependency of the command line. */
    VIZ("at/viz-js/viz/3.29.0/dist/viz.js");

    private static final String FOLDER = "/META-INF/resources/_static/";

    private final String path;

    WebLibrary(String path) {
        this.path = FOLDER + path;
    }

    /** Returns the script, in UTF-8. */
    public byte[] bytes() {
        try (InputStream in = WebLibrary.class.getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalStateException("the program lacks its file " + path + "; build it again");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

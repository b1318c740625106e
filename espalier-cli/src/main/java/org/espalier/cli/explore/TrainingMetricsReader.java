package org.espalier.cli.explore;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.espalier.run.folder.MetricsLines;
import org.espalier.run.settings.RunConfig;
import tools.jackson.databind.JsonNode;

/** Reads the metrics of a run incrementally, while it may still be training. */
final class TrainingMetricsReader {
    private TrainingMetricsReader() {}

    /**
     * Returns the lines after an offset in the file.
     *
     * @param from the offset of an earlier answer, or 0
     */
    static TrainingAnswer read(CatalogueRun run, long from) {
        Path file = run.folder().metricsFile();
        Map<String, Object> settings = settings(run.config());
        if (!Files.exists(file)) {
            return new TrainingAnswer(0, from > 0, false, List.of(), settings);
        }
        // Checked before the file is read: training that has ended by now has written all of it.
        boolean isTrained = run.folder().isBeingTrainedIn();
        MetricsLines read = MetricsLines.after(file, from);
        return new TrainingAnswer(
                read.end(), read.begin() < from, !isTrained && read.isLast(), thinned(read.lines()), settings);
    }

    /** Keeps every n-th line of the steps, few enough for a curve, and all other lines. */
    private static List<JsonNode> thinned(List<JsonNode> lines) {
        long steps = lines.stream().filter(TrainingMetricsReader::isStep).count();
        long every = Math.max(1, (steps + ExplorerLimits.POINTS - 1) / ExplorerLimits.POINTS);
        List<JsonNode> kept = new ArrayList<>();
        long step = 0;
        for (JsonNode line : lines) {
            if (!isStep(line) || ++step % every == 0) {
                kept.add(line);
            }
        }
        return kept;
    }

    private static boolean isStep(JsonNode line) {
        return line.path("kind").asString("").equals("step");
    }

    private static Map<String, Object> settings(RunConfig config) {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("sampler", word(config.sampler().kind()));
        settings.put("sampler dimension", config.sampler().dimension());
        settings.put("scorer", word(config.scorer().kind()));
        settings.put("scorer dimension", config.scorer().dimension());
        settings.put("objective", word(config.training().objective()));
        settings.put("select", word(config.training().select()));
        settings.put("batch", config.training().batch());
        settings.put("samples", config.training().samples());
        settings.put("steps", config.training().steps());
        settings.put("epochs", config.training().epochs());
        settings.put("seed", config.seed());
        return settings;
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}

package org.espalier.app.explore;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.espalier.app.config.RunConfig;
import org.espalier.fst.io.Failure;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the metrics of a run bit by bit, while it may still be training. */
final class TrainingLog {
    private static final int MAX_BYTES = 8 << 20;

    private TrainingLog() {}

    /**
     * What follows a place in the file.
     *
     * @param from as an earlier answer said, or 0
     */
    static TrainingAnswer read(ShownRun run, long from) {
        Path file = run.folder().metricsFile();
        Map<String, Object> settings = settings(run.config());
        if (!Files.exists(file)) {
            return new TrainingAnswer(0, from > 0, false, List.of(), settings);
        }
        // Asked before the file is read: who has ended by now has written all of it.
        boolean isTrained = run.folder().isBeingTrainedIn();
        try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
            boolean restarted = from > in.size();
            long begin = restarted ? 0 : from;
            byte[] bytes = bytes(in, begin);
            int end = endOfLines(bytes);
            boolean done = !isTrained && begin + bytes.length >= in.size();
            return new TrainingAnswer(begin + end, restarted, done, thinned(lines(bytes, end)), settings);
        } catch (IOException e) {
            throw Failure.reading(file.toString(), e);
        }
    }

    private static byte[] bytes(FileChannel in, long from) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(MAX_BYTES, in.size() - from));
        while (buffer.hasRemaining() && in.read(buffer, from + buffer.position()) >= 0) {
            // goes on where it stopped
        }
        return buffer.array();
    }

    private static int endOfLines(byte[] bytes) {
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] != '\n') {
            end--;
        }
        return end;
    }

    private static List<JsonNode> lines(byte[] bytes, int end) {
        List<JsonNode> lines = new ArrayList<>();
        for (int begin = 0, at = 0; at < end; at++) {
            if (bytes[at] == '\n') {
                try {
                    lines.add(JsonMapper.shared().readTree(bytes, begin, at - begin));
                } catch (JacksonException e) {
                    // a line that is none of ours is no point of a curve
                }
                begin = at + 1;
            }
        }
        return lines;
    }

    /** Of the lines of steps every so manieth, and of the others all: so few that a curve can be drawn of them. */
    private static List<JsonNode> thinned(List<JsonNode> lines) {
        long steps = lines.stream().filter(TrainingLog::isStep).count();
        long every = Math.max(1, (steps + Limits.POINTS - 1) / Limits.POINTS);
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

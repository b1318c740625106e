package org.espalier.run.folder;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.espalier.fst.base.FileErrors;
import org.espalier.run.data.JsonNumbers;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes {@code metrics.jsonl}: one JSON object per line, each with a {@code step}, in the order of the steps. Each line is
 * written by a single call of the system. The file holds no time of day, so that an interrupted and resumed run writes the same
 * bytes as an uninterrupted one.
 */
public final class MetricsFile implements AutoCloseable {
    private static final JsonMapper MAPPER = JsonMapper.shared();

    private final Path file;
    private final OutputStream out;

    private MetricsFile(Path file, FileChannel channel) {
        this.file = file;
        this.out = Channels.newOutputStream(channel);
    }

    /** Opens the file for the steps after this one. Deletes lines of later steps and an incomplete last line. */
    public static MetricsFile after(Path file, long step) {
        try {
            long end = Files.exists(file) ? endOf(file, step) : 0;
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            channel.truncate(end);
            channel.position(end);
            return new MetricsFile(file, channel);
        } catch (IOException e) {
            throw FileErrors.writing(file.toString(), e);
        }
    }

    /** Returns the end of the last complete line before the first line that is of a later step or not of our format. */
    private static long endOf(Path file, long step) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        int end = 0;
        for (int at = 0; at < bytes.length; at++) {
            if (bytes[at] == '\n') {
                if (stepOf(bytes, end, at) > step) {
                    break;
                }
                end = at + 1;
            }
        }
        return end;
    }

    private static long stepOf(byte[] bytes, int from, int to) {
        try {
            JsonNode node = MAPPER.readTree(bytes, from, to - from).path("step");
            return node.isIntegralNumber() ? node.asLong() : Long.MAX_VALUE;
        } catch (JacksonException e) {
            return Long.MAX_VALUE;
        }
    }

    /** Adds a line. */
    public void write(Map<String, ? extends @Nullable Object> line) {
        byte[] bytes = (JsonNumbers.MAPPER.writeValueAsString(line) + "\n").getBytes(StandardCharsets.UTF_8);
        try {
            out.write(bytes);
        } catch (IOException e) {
            throw FileErrors.writing(file.toString(), e);
        }
    }

    @Override
    public void close() {
        try {
            out.close();
        } catch (IOException e) {
            throw FileErrors.writing(file.toString(), e);
        }
    }
}

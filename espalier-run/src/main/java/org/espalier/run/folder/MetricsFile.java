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
 * {@code metrics.jsonl}: one JSON object a line, each with a {@code step}, in the order of the steps. A line is handed to
 * the system whole, before the next is begun. No time of day is in it, so that the file of a run cut off and resumed has
 * the same bytes as that of one that was not.
 */
public final class MetricsFile implements AutoCloseable {
    private static final JsonMapper MAPPER = JsonMapper.shared();

    private final Path file;
    private final OutputStream out;

    private MetricsFile(Path file, FileChannel channel) {
        this.file = file;
        this.out = Channels.newOutputStream(channel);
    }

    /** Opens the file to go on after a step: what it says of later ones is dropped, and so is half a line. */
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

    /** Where the last whole line ends before the first that is of a later step, or that is none of ours. */
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

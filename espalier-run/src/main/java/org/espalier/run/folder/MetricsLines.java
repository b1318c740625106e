package org.espalier.run.folder;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.espalier.fst.base.FileErrors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Complete lines of a file of metrics. The file is read piece by piece, also while a training writes it.
 *
 * @param begin the offset of the first line: the one asked for, or 0 if the file has become shorter than that
 * @param end the offset after the last line
 * @param isLast whether the read reached the end of the file
 */
public record MetricsLines(long begin, long end, boolean isLast, List<JsonNode> lines) {
    private static final int MAX_BYTES = 8 << 20;

    /**
     * Reads the complete lines after an offset, of at most 8 MiB in total.
     *
     * @param from the end of earlier lines, or 0
     */
    public static MetricsLines after(Path file, long from) {
        try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
            long size = in.size();
            long begin = from > size ? 0 : from;
            byte[] bytes = bytes(in, begin, (int) Math.min(MAX_BYTES, size - begin));
            int end = endOfLines(bytes);
            return new MetricsLines(begin, begin + end, begin + bytes.length >= size, lines(bytes, end));
        } catch (IOException e) {
            throw FileErrors.reading(file.toString(), e);
        }
    }

    /** Returns bytes of a file; fewer if it becomes shorter meanwhile. */
    private static byte[] bytes(FileChannel in, long from, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(length);
        while (buffer.hasRemaining() && in.read(buffer, from + buffer.position()) >= 0) {
            // a read may return fewer bytes than asked for
        }
        return Arrays.copyOf(buffer.array(), buffer.position());
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
                    // skip a line that is not of our format
                }
                begin = at + 1;
            }
        }
        return lines;
    }
}

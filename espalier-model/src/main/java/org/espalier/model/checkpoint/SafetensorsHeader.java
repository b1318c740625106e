package org.espalier.model.checkpoint;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.espalier.fst.base.EspalierException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The header of a safetensors file.
 *
 * @param entries the tensors by name, in the order of their bytes
 * @param metadata strings of the writer by name
 */
record SafetensorsHeader(Map<String, Entry> entries, Map<String, String> metadata) {
    /** The types of numbers, which are stored in little-endian order. */
    enum Dtype {
        F32(4),
        F64(8),
        I32(4);

        private final int bytes;

        Dtype(int bytes) {
            this.bytes = bytes;
        }

        /** Returns the size of one number in bytes. */
        int bytes() {
            return bytes;
        }
    }

    /**
     * The description of one tensor.
     *
     * @param begin the offset of its first byte from the end of the header
     * @param end the offset after its last byte
     */
    record Entry(Dtype dtype, List<Long> shape, long begin, long end) {
        Entry {
            shape = List.copyOf(shape);
        }
    }

    private static final String METADATA = "__metadata__";
    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .build();

    /** Returns the header as JSON, padded so that the tensors begin at a multiple of eight bytes in the file. */
    byte[] encode() {
        ObjectNode root = JSON.createObjectNode();
        if (!metadata.isEmpty()) {
            ObjectNode strings = root.putObject(METADATA);
            metadata.forEach(strings::put);
        }
        entries.forEach((name, entry) -> {
            ObjectNode node = root.putObject(name);
            node.put("dtype", entry.dtype.name());
            ArrayNode shape = node.putArray("shape");
            entry.shape.forEach(shape::add);
            node.putArray("data_offsets").add(entry.begin).add(entry.end);
        });
        byte[] json = JSON.writeValueAsBytes(root);
        byte[] padded = Arrays.copyOf(json, (json.length + 7) / 8 * 8);
        Arrays.fill(padded, json.length, padded.length, (byte) ' ');
        return padded;
    }

    /**
     * Parses and checks a header, which may be any bytes. The tensors of the result cover {@code dataBytes} bytes exactly,
     * without overlap or gap.
     */
    static SafetensorsHeader decode(byte[] json, long dataBytes) {
        JsonNode root;
        try {
            root = JSON.readTree(new String(json, StandardCharsets.UTF_8));
        } catch (JacksonException e) {
            throw new EspalierException(
                    "its header is not JSON: " + EspalierException.shown(e.getOriginalMessage()), e);
        }
        if (!root.isObject()) {
            throw new EspalierException("its header is not a JSON object");
        }
        Map<String, String> metadata = new LinkedHashMap<>();
        Map<String, Entry> entries = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> property : root.properties()) {
            if (property.getKey().equals(METADATA)) {
                for (Map.Entry<String, JsonNode> string : property.getValue().properties()) {
                    metadata.put(string.getKey(), string.getValue().asString(""));
                }
            } else {
                entries.put(property.getKey(), entry(property.getKey(), property.getValue()));
            }
        }
        requireExactCover(entries, dataBytes);
        return new SafetensorsHeader(entries, metadata);
    }

    private static Entry entry(String name, JsonNode node) {
        Dtype dtype = switch (node.path("dtype").asString("")) {
            case "F32" -> Dtype.F32;
            case "F64" -> Dtype.F64;
            case "I32" -> Dtype.I32;
            default -> throw bad(name, "has a dtype other than F32, F64 and I32");
        };
        List<Long> shape = naturals(name, node.path("shape"));
        List<Long> offsets = naturals(name, node.path("data_offsets"));
        if (offsets.size() != 2) {
            throw bad(name, "has no pair of data_offsets");
        }
        long bytes = dtype.bytes();
        try {
            for (long extent : shape) {
                bytes = Math.multiplyExact(bytes, extent);
            }
        } catch (ArithmeticException e) {
            throw bad(name, "is larger than any file");
        }
        if (offsets.get(1) - offsets.get(0) != bytes) {
            throw bad(name, "has data_offsets that do not fit its shape");
        }
        return new Entry(dtype, shape, offsets.get(0), offsets.get(1));
    }

    private static List<Long> naturals(String name, JsonNode array) {
        List<Long> result = new ArrayList<>();
        for (JsonNode number : array) {
            if (!number.isIntegralNumber() || !number.canConvertToLong() || number.longValue() < 0) {
                throw bad(name, "has a shape or data_offsets that are not natural numbers");
            }
            result.add(number.longValue());
        }
        if (!array.isArray()) {
            throw bad(name, "has no shape or no data_offsets");
        }
        return result;
    }

    private static void requireExactCover(Map<String, Entry> entries, long dataBytes) {
        List<Map.Entry<String, Entry>> inOrder = new ArrayList<>(entries.entrySet());
        inOrder.sort(Comparator.comparingLong((Map.Entry<String, Entry> e) -> e.getValue().begin)
                .thenComparingLong(e -> e.getValue().end));
        long end = 0;
        for (Map.Entry<String, Entry> next : inOrder) {
            if (next.getValue().begin != end) {
                throw bad(next.getKey(), "does not begin where the tensor before it ends");
            }
            end = next.getValue().end;
        }
        if (end != dataBytes) {
            throw new EspalierException("its tensors take " + end + " bytes, but it has " + dataBytes);
        }
    }

    private static EspalierException bad(String name, String what) {
        return new EspalierException("tensor " + EspalierException.shown(name) + " " + what);
    }
}

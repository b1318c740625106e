package org.espalier.model.checkpoint;

import java.util.Map;
import java.util.TreeMap;
import org.espalier.fst.base.EspalierException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The content of a checkpoint's JSON file.
 *
 * @param best whether the checkpoint was the best so far when it was saved
 * @param state the strings saved with the tensors; the file of tensors has them too, so its checksum covers them
 * @param size the size of the file of tensors in bytes
 * @param sha256 the SHA-256 of the file of tensors, in hexadecimal digits
 */
record Manifest(long step, boolean best, Map<String, String> state, long size, String sha256) {
    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(
                    DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
                    DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
                    DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build();

    Manifest {
        state = new TreeMap<>(state);
    }

    byte[] encode() {
        return JSON.writeValueAsBytes(this);
    }

    static Manifest decode(byte[] json) {
        try {
            return JSON.readValue(json, Manifest.class);
        } catch (JacksonException e) {
            throw new EspalierException(EspalierException.shown(e.getOriginalMessage()), e);
        }
    }
}

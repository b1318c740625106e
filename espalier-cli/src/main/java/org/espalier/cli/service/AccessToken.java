package org.espalier.cli.service;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Map;
import org.espalier.cli.http.RequestRefusedException;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.FileErrors;

/** The secret that requests must carry. Only its hash is kept. */
public final class AccessToken {
    private static final int MIN_LENGTH = 16;
    private static final String SCHEME = "Bearer ";

    private final byte[] hash;

    private AccessToken(String token) {
        this.hash = hash(token);
    }

    /**
     * Reads a token from a file with nothing else in it but white space around it.
     *
     * @throws EspalierException if the file cannot be read, or the token can be guessed or not be sent
     */
    public static AccessToken read(Path file) {
        String token;
        try {
            token = Files.readString(file).strip();
        } catch (IOException e) {
            throw FileErrors.reading(file.toString(), e);
        }
        if (token.length() < MIN_LENGTH) {
            throw new EspalierException(file + ": the token has " + token.length() + " characters, but at least "
                    + MIN_LENGTH + " are required; make one with: openssl rand -hex 32");
        }
        if (!token.chars().allMatch(c -> c > ' ' && c < 127)) {
            throw new EspalierException(file + ": a token must be one word of visible ASCII characters;"
                    + " make one with: openssl rand -hex 32");
        }
        return new AccessToken(token);
    }

    /**
     * Returns normally if the headers of a request carry the token.
     *
     * @throws RequestRefusedException if they do not
     */
    void check(Headers headers) {
        List<String> given = headers.getOrDefault("Authorization", List.of());
        boolean isBearer = given.size() == 1 && given.get(0).regionMatches(true, 0, SCHEME, 0, SCHEME.length());
        // Hashes have one length, and isEqual looks at all of it: the time tells nothing of the token.
        if (!isBearer
                || !MessageDigest.isEqual(
                        hash, hash(given.get(0).substring(SCHEME.length()).strip()))) {
            throw new RequestRefusedException(
                    RequestRefusedException.UNAUTHORIZED,
                    isBearer
                            ? "the token is not that of this service; send the one in its token file"
                            : "the request has no token; send the header Authorization: Bearer TOKEN",
                    Map.of("WWW-Authenticate", "Bearer"));
        }
    }

    private static byte[] hash(String token) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(token.getBytes(UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every Java has it
        }
    }
}

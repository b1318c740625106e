package org.espalier.lab.task;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.FileErrors;
import org.espalier.fst.base.LimitException;

/**
 * Reads members of a tar archive, compressed by gzip or not, in one pass that ends when all are found. Supports names under a
 * hundred characters; the extensions for longer names are skipped.
 */
final class TarReader {
    private static final int BLOCK = 512;

    /** The maximum size of a member: seven times the largest file of the Urdu lexicon. */
    private static final int MAX_MEMBER_BYTES = 16 << 20;

    private static final int NAME_LENGTH = 100;
    private static final int SIZE = 124;
    private static final int CHECKSUM = 148;
    private static final int FIELD_LENGTH = 12;
    private static final int CHECKSUM_LENGTH = 8;

    private final Path archive;
    private final InputStream in;
    private long at;

    private TarReader(Path archive, InputStream in) {
        this.archive = archive;
        this.in = in;
    }

    /**
     * Returns the content of members by the ending of their names. Members that the archive does not have are missing.
     *
     * @throws EspalierException if the archive cannot be read, is not a tar archive, or is damaged
     * @throws LimitException if a member is larger than {@value #MAX_MEMBER_BYTES} bytes
     */
    static Map<String, byte[]> read(Path archive, List<String> endings) {
        try (InputStream file = new BufferedInputStream(Files.newInputStream(archive), 1 << 16);
                InputStream in = isGzip(file) ? new GZIPInputStream(file, 1 << 16) : file) {
            return new TarReader(archive, in).members(endings);
        } catch (EOFException e) {
            throw new EspalierException(archive + " is cut off; get it again", e);
        } catch (ZipException e) {
            throw new EspalierException(archive + " is damaged: " + e.getMessage() + "; get it again", e);
        } catch (IOException e) {
            throw FileErrors.reading(archive.toString(), e);
        }
    }

    private static boolean isGzip(InputStream file) throws IOException {
        file.mark(2);
        boolean isGzip = file.read() == 0x1f && file.read() == 0x8b;
        file.reset();
        return isGzip;
    }

    private record Header(String name, long size) {
        /** Returns the number of bytes up to the next block, where the next member starts. */
        long padding() {
            return (BLOCK - size % BLOCK) % BLOCK;
        }
    }

    private Map<String, byte[]> members(List<String> endings) throws IOException {
        Map<String, byte[]> members = new HashMap<>();
        Optional<Header> header = header();
        while (header.isPresent()) {
            Header member = header.get();
            Optional<String> wanted = endings.stream()
                    .filter(ending -> ("/" + member.name).endsWith("/" + ending))
                    .findFirst();
            if (wanted.isPresent()) {
                members.put(wanted.get(), content(member));
            } else {
                skip(member.size);
            }
            if (members.size() == endings.size()) {
                return members;
            }
            skip(member.padding());
            header = header();
        }
        return members;
    }

    /** Reads the header of the next member, if there is one. A block of zeros ends the archive. */
    private Optional<Header> header() throws IOException {
        byte[] block = in.readNBytes(BLOCK);
        if (block.length == 0 && at > 0) {
            return Optional.empty();
        }
        if (at == 0 && block.length < BLOCK) {
            throw notTar();
        }
        if (block.length < BLOCK) {
            throw new EOFException();
        }
        if (at > 0 && Arrays.equals(block, new byte[BLOCK])) {
            return Optional.empty();
        }
        if (octal(block, CHECKSUM, CHECKSUM_LENGTH) != checksum(block)) {
            throw notTar();
        }
        at += BLOCK;
        return Optional.of(new Header(text(block, 0, NAME_LENGTH), octal(block, SIZE, FIELD_LENGTH)));
    }

    private EspalierException notTar() {
        return new EspalierException(
                at == 0
                        ? archive
                                + " is neither a tar archive nor one compressed by gzip; name the archive as published"
                        : archive + " is damaged: there is no member's header at byte " + at + "; get it again");
    }

    /** Returns the sum of the header's bytes, with spaces in place of the checksum itself. */
    private static long checksum(byte[] block) {
        long sum = 0;
        for (int k = 0; k < BLOCK; k++) {
            boolean own = k >= CHECKSUM && k < CHECKSUM + CHECKSUM_LENGTH;
            sum += own ? ' ' : block[k] & 0xff;
        }
        return sum;
    }

    private static String text(byte[] block, int from, int length) {
        int end = from;
        while (end < from + length && block[end] != 0) {
            end++;
        }
        return new String(block, from, end - from, StandardCharsets.UTF_8);
    }

    private long octal(byte[] block, int from, int length) {
        try {
            long value = Long.parseLong(text(block, from, length).strip(), 8);
            if (value >= 0) {
                return value;
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        throw notTar();
    }

    private byte[] content(Header member) throws IOException {
        if (member.size > MAX_MEMBER_BYTES) {
            throw new LimitException(archive + ": its member " + member.name + " has " + member.size
                    + " bytes, more than the limit of " + (MAX_MEMBER_BYTES >> 20)
                    + " MiB; name the archive as published");
        }
        byte[] content = in.readNBytes((int) member.size);
        if (content.length < member.size) {
            throw new EOFException();
        }
        at += member.size;
        return content;
    }

    private void skip(long bytes) throws IOException {
        in.skipNBytes(bytes);
        at += bytes;
    }
}

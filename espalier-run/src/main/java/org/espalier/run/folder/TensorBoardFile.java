package org.espalier.run.folder;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Map;
import java.util.zip.CRC32C;
import org.espalier.fst.base.FileErrors;

/**
 * Writes scalars for TensorBoard: a file of length-framed records with checksums, each an {@code Event} message of TensorBoard's
 * protocol buffers. The few fields needed are encoded by hand. Each start of a run writes its own file, which begins with an
 * event that makes TensorBoard discard what earlier files hold of the steps to come.
 */
public final class TensorBoardFile implements AutoCloseable {
    // Field numbers and values of the messages.
    private static final int EVENT_WALL_TIME = 1;
    private static final int EVENT_STEP = 2;
    private static final int EVENT_FILE_VERSION = 3;
    private static final int EVENT_SUMMARY = 5;
    private static final int EVENT_SESSION_LOG = 7;
    private static final int SUMMARY_VALUE = 1;
    private static final int VALUE_TAG = 1;
    private static final int VALUE_SIMPLE_VALUE = 2;
    private static final int SESSION_LOG_STATUS = 1;
    private static final int SESSION_START = 1;

    private static final int CHECKSUM_MASK = 0xa282ead8;

    private final Path file;
    private final OutputStream out;

    private TensorBoardFile(Path file) throws IOException {
        this.file = file;
        this.out = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    /** Creates a file in a folder for the steps after this one. */
    public static TensorBoardFile after(Path folder, long step) {
        Instant now = Instant.now();
        try {
            TensorBoardFile events = create(folder, now.getEpochSecond());
            events.record(event(now, 0).text(EVENT_FILE_VERSION, "brain.Event:2"));
            events.record(event(now, step + 1)
                    .message(EVENT_SESSION_LOG, new Message().varint(SESSION_LOG_STATUS, SESSION_START)));
            return events;
        } catch (IOException e) {
            throw FileErrors.writing(folder.toString(), e);
        }
    }

    /** TensorBoard recognizes its files by the prefix of their names, and reads them in the order of their names. */
    private static TensorBoardFile create(Path folder, long second) throws IOException {
        for (int k = 0; ; k++) {
            try {
                return new TensorBoardFile(
                        folder.resolve("events.out.tfevents.%010d.%d.espalier".formatted(second, k)));
            } catch (FileAlreadyExistsException e) {
                // another start in the same second
            }
        }
    }

    /** Adds the values of quantities after a step, by their tags. */
    public void write(long step, Map<String, Double> values) {
        Message summary = new Message();
        values.forEach((tag, value) -> summary.message(
                SUMMARY_VALUE, new Message().text(VALUE_TAG, tag).fixed(VALUE_SIMPLE_VALUE, value.floatValue())));
        try {
            record(event(Instant.now(), step).message(EVENT_SUMMARY, summary));
        } catch (IOException e) {
            throw FileErrors.writing(file.toString(), e);
        }
    }

    private static Message event(Instant time, long step) {
        return new Message()
                .fixed(EVENT_WALL_TIME, time.getEpochSecond() + time.getNano() * 1e-9)
                .varint(EVENT_STEP, step);
    }

    private void record(Message message) throws IOException {
        byte[] data = message.bytes.toByteArray();
        ByteBuffer record = ByteBuffer.allocate(data.length + 16).order(ByteOrder.LITTLE_ENDIAN);
        record.putLong(data.length);
        record.putInt(checksum(record.array(), 0, 8));
        record.put(data);
        record.putInt(checksum(data, 0, data.length));
        out.write(record.array());
    }

    /** Returns the masked CRC32C of TFRecord files, which is safe for data that itself holds checksums. */
    private static int checksum(byte[] bytes, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, length);
        return Integer.rotateRight((int) crc.getValue(), 15) + CHECKSUM_MASK;
    }

    @Override
    public void close() {
        try {
            out.close();
        } catch (IOException e) {
            throw FileErrors.writing(file.toString(), e);
        }
    }

    /** Encodes a protocol buffer message: fields, each a key of number and wire type, then the value. */
    private static final class Message {
        private static final int VARINT = 0;
        private static final int FIXED_64 = 1;
        private static final int DELIMITED = 2;
        private static final int FIXED_32 = 5;

        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        Message varint(int field, long value) {
            varint((long) field << 3 | VARINT);
            varint(value);
            return this;
        }

        Message fixed(int field, double value) {
            varint((long) field << 3 | FIXED_64);
            return raw(littleEndian(8).putDouble(value).array());
        }

        Message fixed(int field, float value) {
            varint((long) field << 3 | FIXED_32);
            return raw(littleEndian(4).putFloat(value).array());
        }

        Message text(int field, String value) {
            return delimited(field, value.getBytes(StandardCharsets.UTF_8));
        }

        Message message(int field, Message value) {
            return delimited(field, value.bytes.toByteArray());
        }

        private Message delimited(int field, byte[] value) {
            varint((long) field << 3 | DELIMITED);
            varint(value.length);
            return raw(value);
        }

        private Message raw(byte[] value) {
            bytes.writeBytes(value);
            return this;
        }

        private void varint(long value) {
            long rest = value;
            while ((rest & ~0x7fL) != 0) {
                bytes.write((int) ((rest & 0x7f) | 0x80));
                rest >>>= 7;
            }
            bytes.write((int) rest);
        }

        private static ByteBuffer littleEndian(int size) {
            return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        }
    }
}

package org.espalier.model.checkpoint;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.FileErrors;
import org.espalier.model.Torch;
import org.espalier.model.checkpoint.SafetensorsHeader.Dtype;
import org.espalier.model.checkpoint.SafetensorsHeader.Entry;

/**
 * Reads and writes files of named tensors in the safetensors format: the length of a header, the header as JSON, and the
 * numbers in their memory layout. Numbers are transferred without an intermediate copy; every platform that libtorch is
 * published for is little-endian, as the format is.
 */
final class Safetensors {
    /** The maximum size of a header, far above any real one, so that a damaged length causes no huge allocation. */
    private static final int MAX_HEADER = 100_000_000;

    /** The maximum size of one transfer; a Java buffer cannot hold the largest tensors. */
    private static final int PIECE = 1 << 26;

    private Safetensors() {}

    /** Writes tensors of single or double precision or of integers to a channel, the wider first, otherwise in the order of the map. */
    static void write(WritableByteChannel out, Map<String, Tensor> tensors, Map<String, String> metadata)
            throws IOException {
        Torch.load();
        List<Map.Entry<String, Tensor>> inOrder = new ArrayList<>(tensors.entrySet());
        inOrder.sort(Comparator.comparingInt(entry -> -dtype(entry).bytes()));
        Map<String, Entry> entries = new LinkedHashMap<>();
        long begin = 0;
        for (Map.Entry<String, Tensor> entry : inOrder) {
            Dtype dtype = dtype(entry);
            long end = begin + dtype.bytes() * entry.getValue().numel();
            entries.put(entry.getKey(), new Entry(dtype, shape(entry.getValue()), begin, end));
            begin = end;
        }
        byte[] header = new SafetensorsHeader(entries, metadata).encode();
        ByteBuffer first = ByteBuffer.allocate(8 + header.length).order(ByteOrder.LITTLE_ENDIAN);
        first.putLong(header.length).put(header).flip();
        writeAll(out, first);
        for (Map.Entry<String, Tensor> entry : inOrder) {
            writeNumbers(out, entry.getValue());
        }
    }

    private static void writeNumbers(WritableByteChannel out, Tensor tensor) throws IOException {
        try (PointerScope scope = new PointerScope()) {
            Tensor here = tensor.detach().to(cpu(), tensor.scalar_type()).contiguous();
            long bytes = here.numel() * here.element_size();
            for (long at = 0; at < bytes; at += PIECE) {
                writeAll(out, piece(here, at, bytes));
            }
        }
    }

    private static void writeAll(WritableByteChannel out, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            out.write(bytes);
        }
    }

    /**
     * Reads the header of a file.
     *
     * @throws EspalierException if it is not a whole safetensors file
     */
    static SafetensorsHeader header(Path file) {
        try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
            return header(file, in);
        } catch (IOException e) {
            throw FileErrors.reading(file.toString(), e);
        }
    }

    /** Reads the header, and leaves the channel at the beginning of the tensors. */
    private static SafetensorsHeader header(Path file, FileChannel in) throws IOException {
        long size = in.size();
        if (size < 8) {
            throw new EspalierException(file + " is not a safetensors file: it has only " + size + " bytes");
        }
        ByteBuffer length = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
        readAll(in, length);
        long headerBytes = length.getLong(0);
        if (headerBytes < 0 || headerBytes > Math.min(MAX_HEADER, size - 8)) {
            throw new EspalierException(file + " is not a whole safetensors file: of its " + size + " bytes the header"
                    + " would take " + Long.toUnsignedString(headerBytes));
        }
        byte[] json = new byte[(int) headerBytes];
        readAll(in, ByteBuffer.wrap(json));
        try {
            return SafetensorsHeader.decode(json, size - 8 - headerBytes);
        } catch (EspalierException e) {
            throw new EspalierException(file + " is not a whole safetensors file: " + e.getMessage(), e);
        }
    }

    /**
     * Reads the numbers of tensors from a file by their names.
     *
     * @throws EspalierException if the file has other names, types or shapes; then no tensor is changed
     */
    static void readInto(Path file, Map<String, Tensor> tensors) {
        readInto(file, tensors, name -> true);
    }

    /**
     * Reads the numbers of tensors from a part of a file.
     *
     * @param part returns whether the tensor of a name belongs to the part; the file may have others
     * @throws EspalierException if the part has other names, types or shapes; then no tensor is changed
     */
    static void readInto(Path file, Map<String, Tensor> tensors, Predicate<String> part) {
        Torch.load();
        try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
            SafetensorsHeader header = header(file, in);
            requireSameTensors(file, header, tensors, part);
            long data = in.position();
            for (Map.Entry<String, Entry> entry : header.entries().entrySet()) {
                Tensor tensor = tensors.get(entry.getKey());
                if (tensor != null) {
                    in.position(data + entry.getValue().begin());
                    readNumbers(in, tensor);
                }
            }
        } catch (IOException e) {
            throw FileErrors.reading(file.toString(), e);
        }
    }

    /** Reads a vector of integers; returns empty if the file has none of this name. */
    static Optional<int[]> readInts(Path file, String name) {
        try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
            SafetensorsHeader header = header(file, in);
            Entry entry = header.entries().get(name);
            if (entry == null) {
                return Optional.empty();
            }
            ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(entry.end() - entry.begin()))
                    .order(ByteOrder.LITTLE_ENDIAN);
            in.position(in.position() + entry.begin());
            readAll(in, bytes);
            int[] numbers = new int[bytes.capacity() / Integer.BYTES];
            bytes.flip().asIntBuffer().get(numbers);
            return Optional.of(numbers);
        } catch (IOException e) {
            throw FileErrors.reading(file.toString(), e);
        }
    }

    private static void requireSameTensors(
            Path file, SafetensorsHeader header, Map<String, Tensor> tensors, Predicate<String> part) {
        TreeSet<String> missing = new TreeSet<>(tensors.keySet());
        missing.removeAll(header.entries().keySet());
        if (!missing.isEmpty()) {
            throw unlike(file, "has no tensor " + missing.first());
        }
        TreeSet<String> unknown = new TreeSet<>(header.entries().keySet());
        unknown.removeAll(tensors.keySet());
        unknown.removeIf(part.negate());
        if (!unknown.isEmpty()) {
            throw unlike(file, "has a tensor " + EspalierException.shown(unknown.first()) + " that the model has not");
        }
        for (Map.Entry<String, Tensor> wanted : tensors.entrySet()) {
            Entry found = header.entries().get(wanted.getKey());
            String inFile = found == null ? "" : found.dtype() + " " + found.shape();
            String inModel = dtype(wanted) + " " + shape(wanted.getValue());
            if (!inFile.equals(inModel)) {
                throw unlike(file, "has " + wanted.getKey() + " as " + inFile + ", the model as " + inModel);
            }
        }
    }

    private static EspalierException unlike(Path file, String difference) {
        return new EspalierException(
                file + " " + difference + ": it was written by another model; use the settings it was trained with");
    }

    private static void readNumbers(FileChannel in, Tensor tensor) throws IOException {
        try (PointerScope scope = new PointerScope();
                NoGradGuard guard = new NoGradGuard()) {
            // The tensor itself if it is in main memory and contiguous; otherwise a copy, which is copied back below.
            Tensor here = tensor.detach().to(cpu(), tensor.scalar_type()).contiguous();
            long bytes = here.numel() * here.element_size();
            for (long at = 0; at < bytes; at += PIECE) {
                readAll(in, piece(here, at, bytes));
            }
            if (!here.is_alias_of(tensor)) {
                tensor.copy_(here);
            }
        }
    }

    private static void readAll(FileChannel in, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            if (in.read(bytes) < 0) {
                throw new EOFException("it ended while it was read");
            }
        }
    }

    /** Returns the bytes of one transfer, from an offset into a tensor. */
    private static ByteBuffer piece(Tensor tensor, long at, long bytes) {
        BytePointer pointer = new BytePointer(tensor.data_ptr());
        return pointer.position(at).limit(Math.min(bytes, at + PIECE)).asByteBuffer();
    }

    private static Dtype dtype(Map.Entry<String, Tensor> entry) {
        // Native code returns another object than the equal constant.
        return switch (entry.getValue().scalar_type().intern()) {
            case Float -> Dtype.F32;
            case Double -> Dtype.F64;
            case Int -> Dtype.I32;
            default ->
                throw new EspalierException(
                        "tensor " + entry.getKey() + " has numbers of a type that checkpoints do not store: "
                                + entry.getValue().scalar_type());
        };
    }

    private static List<Long> shape(Tensor tensor) {
        List<Long> result = new ArrayList<>();
        for (long dimension = 0; dimension < tensor.dim(); dimension++) {
            result.add(tensor.size(dimension));
        }
        return result;
    }

    private static Device cpu() {
        return new Device(torch.DeviceType.CPU);
    }
}

package org.espalier.dist;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/** Copies the native libraries that a release needs out of their jars. */
final class NativeLibraries {
    /** The file that names the libraries to load, in order, for {@code LibtorchLoader} of espalier-model. */
    private static final String LOAD_ORDER = "load-order.txt";

    /** One line of the list of a platform. */
    record Library(String name, String source, boolean isLoaded, boolean isStripped) {
        static @Nullable Library parse(String line) {
            if (line.isBlank() || line.startsWith("#")) {
                return null;
            }
            List<String> words = List.of(line.split(" ", -1));
            int from = words.indexOf("from");
            if (words.size() < 2 || !List.of("load", "keep").contains(words.get(0)) || from == words.size() - 1) {
                throw new IllegalArgumentException("not a line of a list of libraries: " + line);
            }
            return new Library(
                    words.get(1),
                    words.get(from < 0 ? 1 : from + 1),
                    words.get(0).equals("load"),
                    words.contains("strip"));
        }
    }

    private NativeLibraries() {}

    static List<Library> read(Path list) throws IOException {
        List<Library> libraries = new ArrayList<>();
        for (String line : Files.readAllLines(list)) {
            Library library = Library.parse(line);
            if (library != null) {
                libraries.add(library);
            }
        }
        return libraries;
    }

    /** Copies libraries from those of the jars that are for the platform. */
    static void copy(List<Library> libraries, List<Path> jars, String platform, Path folder) throws IOException {
        Files.createDirectories(folder);
        for (Library library : libraries) {
            Path file = folder.resolve(library.name());
            extract(library.source(), jars, platform, file);
            if (library.isStripped()) {
                strip(file);
            }
        }
        List<String> order =
                libraries.stream().filter(Library::isLoaded).map(Library::name).toList();
        Files.writeString(folder.resolve(LOAD_ORDER), String.join("\n", order) + "\n");
    }

    private static void extract(String name, List<Path> jars, String platform, Path file) throws IOException {
        String end = "/" + platform + "/" + name;
        int found = 0;
        for (Path jar : jars) {
            if (!jar.getFileName().toString().contains(platform)) {
                continue;
            }
            try (ZipFile zip = new ZipFile(jar.toFile())) {
                for (ZipEntry entry : zip.stream()
                        .filter(entry -> entry.getName().endsWith(end))
                        .toList()) {
                    try (InputStream in = zip.getInputStream(entry)) {
                        Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING); // a second one is reported below
                    }
                    found++;
                }
            }
        }
        if (found != 1) {
            throw new IOException(found + " jars have the library " + name + " for " + platform + " instead of 1");
        }
    }

    /**
     * Removes what follows the last segment of an ELF file: the table of sections, and the symbols for debuggers. The
     * dynamic linker reads segments only.
     */
    static void strip(Path file) throws IOException {
        try (RandomAccessFile elf = new RandomAccessFile(file.toFile(), "rw")) {
            byte[] start = read(elf, 0, 64);
            ByteBuffer header = littleEndian(start);
            if (header.getInt(0) != 0x464c457f || header.get(4) != 2) {
                throw new IOException(file + " is not a 64-bit ELF file");
            }
            int size = header.getShort(54);
            int count = header.getShort(56);
            ByteBuffer segments = littleEndian(read(elf, header.getLong(32), size * count));
            long end = header.getLong(32) + (long) size * count;
            for (int i = 0; i < count; i++) {
                // The segment's offset and its size in the file.
                end = Math.max(end, segments.getLong(i * size + 8) + segments.getLong(i * size + 32));
            }
            // There is no table of sections, and no section with their names.
            header.putLong(40, 0).putShort(60, (short) 0).putShort(62, (short) 0);
            elf.seek(0);
            elf.write(start);
            elf.setLength(end);
        }
    }

    private static byte[] read(RandomAccessFile file, long offset, int size) throws IOException {
        byte[] bytes = new byte[size];
        file.seek(offset);
        file.readFully(bytes);
        return bytes;
    }

    private static ByteBuffer littleEndian(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}

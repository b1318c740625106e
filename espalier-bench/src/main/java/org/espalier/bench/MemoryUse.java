package org.espalier.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bytedeco.javacpp.Pointer;

/**
 * The memory of a process, in mebibytes.
 *
 * @param step the number of training steps so far, or of seconds
 * @param resident the resident set, or 0 if the system does not report it
 * @param heap the memory used by Java objects
 * @param pointers the memory that JavaCPP allocated itself
 * @param live the number of native objects that JavaCPP has to free
 */
record MemoryUse(int step, double resident, double heap, double pointers, long live) {
    private static final double MEBIBYTE = 1 << 20;

    /** Returns the memory of this process after a garbage collection. */
    static MemoryUse after(int step) {
        System.gc();
        long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        return new MemoryUse(
                step, residentSet() / 1024.0, heap / MEBIBYTE, Pointer.totalBytes() / MEBIBYTE, Pointer.totalCount());
    }

    /** Returns the resident set in kibibytes. */
    private static long residentSet() {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return 0;
        }
        try {
            return Files.readAllLines(status).stream()
                    .filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

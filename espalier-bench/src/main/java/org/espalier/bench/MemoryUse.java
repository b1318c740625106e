package org.espalier.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bytedeco.javacpp.Pointer;

/**
 * What this process holds, in mebibytes, after a garbage collection.
 *
 * @param step after how many steps
 * @param resident the resident set; 0 where the system does not say
 * @param heap used by Java objects
 * @param pointers memory that JavaCPP has allocated itself
 * @param live native objects that JavaCPP would have to free
 */
record MemoryUse(int step, double resident, double heap, double pointers, long live) {
    private static final double MEBIBYTE = 1 << 20;

    static MemoryUse after(int step) {
        System.gc();
        long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        return new MemoryUse(
                step, residentSet() / 1024.0, heap / MEBIBYTE, Pointer.totalBytes() / MEBIBYTE, Pointer.totalCount());
    }

    /** In kibibytes. */
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

package org.espalier.model;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.openblas.global.openblas;
import org.bytedeco.pytorch.global.torch;
import org.espalier.fst.base.EspalierException;
import org.jspecify.annotations.Nullable;

/**
 * Loads the native libraries behind libtorch's classes, and reports why that fails if it does. An unpacked release has
 * them as files; elsewhere JavaCPP unpacks them from jars into its cache.
 */
final class LibtorchLoader {
    /** The system property that names the folder of an unpacked release. Its launcher sets it. */
    private static final String HOME = "espalier.home";

    /** The file in a release's folder of libraries that lists those to load, in the order in which they need each other. */
    private static final String LOAD_ORDER = "load-order.txt";

    /** The free space that unpacking requires: more than the unpacked libraries take. */
    private static final long BYTES = 1_000_000_000;

    private static final String ELSEWHERE =
            "name a folder with 1 GB free, for example with ESPALIER_JAVA_OPTS=-Dorg.bytedeco.javacpp.cachedir=FOLDER";

    private LibtorchLoader() {}

    static void load() {
        String home = System.getProperty(HOME);
        if (home == null) {
            loadFromJars();
        } else {
            loadFromRelease(Path.of(home));
        }
        // Some virtual machines list AMX among the features of their processor but stop a program that uses it.
        torch.set_env("ONEDNN_MAX_CPU_ISA", "AVX512_CORE_BF16", false);
    }

    /**
     * Loads the libraries of a release without JavaCPP's search, which would unpack, link and load more than is needed. On
     * platforms without MKL the launcher limits OpenBLAS to one thread.
     */
    private static void loadFromRelease(Path home) {
        String platform = Loader.getPlatform();
        Path natives = home.resolve("lib").resolve("native").resolve(platform);
        if (!Files.isDirectory(natives)) {
            throw new EspalierException("neural commands need libtorch, and the release in " + home + " has none for "
                    + platform + ": unpack the release for this platform, if there is one (linux-x86_64, macosx-arm64, "
                    + "windows-x86_64); all other commands work here");
        }
        System.setProperty("org.bytedeco.javacpp.loadlibraries", "false");
        try {
            for (String library : Files.readAllLines(natives.resolve(LOAD_ORDER))) {
                System.load(natives.resolve(library).toAbsolutePath().toString());
            }
        } catch (IOException | LinkageError e) {
            throw new EspalierException(
                    "libtorch could not be loaded from " + natives + ": " + reason(e)
                            + "; if files there are missing or damaged, unpack the release again",
                    e);
        }
    }

    private static void loadFromJars() {
        try (CacheLock lock = CacheLock.acquire()) {
            Loader.load(torch.class);
            if (Loader.getLoadedLibraries().keySet().stream().noneMatch(name -> name.startsWith("mkl_rt"))) {
                // OpenBLAS was 20 to 60 times slower with its own threads in addition to those of libtorch.
                openblas.blas_set_num_threads(1);
            }
        } catch (LinkageError e) {
            throw new EspalierException(describe(e), e);
        }
    }

    /**
     * A lock on JavaCPP's cache, for this process alone. JavaCPP locks the cache while it unpacks a file, but not while it
     * replaces links between files: two processes that unpacked at the same time crashed, because one wrote into a library
     * that the other had already loaded. Where a lock cannot be had, loading goes on without.
     *
     * @param lock null if there is none
     */
    private record CacheLock(
            @Nullable FileChannel channel, @Nullable FileLock lock) implements AutoCloseable {
        static CacheLock acquire() {
            FileChannel channel = null;
            try {
                channel = FileChannel.open(
                        Loader.getCacheDir().toPath().resolve(".espalier.lock"),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE);
                return new CacheLock(channel, channel.lock());
            } catch (IOException e) {
                return new CacheLock(channel, null);
            }
        }

        @Override
        public void close() {
            try {
                if (channel != null) {
                    channel.close();
                }
            } catch (IOException e) {
                // the lock ends with the process
            }
        }
    }

    private static String describe(LinkageError e) {
        String platform = Loader.getPlatform();
        if (!areOnClassPath(platform)) {
            return "neural commands need libtorch, and this build has none for " + platform
                    + ": build and run on linux-x86_64, macosx-arm64 or windows-x86_64; all other commands work here";
        }
        File cache;
        try {
            cache = Loader.getCacheDir();
        } catch (IOException none) {
            return "libtorch cannot be unpacked: there is no folder to write to; " + ELSEWHERE;
        }
        // When the disk is full JavaCPP says that a library was not found.
        if (cache.getUsableSpace() < BYTES) {
            return "libtorch cannot be unpacked to " + cache + ", which has only " + cache.getUsableSpace() / 1_000_000
                    + " MB free; " + ELSEWHERE;
        }
        return "libtorch could not be loaded on " + platform + " from " + cache + ": " + reason(e)
                + "; if its files there are damaged, remove that folder";
    }

    private static String reason(Throwable e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return Objects.toString(root.getMessage(), root.toString())
                .lines()
                .findFirst()
                .orElse("");
    }

    private static boolean areOnClassPath(String platform) {
        String library = "/" + System.mapLibraryName("jnitorch");
        String folder = "/org/bytedeco/pytorch/" + platform;
        return torch.class.getResource(folder + library) != null
                || torch.class.getResource(folder + "-gpu" + library) != null;
    }
}

package org.espalier.model;

import java.io.File;
import java.io.IOException;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.openblas.global.openblas;
import org.bytedeco.pytorch.global.torch;
import org.espalier.fst.base.EspalierException;

/** Unpacks and loads the native libraries behind libtorch's classes, and reports why that fails if it does. */
final class LibtorchLoader {
    /** The free space that unpacking requires: more than the unpacked libraries take. */
    private static final long BYTES = 1_000_000_000;

    private static final String ELSEWHERE =
            "name a folder with 1 GB free, for example with ESPALIER_JAVA_OPTS=-Dorg.bytedeco.javacpp.cachedir=FOLDER";

    private LibtorchLoader() {}

    static void load() {
        try {
            Loader.load(torch.class);
            // Some virtual machines list AMX among the features of their processor but stop a program that uses it.
            torch.set_env("ONEDNN_MAX_CPU_ISA", "AVX512_CORE_BF16", false);
            if (Loader.getLoadedLibraries().keySet().stream().noneMatch(name -> name.startsWith("mkl_rt"))) {
                // OpenBLAS was 20 to 60 times slower with its own threads in addition to those of libtorch.
                openblas.blas_set_num_threads(1);
            }
        } catch (LinkageError e) {
            throw new EspalierException(describe(e), e);
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
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return "libtorch could not be loaded on " + platform + " from " + cache + ": "
                + String.valueOf(root.getMessage()).lines().findFirst().orElse("")
                + "; if its files there are damaged, remove that folder";
    }

    private static boolean areOnClassPath(String platform) {
        String library = "/" + System.mapLibraryName("jnitorch");
        String folder = "/org/bytedeco/pytorch/" + platform;
        return torch.class.getResource(folder + library) != null
                || torch.class.getResource(folder + "-gpu" + library) != null;
    }
}

package org.espalier.bench;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.espalier.fst.Lattice;
import org.espalier.fst.LatticeBuilder;
import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;

/** A hundred thousand lattices of SCAN's longest kind, held at once in a heap of 2 GiB, in a JVM of their own. */
final class LatticeMemoryTrial {
    private static final int LATTICES = 100_000;

    private LatticeMemoryTrial() {}

    /** Runs {@link #run} in a child with a heap of 2 GiB and returns what it says. */
    static String inChild() throws IOException, InterruptedException {
        List<String> command = List.of(
                System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                "-Xmx2g",
                "-XX:+UseParallelGC",
                "-cp",
                System.getProperty("java.class.path"),
                LatticeBenchmark.class.getName(),
                "--hold");
        Process child = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String text = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return child.waitFor() == 0 ? text : "It failed in 2 GiB of heap: " + text;
    }

    static void run() {
        Mfst machine = SyntheticTasks.scan();
        LatticeBuilder builder = Lattices.of(machine).builder();
        List<Lattice> held = new ArrayList<>(LATTICES);
        long start = System.nanoTime();
        long bytes = 0;
        for (int k = 0; k < LATTICES; k++) {
            SyntheticTasks.Pair pair =
                    SyntheticTasks.pairs(machine, 1, 9, 25, k).get(0);
            Lattice lattice = builder.build(pair.x(), pair.y());
            bytes += lattice.bytes();
            held.add(lattice);
        }
        System.out.printf(
                Locale.ROOT,
                "%,d lattices of random 9×25 pairs, all held at once under `-Xmx2g`: %,d MiB in their arrays, built in %.1f s"
                        + " on one thread.%n",
                held.size(),
                bytes >> 20,
                (System.nanoTime() - start) / 1e9);
    }
}

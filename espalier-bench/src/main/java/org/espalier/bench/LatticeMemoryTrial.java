package org.espalier.bench;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.espalier.fst.Lattice;
import org.espalier.fst.LatticeBuilder;
import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;
import tools.jackson.databind.json.JsonMapper;

/** Holds a hundred thousand lattices of the size of SCAN's longest pairs in the heap of 2 GiB of a separate JVM. */
final class LatticeMemoryTrial {
    /** The argument of {@link LatticeBenchmark#main} that runs this trial. */
    static final String OPTION = "--hold";

    private static final int LATTICES = 100_000;

    private LatticeMemoryTrial() {}

    /** Runs {@link #run} in a child process with a heap of 2 GiB. Returns its result, or nothing if it failed. */
    static Optional<LatticeReport.Held> inChild() throws IOException, InterruptedException {
        List<String> command = List.of(
                System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                "-Xmx2g",
                "-XX:+UseParallelGC",
                "-cp",
                System.getProperty("java.class.path"),
                LatticeBenchmark.class.getName(),
                OPTION);
        Process child = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String text = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return child.waitFor() == 0
                ? Optional.of(JsonMapper.shared().readValue(text, LatticeReport.Held.class))
                : Optional.empty();
    }

    /** Builds and holds the lattices, and prints the result as JSON. */
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
        double seconds = (System.nanoTime() - start) / 1e9;
        System.out.println(BenchmarkEnvironment.json(new LatticeReport.Held(held.size(), bytes >> 20, seconds)));
    }
}

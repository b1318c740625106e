package org.espalier.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.espalier.fst.Lattice;
import org.espalier.fst.LatticeBuilder;
import org.espalier.fst.LatticeOptions;
import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;
import org.espalier.fst.Minimality;
import org.espalier.fst.base.AtomicFiles;
import org.espalier.fst.io.MachineText;
import org.jspecify.annotations.Nullable;

/**
 * Building lattices, beside OpenFst in the same run. Prints Markdown, and says on standard error how far it is. With a
 * folder as argument it also writes the plot of cost against size there.
 */
public final class LatticeBenchmark {
    private static final long SEED = 20261115;
    private static final int PAIRS = 200;
    private static final int ROUNDS = 41;
    private static final int PEER_ROUNDS = 11;

    private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    public static void main(String[] args) throws Exception {
        if (args.length == 1 && args[0].equals("--hold")) {
            LatticeMemoryTrial.run();
            return;
        }
        new LatticeBenchmark().run(args.length > 0 ? Path.of(args[0]) : null);
    }

    private void run(@Nullable Path plots) throws Exception {
        out.println("## Lattices");
        out.println();
        out.println(BenchmarkEnvironment.describe(BenchmarkEnvironment.command("lattice", "docs"), SEED));
        out.println();
        Mfst scan = SyntheticTasks.scan();
        Mfst cipher = SyntheticTasks.cipher(SEED);
        List<Task> tasks = List.of(
                new Task("9×25 deletion/insertion (SCAN-like)", scan, SyntheticTasks.pairs(scan, PAIRS, 9, 25, SEED)),
                new Task("12×12 five ciphers", cipher, SyntheticTasks.pairs(cipher, PAIRS, 12, 12, SEED)));
        besideOpenFst(tasks);
        threads(tasks);
        allocation(tasks);
        size(scan, plots);
        out.println("### A hundred thousand lattices");
        out.println();
        out.println(LatticeMemoryTrial.inChild());
    }

    private record Task(String name, Mfst machine, List<SyntheticTasks.Pair> pairs) {}

    private void besideOpenFst(List<Task> tasks) throws IOException {
        out.println("### From pair to minimal lattice, one thread");
        out.println();
        out.println("Medians over " + PAIRS + " random pairs, each the median of " + ROUNDS
                + " rounds after warming up ("
                + PEER_ROUNDS + " for OpenFst). *Plain* is OpenFst's compose, determinize and minimize; *best* is the "
                + "fastest formulation that was found for it (see `openfst_lattice.cc`). Sizes of both sides, minimal "
                + "over marks, were compared pair by pair and agree.");
        out.println();
        out.println(
                "| pairs | states | arcs | Espalier | OpenFst plain | OpenFst best | times as fast as plain | as best |");
        out.println("|---|---|---|---|---|---|---|---|");
        OpenFstPeer.Availability peer = OpenFstPeer.compile(Path.of("espalier-bench"));
        for (Task task : tasks) {
            Bench.say("timing %s", task.name);
            row(task, peer);
        }
        out.println();
        if (peer instanceof OpenFstPeer.Missing missing) {
            out.println("OpenFst was not measured: " + missing.reason() + ".");
            out.println();
        }
    }

    private void row(Task task, OpenFstPeer.Availability peer) throws IOException {
        Lattices lattices = Lattices.of(task.machine);
        double ours = median(lattices.builder(), task.pairs);
        Lattice typical = lattices.builder()
                .build(task.pairs.get(0).x(), task.pairs.get(0).y());
        String left =
                "| " + task.name + " | " + typical.states() + " | " + typical.arcs() + " | " + micros(ours) + " | ";
        if (peer instanceof OpenFstPeer.Available available) {
            OpenFstPeer.Measurement theirs = measure(available.peer(), task);
            requireSameSizes(lattices, task, theirs);
            double plain = theirs.formulationsUs().minimize();
            double best = theirs.medianUs();
            out.println(left + micros(plain) + " | " + micros(best) + " | " + times(plain / ours) + " | "
                    + times(best / ours) + " |");
        } else {
            out.println(left + "– | – | – | – |");
        }
    }

    private static OpenFstPeer.Measurement measure(OpenFstPeer peer, Task task) throws IOException {
        Path folder = Files.createTempDirectory("espalier-bench");
        Path machine = folder.resolve("machine.fst.txt");
        Path pairs = folder.resolve("pairs.tsv");
        try {
            MachineText.write(task.machine, machine);
            StringBuilder text = new StringBuilder();
            for (SyntheticTasks.Pair pair : task.pairs) {
                text.append(task.machine.input().format(pair.x())).append('\t');
                text.append(task.machine.output().format(pair.y())).append('\n');
            }
            AtomicFiles.writeText(pairs, text);
            return peer.measure(machine, pairs, PEER_ROUNDS);
        } finally {
            Files.deleteIfExists(machine);
            Files.deleteIfExists(pairs);
            Files.deleteIfExists(folder);
        }
    }

    private static void requireSameSizes(Lattices lattices, Task task, OpenFstPeer.Measurement theirs) {
        LatticeBuilder builder = lattices.builder(LatticeOptions.DEFAULT.withMinimality(Minimality.MARKS));
        for (int k = 0; k < task.pairs.size(); k++) {
            Lattice lattice =
                    builder.build(task.pairs.get(k).x(), task.pairs.get(k).y());
            OpenFstPeer.Size size = theirs.sizes().get(k);
            if (size.states() != lattice.states() || size.arcs() != lattice.arcs()) {
                throw new IllegalStateException("pair " + k + ": OpenFst has " + size + ", we have " + lattice);
            }
        }
    }

    /** Median over pairs of the median over rounds, in microseconds. */
    private static double median(LatticeBuilder builder, List<SyntheticTasks.Pair> pairs) {
        warmUp(builder, pairs);
        double[][] times = new double[pairs.size()][ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            for (int k = 0; k < pairs.size(); k++) {
                long start = System.nanoTime();
                Lattice lattice = builder.build(pairs.get(k).x(), pairs.get(k).y());
                times[k][round] = (System.nanoTime() - start) / 1e3;
                if (lattice.isEmpty()) {
                    throw new IllegalStateException("every pair has a path");
                }
            }
        }
        return middle(Arrays.stream(times).mapToDouble(LatticeBenchmark::middle).toArray());
    }

    private static double middle(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static void warmUp(LatticeBuilder builder, List<SyntheticTasks.Pair> pairs) {
        long end = System.nanoTime() + 3_000_000_000L;
        while (System.nanoTime() < end) {
            pairs.forEach(pair -> builder.build(pair.x(), pair.y()));
        }
    }

    private void threads(List<Task> tasks) throws InterruptedException, ExecutionException {
        out.println("### Two threads");
        out.println();
        out.println("| pairs | one thread, lattices a second | two threads | ratio |");
        out.println("|---|---|---|---|");
        for (Task task : tasks) {
            threadsRow(task);
        }
        out.println();
    }

    /** The better of three runs of each, taken in turns. */
    private void threadsRow(Task task) throws InterruptedException, ExecutionException {
        Bench.say("two threads, %s", task.name);
        Lattices lattices = Lattices.of(task.machine);
        double one = 0;
        double two = 0;
        for (int run = 0; run < 3; run++) {
            one = Math.max(one, throughput(lattices, task.pairs, 1));
            two = Math.max(two, throughput(lattices, task.pairs, 2));
        }
        out.printf(Locale.ROOT, "| %s | %,.0f | %,.0f | %.2f |%n", task.name, one, two, two / one);
    }

    private static double throughput(Lattices lattices, List<SyntheticTasks.Pair> pairs, int threads)
            throws InterruptedException, ExecutionException {
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            List<Future<Double>> rates = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                rates.add(executor.submit(() -> {
                    LatticeBuilder builder = lattices.builder();
                    warmUp(builder, pairs);
                    long start = System.nanoTime();
                    long built = 0;
                    while (System.nanoTime() - start < 3_000_000_000L) {
                        for (SyntheticTasks.Pair pair : pairs) {
                            builder.build(pair.x(), pair.y());
                        }
                        built += pairs.size();
                    }
                    return built / ((System.nanoTime() - start) / 1e9);
                }));
            }
            double sum = 0;
            for (Future<Double> rate : rates) {
                sum += rate.get();
            }
            return sum;
        } finally {
            executor.shutdownNow();
        }
    }

    private void allocation(List<Task> tasks) {
        out.println("### Allocation");
        out.println();
        out.println(
                "| pairs | bytes a lattice holds | bytes allocated to build it | beyond the lattice | held, an arc |");
        out.println("|---|---|---|---|---|");
        tasks.forEach(this::allocationRow);
        out.println();
    }

    private void allocationRow(Task task) {
        List<SyntheticTasks.Pair> pairs = task.pairs;
        LatticeBuilder builder = Lattices.of(task.machine).builder();
        warmUp(builder, pairs);
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long held = 0;
        long arcs = 0;
        long before = threads.getCurrentThreadAllocatedBytes();
        for (SyntheticTasks.Pair pair : pairs) {
            Lattice lattice = builder.build(pair.x(), pair.y());
            held += lattice.bytes();
            arcs += lattice.arcs();
        }
        double allocated = threads.getCurrentThreadAllocatedBytes() - before;
        out.printf(
                Locale.ROOT,
                "| %s | %,d | %,.0f | %.1f%% | %.1f |%n",
                task.name,
                held / pairs.size(),
                allocated / pairs.size(),
                100 * (allocated / held - 1),
                (double) held / arcs);
    }

    private void size(Mfst scan, @Nullable Path plots) throws IOException {
        out.println("### Cost against size");
        out.println();
        out.println("| pair | arcs | µs | ns an arc | times the last |");
        out.println("|---|---|---|---|---|");
        Lattices lattices = Lattices.of(scan);
        List<Double> arcs = new ArrayList<>();
        List<Double> micros = new ArrayList<>();
        for (int n = 10; n <= 320; n *= 2) {
            Bench.say("a pair of %d×%d", n, n);
            LatticeBuilder builder = lattices.builder();
            List<SyntheticTasks.Pair> pairs = SyntheticTasks.pairs(scan, n > 100 ? 5 : 20, n, n, SEED);
            double time = median(builder, pairs);
            int count = builder.build(pairs.get(0).x(), pairs.get(0).y()).arcs();
            out.printf(
                    Locale.ROOT,
                    "| %d×%d | %,d | %,.1f | %.1f | %s |%n",
                    n,
                    n,
                    count,
                    time,
                    1e3 * time / count,
                    micros.isEmpty() ? "" : times(time / micros.get(micros.size() - 1)));
            arcs.add((double) count);
            micros.add(time);
        }
        out.println();
        if (plots != null) {
            Path file = plots.resolve("lattice-cost.svg");
            AtomicFiles.writeText(file, BenchmarkPlots.costAgainstSize(arcs, micros));
            out.println("![cost against size](" + file.getFileName() + ")");
            out.println();
        }
    }

    private static String micros(double value) {
        return String.format(Locale.ROOT, value < 100 ? "%.1f µs" : "%,.0f µs", value);
    }

    private static String times(double ratio) {
        return String.format(Locale.ROOT, "%.1f", ratio);
    }
}

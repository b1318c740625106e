package org.espalier.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
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

/** Measures how fast lattices are built, beside OpenFst in the same run. */
public final class LatticeBenchmark {
    private static final long SEED = 20261115;
    private static final int PAIRS = 200;
    private static final int ROUNDS = 41;
    private static final int PEER_ROUNDS = 11;

    private LatticeBenchmark() {}

    public static void main(String[] args) throws Exception {
        if (args.length == 1 && args[0].equals(LatticeMemoryTrial.OPTION)) {
            LatticeMemoryTrial.run();
            return;
        }
        BenchmarkArguments arguments = new BenchmarkArguments(Set.of(), args);
        LatticeReport report =
                measure(BenchmarkEnvironment.describe(BenchmarkEnvironment.command("lattice", args), SEED));
        BenchmarkFolder.publish("lattice", report, arguments.folder());
    }

    private record Task(String name, Mfst machine, List<SyntheticTasks.Pair> pairs) {}

    private static LatticeReport measure(String made) throws Exception {
        Mfst scan = SyntheticTasks.scan();
        Mfst cipher = SyntheticTasks.cipher(SEED);
        List<Task> tasks = List.of(
                new Task("9×25 deletion/insertion (SCAN-like)", scan, SyntheticTasks.pairs(scan, PAIRS, 9, 25, SEED)),
                new Task("12×12 five ciphers", cipher, SyntheticTasks.pairs(cipher, PAIRS, 12, 12, SEED)));
        OpenFstPeer.Availability peer = OpenFstPeer.compile(Path.of("espalier-bench"));
        List<LatticeReport.Comparison> comparisons = new ArrayList<>();
        for (Task task : tasks) {
            Bench.progress("timing %s", task.name);
            comparisons.add(comparison(task, peer));
        }
        List<LatticeReport.ThreadRates> threadRates = new ArrayList<>();
        for (Task task : tasks) {
            Bench.progress("two threads, %s", task.name);
            threadRates.add(threadRates(task));
        }
        return new LatticeReport(
                made,
                PAIRS,
                ROUNDS,
                PEER_ROUNDS,
                peer instanceof OpenFstPeer.Missing missing ? missing.reason() : null,
                comparisons,
                threadRates,
                tasks.stream().map(LatticeBenchmark::allocation).toList(),
                sizes(scan),
                LatticeMemoryTrial.inChild().orElse(null));
    }

    private static LatticeReport.Comparison comparison(Task task, OpenFstPeer.Availability peer) throws IOException {
        Lattices lattices = Lattices.of(task.machine);
        double micros = median(lattices.builder(), task.pairs);
        Lattice typical = lattices.builder()
                .build(task.pairs.get(0).x(), task.pairs.get(0).y());
        LatticeReport.Comparison alone =
                LatticeReport.Comparison.alone(task.name, typical.states(), typical.arcs(), micros);
        if (peer instanceof OpenFstPeer.Available available) {
            OpenFstPeer.Measurement openFst = measure(available.peer(), task);
            requireSameSizes(lattices, task, openFst);
            return alone.with(openFst.formulationsUs().minimize(), openFst.medianUs());
        }
        return alone;
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

    private static void requireSameSizes(Lattices lattices, Task task, OpenFstPeer.Measurement openFst) {
        LatticeBuilder builder = lattices.builder(LatticeOptions.DEFAULT.withMinimality(Minimality.MARKS));
        for (int k = 0; k < task.pairs.size(); k++) {
            Lattice lattice =
                    builder.build(task.pairs.get(k).x(), task.pairs.get(k).y());
            OpenFstPeer.Size size = openFst.sizes().get(k);
            if (size.states() != lattice.states() || size.arcs() != lattice.arcs()) {
                throw new IllegalStateException("pair " + k + ": OpenFst has " + size + ", Espalier " + lattice);
            }
        }
    }

    /** Returns the median over pairs of the median over rounds, in microseconds. */
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

    /** Measures one thread and two alternately, and takes the best of three runs of each. */
    private static LatticeReport.ThreadRates threadRates(Task task) throws InterruptedException, ExecutionException {
        Lattices lattices = Lattices.of(task.machine);
        double one = 0;
        double two = 0;
        for (int run = 0; run < 3; run++) {
            one = Math.max(one, throughput(lattices, task.pairs, 1));
            two = Math.max(two, throughput(lattices, task.pairs, 2));
        }
        return new LatticeReport.ThreadRates(task.name, one, two);
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

    private static LatticeReport.Allocation allocation(Task task) {
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
        return new LatticeReport.Allocation(
                task.name, held / pairs.size(), allocated / pairs.size(), allocated / held - 1, (double) held / arcs);
    }

    private static List<LatticeReport.SizeCost> sizes(Mfst scan) {
        Lattices lattices = Lattices.of(scan);
        List<LatticeReport.SizeCost> sizes = new ArrayList<>();
        for (int n = 10; n <= 320; n *= 2) {
            Bench.progress("a pair of %d×%d", n, n);
            LatticeBuilder builder = lattices.builder();
            List<SyntheticTasks.Pair> pairs = SyntheticTasks.pairs(scan, n > 100 ? 5 : 20, n, n, SEED);
            double micros = median(builder, pairs);
            int arcs = builder.build(pairs.get(0).x(), pairs.get(0).y()).arcs();
            sizes.add(new LatticeReport.SizeCost(n, arcs, micros, 1e3 * micros / arcs));
        }
        return sizes;
    }
}

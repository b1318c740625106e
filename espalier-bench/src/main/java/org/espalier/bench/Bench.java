package org.espalier.bench;

import java.util.Arrays;
import java.util.Locale;
import org.espalier.fst.base.EspalierException;

/** {@code java -jar espalier-bench.jar lattice|training|throughput|workers|soak}. */
public final class Bench {
    private static final String USAGE = """
            usage: java -jar espalier-bench.jar COMMAND [OPTION VALUE]... [FOLDER]
              lattice     lattices, beside OpenFst
              training    steps of training, beside the same written the usual way on the same engine
                          --pairs N (16), --rounds N (15), --peer-rounds N (5), --threads N (2)
              throughput  words a second of transduce and align, beside an n-gram model and one word at a time
                          --words N (256), --steps N (300), --rounds N (5), --threads N (2)
              workers     steps of training by one worker and by two, and what travels between them
                          --steps N (20), --batch N (32), --rounds N (50)
              soak        memory over many steps of training
                          --steps N (10000)
            Prints Markdown. Into FOLDER, if there is one, it writes plots and figures.""";

    private Bench() {}

    public static void main(String[] args) throws Exception {
        try {
            run(args);
        } catch (EspalierException e) {
            System.err.println("bench: " + e.getMessage());
            System.exit(1);
        }
    }

    private static void run(String... args) throws Exception {
        String[] rest = args.length == 0 ? args : Arrays.copyOfRange(args, 1, args.length);
        switch (args.length == 0 ? "" : args[0]) {
            case "lattice" -> LatticeBenchmark.main(rest);
            case "training" -> TrainingBenchmark.run(rest);
            case "throughput" -> ThroughputBenchmark.run(rest);
            case "workers" -> WorkersBenchmark.run(rest);
            case "soak" -> SoakBenchmark.run(rest);
            default -> {
                System.err.println(USAGE);
                System.exit(2);
            }
        }
    }

    /** Says on standard error how far a benchmark is. */
    static void say(String format, Object... values) {
        System.err.println("bench: " + String.format(Locale.ROOT, format, values) + " …");
    }
}

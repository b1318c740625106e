package org.espalier.spark.command;

import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.espalier.cli.console.Console;
import org.espalier.cli.console.PositiveNumber;
import org.espalier.fst.base.AtomicFiles;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.ShellCommand;
import org.espalier.run.folder.Provenance;
import org.espalier.run.folder.RunFolder;
import org.espalier.run.result.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures {@code spark align} beside {@code align}, each in its own process, on generated pairs. */
@Command(
        name = "bench",
        hidden = true,
        description =
                "Compare the speed of spark align and align on generated pairs, and check that their results are equal.",
        footer = {"", "Example:", "  espalier spark bench --run runs/words --from words.tsv --count 1000000 --out bench"
        })
final class CorpusBenchCommand implements Runnable {
    private final Console console;

    @Option(names = "--run", required = true, paramLabel = "DIR", description = "Folder of a trained run.")
    private Path run = Path.of("");

    @Option(
            names = "--from",
            required = true,
            paramLabel = "FILE",
            description = "File of pairs that the generated pairs resemble.")
    private Path from = Path.of("");

    @Option(
            names = "--count",
            paramLabel = "N",
            converter = PositiveNumber.OfInt.class,
            description = "Number of pairs. Default: ${DEFAULT-VALUE}.")
    private int count = 1_000_000;

    @Option(
            names = "--samples",
            paramLabel = "N",
            converter = PositiveNumber.OfInt.class,
            description = "Number of samples per pair. Default: ${DEFAULT-VALUE}.")
    private int samples = 16;

    @Option(names = "--seed", paramLabel = "N", description = "Random seed of the pairs. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    @Option(names = "--master", paramLabel = "URL", description = "URL of the Spark master. Default: ${DEFAULT-VALUE}.")
    private String master = "local[2]";

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            description = "Maximum heap of each process. Default: ${DEFAULT-VALUE}.")
    private String heap = "2g";

    @Option(
            names = "--out",
            required = true,
            paramLabel = "DIR",
            description = "Output folder for pairs, results and report.")
    private Path out = Path.of("");

    CorpusBenchCommand(Console console) {
        this.console = console;
    }

    /**
     * The time and memory that a process used.
     *
     * @param peakMiB the peak of its memory, including the heap; 0 where it cannot be measured
     */
    private record Cost(double seconds, long peakMiB) {
        Map<String, Object> object(int count) {
            return Json.object("seconds", seconds, "pairsPerSecond", count / seconds, "peakMiB", peakMiB);
        }
    }

    @Override
    public void run() {
        try {
            Files.createDirectories(out);
            Path pairs = out.resolve("pairs.tsv");
            GeneratedPairs.of(from, RunFolder.open(run).config().data().reading(), seed)
                    .write(pairs, count);
            List<String> options =
                    List.of("--run", run.toString(), "--pairs", pairs.toString(), "--best", "--samples", "" + samples);
            Path plainOut = out.resolve("plain.jsonl");
            Path sparkOut = out.resolve("spark");
            Cost plain = cost(plainOut, Stream.concat(Stream.of("align", "--json"), options.stream()));
            console.info(String.format(Locale.ROOT, "align: %.1f s, %d MiB", plain.seconds, plain.peakMiB));
            Cost spark = cost(
                    out.resolve("spark.txt"),
                    Stream.concat(
                            Stream.of(
                                    "spark", "align", "--master", master, "--overwrite", "--out", sparkOut.toString()),
                            options.stream()));
            console.info(String.format(Locale.ROOT, "spark align: %.1f s, %d MiB", spark.seconds, spark.peakMiB));
            report(plain, spark, isSame(plainOut, sparkOut));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** Runs a command in a process like this one, with another heap size. */
    private Cost cost(Path results, Stream<String> args) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(
                List.of("-Xmx" + heap, "-cp", System.getProperty("java.class.path"), EspalierSpark.class.getName()));
        command.addAll(args.toList());
        long begin = System.nanoTime();
        Process process = new ProcessBuilder(command)
                .redirectOutput(results.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        long peak = 0;
        try {
            while (!process.waitFor(200, TimeUnit.MILLISECONDS)) {
                peak = Math.max(peak, peakMiB(process.pid()));
            }
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new EspalierException("interrupted while a measured process ran", e);
        }
        if (process.exitValue() != 0) {
            throw new EspalierException("a measured process failed; its messages are above");
        }
        return new Cost((System.nanoTime() - begin) / 1e9, peak);
    }

    private static long peakMiB(long pid) {
        try (Stream<String> lines = Files.lines(Path.of("/proc/" + pid + "/status"))) {
            return lines.filter(line -> line.startsWith("VmHWM:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) >> 10)
                    .findFirst()
                    .orElse(0);
        } catch (IOException | java.io.UncheckedIOException e) {
            return 0; // not Linux, or the process has ended
        }
    }

    /** Compares the results. The names of the parts are in the order of the input lines. */
    private static boolean isSame(Path plain, Path spark) throws IOException {
        List<InputStream> parts = new ArrayList<>();
        try (Stream<Path> files = Files.list(spark)) {
            for (Path file : files.filter(each -> each.getFileName().toString().startsWith("part-"))
                    .sorted()
                    .toList()) {
                parts.add(Files.newInputStream(file));
            }
        }
        try (InputStream one = Files.newInputStream(plain);
                InputStream other = new SequenceInputStream(Collections.enumeration(parts))) {
            byte[] expected;
            do {
                expected = one.readNBytes(1 << 16);
                if (!java.util.Arrays.equals(expected, other.readNBytes(1 << 16))) {
                    return false;
                }
            } while (expected.length > 0);
            return true;
        }
    }

    private String command() {
        return ShellCommand.line(
                "./espalier",
                "spark",
                "bench",
                "--run",
                run,
                "--from",
                from,
                "--count",
                count,
                "--samples",
                samples,
                "--seed",
                seed,
                "--master",
                master,
                "--heap",
                heap,
                "--out",
                out);
    }

    private void report(Cost plain, Cost spark, boolean isSame) {
        double ratio = plain.seconds / spark.seconds;
        Map<String, Object> object = Json.object(
                "command",
                command(),
                "pairs",
                count,
                "plain",
                plain.object(count),
                "spark",
                spark.object(count),
                "ratio",
                ratio,
                "same",
                isSame);
        object.putAll(Provenance.ofProgram());
        AtomicFiles.writeText(out.resolve("bench.json"), Json.line(object) + "\n");
        AtomicFiles.writeText(
                out.resolve("bench.md"),
                String.format(
                        Locale.ROOT,
                        """
                | | seconds | pairs per second | peak memory, MiB |
                |---|---|---|---|
                | `align` | %.1f | %.0f | %d |
                | `spark align --master %s` | %.1f | %.0f | %d |

                %,d pairs, seed %d, heap of at most %s each; %.2f times the plain command's pairs per second, %s.
                Commit %s, %s, %s cores, Java %s:

                    %s
                """,
                        plain.seconds,
                        count / plain.seconds,
                        plain.peakMiB,
                        master,
                        spark.seconds,
                        count / spark.seconds,
                        spark.peakMiB,
                        count,
                        seed,
                        heap,
                        ratio,
                        isSame ? "the same bytes" : "OTHER BYTES",
                        object.get("commit"),
                        object.get("cpu"),
                        object.get("cores"),
                        object.get("java"),
                        object.get("command")));
        console.info("wrote " + out.resolve("bench.json") + " and " + out.resolve("bench.md"));
        if (!isSame) {
            throw new EspalierException(
                    "spark align and align gave different results; compare the two outputs in " + out);
        }
    }
}

package org.espalier.cli.service;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.espalier.cli.http.RequestListener;
import org.espalier.cli.http.RequestRefusedException;

/** Counts what the service does, and writes the counts in the text format of Prometheus. Safe for use by several threads. */
final class ServiceMetrics implements RequestListener {
    static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    /** The name of all paths that do not exist, so that a scanner of addresses adds no series. */
    private static final String OTHER = "other";

    private static final double[] SECONDS = {0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30
    };
    private static final double[] SIZES = {1, 2, 4, 8, 16, 32, 64};

    private final Map<String, Histogram> latencies = new ConcurrentSkipListMap<>();
    private final Map<String, LongAdder> requests = new ConcurrentSkipListMap<>();
    private final LongAdder rejected = new LongAdder();
    private final LongAdder answered = new LongAdder();
    private final Histogram batches = new Histogram(SIZES);

    /** Counts of values up to each of some bounds. */
    private static final class Histogram {
        private final double[] bounds;
        /** The counts of values between two bounds; the last is that of values above all bounds. */
        private final LongAdder[] counts;

        private final LongAdder billionths = new LongAdder();

        Histogram(double... bounds) {
            this.bounds = bounds;
            this.counts = new LongAdder[bounds.length + 1];
            Arrays.setAll(counts, k -> new LongAdder());
        }

        /** Adds a value in billionths, so that the sum is exact. */
        void add(long value) {
            int k = 0;
            while (k < bounds.length && value > bounds[k] * 1e9) {
                k++;
            }
            counts[k].increment();
            billionths.add(value);
        }

        void write(StringBuilder out, String name, String labels) {
            String before = labels.isEmpty() ? "{" : "{" + labels + ",";
            long sum = 0;
            for (int k = 0; k < counts.length; k++) {
                sum += counts[k].sum();
                String bound = k < bounds.length ? number(bounds[k]) : "+Inf";
                line(out, name + "_bucket" + before + "le=\"" + bound + "\"}", sum);
            }
            String of = labels.isEmpty() ? "" : "{" + labels + "}";
            out.append(name)
                    .append("_sum")
                    .append(of)
                    .append(' ')
                    .append(number(billionths.sum() / 1e9))
                    .append('\n');
            line(out, name + "_count" + of, sum);
        }
    }

    @Override
    public void answered(String path, int status, long nanos) {
        String endpoint = "endpoint=\"" + (path.isEmpty() ? OTHER : path) + "\"";
        requests.computeIfAbsent(endpoint + ",status=\"" + status + "\"", key -> new LongAdder())
                .increment();
        latencies.computeIfAbsent(endpoint, key -> new Histogram(SECONDS)).add(nanos);
        if (status == RequestRefusedException.TOO_MANY) {
            rejected.increment();
        }
    }

    void batchAnswered(int questions) {
        answered.add(questions);
        batches.add(TimeUnit.SECONDS.toNanos(questions));
    }

    /** Returns all metrics, with what the queue says of itself. */
    String text(LongSupplier waitingRequests, LongSupplier waitingInputs) {
        StringBuilder out = new StringBuilder();
        head(out, "espalier_requests_total", "counter", "Requests answered, by endpoint and status.");
        requests.forEach((labels, count) -> line(out, "espalier_requests_total{" + labels + "}", count.sum()));
        head(out, "espalier_request_seconds", "histogram", "Time from a request to its reply.");
        latencies.forEach((labels, histogram) -> histogram.write(out, "espalier_request_seconds", labels));
        single(out, "espalier_rejected_total", "counter", "Requests refused because too many wait.", rejected.sum());
        single(out, "espalier_inputs_answered_total", "counter", "Inputs and pairs answered.", answered.sum());
        head(out, "espalier_batch_inputs", "histogram", "Inputs and pairs answered together.");
        batches.write(out, "espalier_batch_inputs", "");
        single(out, "espalier_waiting_requests", "gauge", "Requests that wait.", waitingRequests.getAsLong());
        single(out, "espalier_waiting_inputs", "gauge", "Inputs and pairs that wait.", waitingInputs.getAsLong());
        memory(out);
        return out.toString();
    }

    private static void memory(StringBuilder out) {
        head(out, "jvm_memory_used_bytes", "gauge", "Memory used by the Java virtual machine, without native memory.");
        MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        line(out, "jvm_memory_used_bytes{area=\"heap\"}", heap.getUsed());
        line(
                out,
                "jvm_memory_used_bytes{area=\"nonheap\"}",
                ManagementFactory.getMemoryMXBean().getNonHeapMemoryUsage().getUsed());
        single(out, "jvm_memory_max_bytes", "gauge", "Largest size of the Java heap.", heap.getMax());
        residentBytes()
                .ifPresent(bytes -> single(
                        out,
                        "process_resident_memory_bytes",
                        "gauge",
                        "Resident memory, with that of the model.",
                        bytes));
    }

    /** Returns the resident memory of this process, where the system reports it as a file. */
    private static OptionalLong residentBytes() {
        try {
            List<String> status = Files.readAllLines(Path.of("/proc/self/status"));
            return status.stream()
                    .filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) << 10)
                    .findFirst();
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }

    private static void single(StringBuilder out, String name, String type, String help, long value) {
        head(out, name, type, help);
        line(out, name, value);
    }

    private static void head(StringBuilder out, String name, String type, String help) {
        out.append("# HELP ").append(name).append(' ').append(help).append('\n');
        out.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    }

    private static void line(StringBuilder out, String series, long value) {
        out.append(series).append(' ').append(value).append('\n');
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? String.format(Locale.ROOT, "%.0f", value)
                : String.valueOf(value);
    }
}

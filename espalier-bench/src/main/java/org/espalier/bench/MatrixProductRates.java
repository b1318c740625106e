package org.espalier.bench;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Function;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.espalier.model.EventScores;
import org.espalier.model.Pass;
import org.espalier.model.PrefixTree;
import org.espalier.model.Torch;

/** Measures the floating-point rates of recurrent passes and of plain matrix products. */
final class MatrixProductRates {
    private static final int WARM_UP = 10;

    private MatrixProductRates() {}

    /** A plain product of rows × inner by inner × columns. */
    record Product(String what, long rows, long inner, long columns, Quartiles milliseconds) {
        @JsonProperty
        double gflops() {
            return 2.0 * rows * inner * columns / milliseconds.median() / 1e6;
        }
    }

    /**
     * A recurrent pass over a tree, with its output layer.
     *
     * @param nominal the number of floating-point operations of the network's equations at every prefix
     * @param executed the same without products with embedded symbols, which are computed once per symbol
     */
    record Rate(String what, int prefixes, double nominal, double executed, Quartiles milliseconds) {
        @JsonProperty
        double nominalGflops() {
            return nominal / milliseconds.median() / 1e6;
        }

        @JsonProperty
        double executedGflops() {
            return executed / milliseconds.median() / 1e6;
        }
    }

    /** The numbers of floating-point operations of one forward pass over a tree. */
    record Work(double nominal, double executed) {
        /**
         * Counts the operations. Each layer has {@code gates} blocks of d rows for its input, and as many for the previous
         * state.
         *
         * @param outputs the number of prefixes with a choice, which need the output layer
         */
        static Work of(int gates, int layers, int d, int prefixes, int outputs, int symbols) {
            double block = 2.0 * gates * d * d;
            double output = 2.0 * outputs * symbols * d;
            return new Work(
                    2 * layers * prefixes * block + output,
                    (2 * layers - 1) * prefixes * block + symbols * block + output);
        }
    }

    static Product product(String what, int rounds, long rows, long inner, long columns) {
        try (PointerScope scope = new PointerScope();
                NoGradGuard guard = new NoGradGuard()) {
            Tensor left = torch.rand(rows, inner);
            Tensor right = torch.rand(inner, columns);
            Tensor result = torch.mm(left, right);
            // Small products are repeated, so that the resolution of the clock does not matter.
            int repeats = (int) Math.max(1, 2e9 / (2.0 * rows * inner * columns));
            Runnable work = () -> {
                for (int i = 0; i < repeats; i++) {
                    try (PointerScope inside = new PointerScope()) {
                        torch.mm_out(result, left, right);
                    }
                }
            };
            Quartiles times = Quartiles.ofTimes(WARM_UP, rounds, work);
            return new Product(
                    what,
                    rows,
                    inner,
                    columns,
                    new Quartiles(times.lower() / repeats, times.median() / repeats, times.upper() / repeats));
        }
    }

    /** The strings of the pairs of one thread, and the network that passes over them. */
    record Part(PrefixTree tree, Work work, Function<Pass, EventScores> score) {
        void forward() {
            try (PointerScope scope = new PointerScope()) {
                score.apply(Pass.forward()).logProbabilities();
            }
        }

        void forwardAndBack() {
            double[] gradient = new double[tree.events()];
            Arrays.fill(gradient, 1.0 / tree.events());
            try (PointerScope scope = new PointerScope()) {
                EventScores scores = score.apply(Pass.differentiable());
                scores.logProbabilities();
                scores.backward(gradient);
            }
        }
    }

    /**
     * Times a forward pass, and a forward and backward pass, which has three times the operations.
     *
     * @param parts the pairs of each thread, as training distributes them
     */
    static List<Rate> rates(String what, int rounds, List<Part> parts) {
        return List.of(
                rate(what + ", forward", rounds, parts, 1, Part::forward),
                rate(what + ", forward and back", rounds, parts, 3, Part::forwardAndBack));
    }

    private static Rate rate(String what, int rounds, List<Part> parts, int times, Consumer<Part> pass) {
        ExecutorService threads = Executors.newFixedThreadPool(
                parts.size(),
                work -> new Thread(() -> {
                    Torch.useThreads(1);
                    work.run();
                }));
        try {
            Quartiles milliseconds = Quartiles.ofTimes(
                    WARM_UP,
                    rounds,
                    () -> CompletableFuture.allOf(parts.stream()
                                    .map(part -> CompletableFuture.runAsync(() -> pass.accept(part), threads))
                                    .toArray(CompletableFuture[]::new))
                            .join());
            return new Rate(
                    what,
                    parts.stream().mapToInt(part -> part.tree.nodes()).sum(),
                    times
                            * parts.stream()
                                    .mapToDouble(part -> part.work.nominal)
                                    .sum(),
                    times
                            * parts.stream()
                                    .mapToDouble(part -> part.work.executed)
                                    .sum(),
                    milliseconds);
        } finally {
            threads.shutdown();
        }
    }
}

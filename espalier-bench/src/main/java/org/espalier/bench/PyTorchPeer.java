package org.espalier.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.espalier.fst.Lattice;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.LatticeBatch;
import org.espalier.model.SamplerKind;
import tools.jackson.databind.json.JsonMapper;

/**
 * Training steps of SWA and SWS in the usual style of PyTorch, run by an installed PyTorch: {@code src/main/python/usual_way.py}.
 * They show what users of PyTorch get, unlike the peers on our own engine.
 */
final class PyTorchPeer {
    private static final JsonMapper JSON = new JsonMapper();

    private final String python;
    private final Path script;
    private final String version;

    private PyTorchPeer(String python, Path script, String version) {
        this.python = python;
        this.script = script;
        this.version = version;
    }

    /**
     * Returns the peer, if an installed Python has PyTorch. Debian's packages are python3-torch and libopenblas0-pthread; without the
     * latter its products run at a fortieth of their rate.
     */
    static Optional<PyTorchPeer> find(Path module) {
        Path script = module.resolve("src/main/python/usual_way.py");
        for (String python : List.of("python3", "/usr/bin/python3")) {
            Optional<String> version = ExternalProgram.output(python, "-c", "import torch; print(torch.__version__)");
            if (version.isPresent() && Files.exists(script)) {
                return Optional.of(new PyTorchPeer(python, script, last(version.get())));
            }
        }
        return Optional.empty();
    }

    /** Returns the last printed line, since warnings may precede it. */
    static String last(String output) {
        return output.strip().lines().reduce("", (before, line) -> line);
    }

    /** Returns the command of the Python that has PyTorch. */
    String python() {
        return python;
    }

    String version() {
        return version;
    }

    /** The output of the script. */
    record Measurement(List<Double> milliseconds) {
        Measurement {
            milliseconds = List.copyOf(milliseconds);
        }

        Quartiles quartiles() {
            return Quartiles.of(
                    milliseconds.stream().mapToDouble(Double::doubleValue).toArray());
        }
    }

    /** Times steps with each distribution of threads over PyTorch and its BLAS, and returns the faster. */
    Quartiles measure(List<Lattice> lattices, SamplerKind kind, int dimension, int samples, int threads, int rounds) {
        try {
            Path file = Files.createTempFile("lattices", ".json");
            try {
                Files.writeString(file, JSON.writeValueAsString(ScriptInput.of(LatticeBatch.of(lattices))));
                List<Quartiles> found = new ArrayList<>();
                for (int ofBlas : new int[] {1, threads}) {
                    ExternalProgram done = ExternalProgram.run(
                            "env",
                            "OPENBLAS_NUM_THREADS=" + ofBlas,
                            python,
                            script.toString(),
                            file.toString(),
                            kind.name(),
                            Integer.toString(dimension),
                            Integer.toString(samples),
                            Integer.toString(threads),
                            Integer.toString(rounds));
                    if (done.exitCode() != 0) {
                        throw new EspalierException(
                                script + " failed: " + done.output().strip());
                    }
                    found.add(JSON.readValue(last(done.output()), Measurement.class)
                            .quartiles());
                }
                return found.stream()
                        .min(Comparator.comparingDouble(Quartiles::median))
                        .orElseThrow();
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The input of the script. The row of a state holds its pair, both positions and its choices. */
    private record ScriptInput(int marks, int inputs, int outputs, List<PairInput> pairs, List<List<Object>> states) {
        record PairInput(int root, List<Integer> x, List<Integer> y) {}

        private static List<Integer> listed(int[] symbols) {
            return Arrays.stream(symbols).boxed().toList();
        }

        static ScriptInput of(LatticeBatch batch) {
            List<PairInput> pairs = new ArrayList<>();
            for (int p = 0; p < batch.pairs(); p++) {
                Lattice lattice = batch.lattices().get(p);
                pairs.add(new PairInput(batch.root(p), listed(lattice.input()), listed(lattice.output())));
            }
            List<List<Object>> states = new ArrayList<>();
            for (int state = 0; state < batch.states(); state++) {
                List<int[]> choices = new ArrayList<>();
                for (int choice = 0; choice < batch.choices(state); choice++) {
                    boolean ends = choice == batch.degree(state);
                    choices.add(new int[] {
                        batch.symbol(state, choice), ends ? batch.states() : batch.target(batch.arc(state, choice))
                    });
                }
                states.add(
                        List.of(batch.pair(state), batch.inputPosition(state), batch.outputPosition(state), choices));
            }
            Lattice any = batch.lattices().get(0);
            return new ScriptInput(
                    batch.marks(),
                    any.machine().input().size(),
                    any.machine().output().size(),
                    pairs,
                    states);
        }
    }
}

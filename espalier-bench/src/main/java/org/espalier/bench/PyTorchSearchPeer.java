package org.espalier.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.fst.CanonicalForm;
import org.espalier.fst.Mfst;
import org.espalier.fst.Tape;
import org.espalier.fst.base.EspalierException;
import org.espalier.run.data.InputFile.Input;
import org.espalier.run.folder.TrainedRun;
import tools.jackson.databind.json.JsonMapper;

/**
 * A beam search over the scorer of a run in the usual style of PyTorch: {@code src/main/python/beam_search.py}. The scorer is an
 * LSTM that is given the input, without attention and not tied, and the machine reads and writes at most one symbol per mark.
 */
final class PyTorchSearchPeer {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Path SCRIPT = Path.of("espalier-bench", "src", "main", "python", "beam_search.py");

    /** The numbers of inputs that are searched together; the best one counts. */
    private static final int[] BATCHES = {64, 256};

    /** The largest number of marks of a string. */
    private static final int LONGEST = 200;

    private final PyTorchPeer pytorch;
    private final Mfst machine;
    private final Path parameters;
    private final boolean isMasked;

    PyTorchSearchPeer(PyTorchPeer pytorch, TrainedRun run) {
        this.pytorch = pytorch;
        this.machine = ((CanonicalForm.Found) run.lattices().form()).machine().toMfst();
        this.parameters = run.files().values().stream()
                .filter(file -> file.toString().endsWith(".safetensors"))
                .findFirst()
                .orElseThrow();
        this.isMasked = run.config().scorer().masked();
    }

    /** The input of the script. An arc has its source, mark and target, and what it reads and writes. */
    record Task(
            String parameters,
            boolean masked,
            int marks,
            int states,
            int initial,
            List<Integer> finals,
            List<int[]> arcs,
            List<int[]> inputs,
            int longest) {}

    /** The output of the script. */
    record Measurement(List<Double> seconds, List<Double> processor, List<List<Integer>> outputs) {}

    private Task task(List<Input> inputs) {
        return new Task(
                parameters.toAbsolutePath().toString(),
                isMasked,
                machine.marks().size(),
                machine.states(),
                machine.initial(),
                IntStream.range(0, machine.states())
                        .filter(machine::isFinal)
                        .boxed()
                        .toList(),
                IntStream.range(0, machine.arcs()).mapToObj(this::arc).toList(),
                inputs.stream().map(input -> machine.input().ids(input.x())).toList(),
                LONGEST);
    }

    private int[] arc(int arc) {
        return new int[] {
            machine.source(arc),
            only(arc, Tape.MARKS),
            machine.target(arc),
            only(arc, Tape.INPUT),
            only(arc, Tape.OUTPUT)
        };
    }

    private int only(int arc, Tape tape) {
        int[] label = machine.label(arc, tape);
        if (label.length > 1 || (label.length == 0 && tape == Tape.MARKS)) {
            throw new EspalierException(
                    "beam_search.py takes machines whose arcs have one mark and read and write at most one"
                            + " symbol; measure another run");
        }
        return label.length == 0 ? -1 : label[0];
    }

    /** Times the script with each batch size and distribution of threads, and returns the fastest. */
    SearchReport.Way measure(String model, List<Input> inputs, int beam, int threads, int rounds) {
        try {
            Path file = Files.createTempFile("search", ".json");
            try {
                Files.writeString(file, JSON.writeValueAsString(task(inputs)));
                List<SearchReport.Way> found = new ArrayList<>();
                for (int batch : BATCHES) {
                    for (int ofBlas : IntStream.of(1, threads).distinct().toArray()) {
                        Measurement measured = measure(file, beam, batch, threads, ofBlas, rounds);
                        found.add(SearchBenchmark.way(
                                model,
                                "PyTorch, beam " + beam + ", " + batch + " inputs at a time",
                                inputs.size(),
                                numbers(measured.seconds),
                                numbers(measured.processor),
                                SearchBenchmark.metrics(inputs, strings(measured.outputs))));
                    }
                }
                return found.stream()
                        .max(Comparator.comparingDouble(SearchReport.Way::ratePerCore))
                        .orElseThrow();
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Measurement measure(Path task, int beam, int batch, int threads, int ofBlas, int rounds) {
        ExternalProgram done = ExternalProgram.run(
                "env",
                "OPENBLAS_NUM_THREADS=" + ofBlas,
                pytorch.python(),
                SCRIPT.toString(),
                task.toString(),
                Integer.toString(beam),
                Integer.toString(batch),
                Integer.toString(threads),
                Integer.toString(rounds));
        if (done.exitCode() != 0) {
            throw new EspalierException(SCRIPT + " failed: " + done.output().strip());
        }
        return JSON.readValue(PyTorchPeer.last(done.output()), Measurement.class);
    }

    private static double[] numbers(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private List<List<List<String>>> strings(List<List<Integer>> outputs) {
        return outputs.stream()
                .map(y -> List.of(machine.output()
                        .symbolsOf(y.stream().mapToInt(Integer::intValue).toArray())))
                .toList();
    }
}

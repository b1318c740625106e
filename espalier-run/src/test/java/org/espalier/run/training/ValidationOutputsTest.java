package org.espalier.run.training;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.espalier.fst.Lattices;
import org.espalier.model.LatticeSource;
import org.espalier.model.estimate.SamplingBudget;
import org.espalier.model.search.SearchSettings;
import org.espalier.model.train.OutputErrors;
import org.espalier.model.train.TrainingListener;
import org.espalier.model.train.ValidationReport;
import org.espalier.run.OutputFinder;
import org.espalier.run.Transduction;
import org.espalier.run.data.InputFile.Input;
import org.espalier.run.data.Pair;
import org.espalier.run.data.PairFile;
import org.espalier.run.data.PairSet;
import org.espalier.run.data.UnknownSymbolPolicy;
import org.espalier.run.folder.MetricsLines;
import org.espalier.run.folder.RunData;
import org.espalier.run.folder.RunFolder;
import org.espalier.run.folder.TrainedRun;
import org.espalier.run.metrics.Bootstrap;
import org.espalier.run.metrics.ScoredHypotheses;
import org.espalier.run.metrics.TransductionMetrics;
import org.espalier.run.settings.RunConfig;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Compares the errors that select a checkpoint with those of the outputs that the trained run finds. */
@Tag("slow")
class ValidationOutputsTest {
    private static final long SEED = 5;

    @TempDir
    private Path parent;

    /** Words over two letters; the output has capitals, and now and then another word as well. */
    private static List<Pair> pairs(int count) {
        Random random = new Random(SEED);
        List<Pair> pairs = new ArrayList<>();
        for (int k = 0; k < count; k++) {
            List<String> x = random.ints(1 + random.nextInt(6), 0, 2)
                    .mapToObj(letter -> letter == 0 ? "a" : "b")
                    .toList();
            List<String> y =
                    x.stream().map(letter -> letter.equals("a") ? "A" : "B").toList();
            pairs.add(new Pair(x, random.nextInt(4) == 0 ? List.of("B", "A") : y, 0.5 + k % 3, k + 1));
        }
        return pairs;
    }

    private RunConfig config(String run, String select) throws IOException {
        Path train = parent.resolve("train.tsv");
        Files.writeString(
                train,
                pairs(60).stream()
                        .map(pair -> String.join(" ", pair.x()) + "\t" + String.join(" ", pair.y()) + "\n")
                        .collect(Collectors.joining()));
        return RunConfig.of(RunConfig.overrides(List.of(
                "machine=builtin:edit",
                "train=" + train,
                "out=" + parent.resolve(run),
                "threads=1",
                "validShare=0.4",
                "scorer.dimension=16",
                "scorer.layers=1",
                "sampler.dimension=8",
                "training.scorerLearningRate=0.02",
                "training.batch=8",
                "training.epochs=0",
                "training.steps=40",
                "training.evaluateEvery=5",
                "training.select=" + select)));
    }

    private List<ValidationReport> train(String run, String select, int workers) throws IOException {
        RunConfig config = config(run, select);
        List<ValidationReport> validations = new ArrayList<>();
        try (TrainingSession session = TrainingSession.start(
                RunFolder.forNewRun(config.out(), false),
                RunData.read(config),
                new SessionOptions(workers, message -> {}))) {
            session.run(new TrainingListener() {
                @Override
                public void validated(ValidationReport report) {
                    validations.add(report);
                }
            });
        }
        return validations;
    }

    private static OutputErrors errors(TrainedRun run, LatticeSource valid) {
        PairFile file =
                new PairFile("valid", RunData.strings(valid, run.lattices().machine()));
        List<Input> inputs = file.inputs();
        List<ScoredHypotheses> scored = new ArrayList<>();
        new OutputFinder(
                        run,
                        SearchSettings.DEFAULT.withBeam(8).withNBest(1),
                        1,
                        SamplingBudget.of(16),
                        UnknownSymbolPolicy.SKIP,
                        1)
                .forEach(
                        inputs.stream().map(Input::x).toList(),
                        (found, k) -> scored.add(new ScoredHypotheses(
                                found.outputs().stream()
                                        .map(Transduction::symbols)
                                        .toList(),
                                inputs.get(k).outputs(),
                                file.inputWeights().getOrDefault(inputs.get(k).x(), 1.0))));
        TransductionMetrics metrics = TransductionMetrics.of(scored, Bootstrap.of(1));
        return new OutputErrors(
                metrics.wordErrorRate().value(), metrics.characterErrorRate().value());
    }

    @Test
    void bestCheckpointHasTheErrorsThatSelectedIt() throws IOException {
        System.out.println("seed " + SEED);
        List<ValidationReport> validations = train("run", "accuracy", 1);
        assertThat(validations).hasSize(8);
        assertThat(validations.stream()
                        .map(report -> report.outputs().wordErrorRate())
                        .distinct())
                .hasSizeGreaterThan(2);
        ValidationReport best = validations.stream()
                .filter(ValidationReport::best)
                .reduce((first, last) -> last)
                .orElseThrow();
        assertThat(validations)
                .allMatch(report ->
                        report.outputs().wordErrorRate() >= best.outputs().wordErrorRate());
        try (TrainedRun run = TrainedRun.open(parent.resolve("run"), warning -> {})) {
            assertThat(run.step()).isEqualTo(best.step());
            LatticeSource valid =
                    RunData.read(run.config()).split(run.rules(), warning -> {}).valid();
            assertThat(errors(run, valid)).isEqualTo(best.outputs());
        }
    }

    @Test
    void metricsHaveTheErrorsIfTheySelect() throws IOException {
        List<ValidationReport> validations = train("run", "cer", 1);
        List<JsonNode> lines = lines("run");
        assertThat(lines).hasSameSizeAs(validations);
        for (int k = 0; k < lines.size(); k++) {
            OutputErrors outputs = validations.get(k).outputs();
            assertThat(lines.get(k).path("wordErrorRate").asDouble()).isEqualTo(outputs.wordErrorRate());
            assertThat(lines.get(k).path("characterErrorRate").asDouble()).isEqualTo(outputs.characterErrorRate());
            assertThat(lines.get(k).path("best").asBoolean())
                    .isEqualTo(validations.get(k).best());
        }
        train("plain", "likelihood", 1);
        assertThat(lines("plain")).hasSize(8).noneMatch(line -> line.has("wordErrorRate"));
    }

    private List<JsonNode> lines(String run) {
        return MetricsLines.after(parent.resolve(run).resolve("metrics.jsonl"), 0).lines().stream()
                .filter(line -> line.path("kind").asString("").equals("validation"))
                .toList();
    }

    @Test
    void severalWorkersSelectTheSameCheckpoint() throws IOException {
        List<ValidationReport> alone = train("alone", "accuracy", 1);
        List<ValidationReport> together = train("together", "accuracy", 2);
        assertThat(together)
                .extracting(ValidationReport::outputs)
                .isEqualTo(alone.stream().map(ValidationReport::outputs).toList());
        assertThat(together)
                .extracting(ValidationReport::best)
                .isEqualTo(alone.stream().map(ValidationReport::best).toList());
    }

    /** Weights are those of the pairs, and of more than a thousand inputs the first count. */
    @Test
    void firstThousandInputsCountWithTheirWeights() throws IOException {
        train("run", "accuracy", 1);
        try (TrainedRun run = TrainedRun.open(parent.resolve("run"), warning -> {})) {
            LatticeSource weighted = source(run, pairs(60));
            OutputErrors found = outputs(run, weighted);
            assertThat(found).isEqualTo(errors(run, weighted));
            List<Pair> ones = pairs(60).stream()
                    .map(pair -> new Pair(pair.x(), pair.y(), pair.line()))
                    .toList();
            assertThat(found).isNotEqualTo(errors(run, source(run, ones)));
            List<Pair> many = IntStream.range(0, 1100)
                    .mapToObj(k -> new Pair(binary(k), List.of("A"), k + 1))
                    .toList();
            assertThat(outputs(run, source(run, many))).isEqualTo(errors(run, source(run, many.subList(0, 1000))));
        }
    }

    /** Returns a word of twelve letters for each number. */
    private static List<String> binary(int number) {
        return IntStream.range(0, 12)
                .mapToObj(bit -> (number >> bit & 1) == 0 ? "a" : "b")
                .toList();
    }

    private static LatticeSource source(TrainedRun run, List<Pair> pairs) {
        PairSet.Rules rules = new PairSet.Rules(
                Lattices.of(run.lattices().machine()), run.config().lattices(), lattice -> Optional.empty());
        return PairSet.of(new PairFile("pairs", pairs), rules, 1 << 20, warning -> {})
                .lattices();
    }

    private static OutputErrors outputs(TrainedRun run, LatticeSource valid) {
        return ValidationOutputs.of(valid, run.model().scorer(), run.config().lattices())
                .get();
    }
}

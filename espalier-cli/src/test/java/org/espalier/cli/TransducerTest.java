package org.espalier.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.espalier.cli.console.Console;
import org.espalier.fst.Lattice;
import org.espalier.fst.Machines;
import org.espalier.fst.Mfst;
import org.espalier.fst.Operations;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.Torch;
import org.espalier.model.estimate.Exact;
import org.espalier.model.search.SearchSettings;
import org.espalier.model.train.StepReport;
import org.espalier.model.train.TrainingListener;
import org.espalier.run.AlignedPath;
import org.espalier.run.Alignments;
import org.espalier.run.Example;
import org.espalier.run.PairQuery;
import org.espalier.run.Trainer;
import org.espalier.run.Transducer;
import org.espalier.run.Transduction;
import org.espalier.run.Transductions;
import org.espalier.run.alignment.Alignment;
import org.espalier.run.alignment.AlignmentOperation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The Java API compared with the commands, on a tiny run. */
class TransducerTest {
    private static final List<Example> PAIRS = List.of(
            new Example("ab", "c"),
            new Example("a", "cd"),
            new Example("b a", "d"),
            new Example("", "c"),
            new Example("bb", "dc"),
            new Example("aa", "c"));

    @TempDir
    private static Path folder;

    private static Transducer transducer;

    private static Trainer small(String machine) {
        return small(Trainer.of(machine));
    }

    private static Trainer small(Trainer trainer) {
        return trainer.set("tokens", "chars")
                .set("threads", 1)
                .set("scorer.dimension", 8)
                .set("sampler.dimension", 8)
                .set("training.steps", 4)
                .set("training.batch", 4)
                .onMessage(line -> {});
    }

    @BeforeAll
    static void train() {
        transducer = small("builtin:edit").pairs(PAIRS).train(folder.resolve("run"));
    }

    @AfterAll
    static void close() {
        transducer.close();
    }

    private static String command(String... args) {
        ByteArrayOutputStream results = new ByteArrayOutputStream();
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        int code = Espalier.commandLine(Console.of(results, messages)).execute(args);
        assertThat(code).as(messages.toString(UTF_8)).isZero();
        return results.toString(UTF_8);
    }

    private static JsonNode json(String command, String... more) {
        List<String> args =
                new ArrayList<>(List.of(command, "--run", folder.resolve("run").toString(), "--json"));
        args.addAll(List.of(more));
        return JsonMapper.shared().readTree(command(args.toArray(String[]::new)));
    }

    @Test
    void answersEqualThoseOfTheCommands() {
        Transductions found = transducer.transduce("ab");
        JsonNode outputs = json("transduce", "--x", "ab").get("outputs");
        assertThat(found.outputs()).hasSize(outputs.size()).hasSize(5);
        for (int k = 0; k < found.outputs().size(); k++) {
            Transduction own = found.outputs().get(k);
            JsonNode theirs = outputs.get(k);
            assertThat(own.output()).isEqualTo(theirs.get("y").asString());
            assertThat(own.probability().value())
                    .isEqualTo(theirs.get("probability").asDouble());
            assertThat(own.logP().value()).isEqualTo(theirs.get("logP").asDouble());
            assertThat(own.alignment().orElseThrow().marks())
                    .isEqualTo(theirs.get("marks").asString());
        }
        AlignedPath best = transducer.align("ab", "c").best();
        JsonNode path = json("align", "--x", "ab", "--y", "c", "--samples", "128")
                .get("paths")
                .get(0);
        assertThat(best.weight()).isEqualTo(path.get("weight").asDouble());
        assertThat(best.alignment().marks()).isEqualTo(path.get("marks").asString());
        assertThat(transducer.score("ab", "c").value())
                .isEqualTo(json("score", "--x", "ab", "--y", "c").get("logP").asDouble());
    }

    @Test
    void alignmentsSpellThePair() {
        for (Transduction output : transducer.transduce("b a").outputs()) {
            List<AlignmentOperation> operations =
                    output.alignment().orElseThrow().operations();
            assertThat(operations.stream().flatMap(operation -> operation.read().stream()))
                    .containsExactly("b", "<space>", "a");
            assertThat(String.join(
                            "",
                            operations.stream()
                                    .flatMap(operation -> operation.written().stream())
                                    .toList()))
                    .isEqualTo(output.output());
            Lattice lattice = transducer.lattice("b a", output.output());
            assertThat(output.alignment())
                    .contains(Alignment.of(lattice, lattice.machine().marks().ids(output.marks())));
        }
        Alignments alignments = transducer.align("ab", "c");
        assertThat(alignments.paths().stream().mapToDouble(AlignedPath::weight).sum())
                .isCloseTo(1, within(1e-9));
        assertThat(alignments.best()).isEqualTo(alignments.paths().get(0));
        assertThat(alignments.rows()).hasSize(3);
    }

    @Test
    void samplesEstimateTheExactAnswers() {
        Transducer exact = transducer.with(transducer.options().withExact(true));
        Alignments all = exact.align("ab", "c");
        assertThat(all.isExact()).isTrue();
        assertThat(all.paths()).hasSizeGreaterThanOrEqualTo(3);
        double sum =
                all.paths().stream().mapToDouble(path -> Math.exp(path.logP())).sum();
        assertThat(exact.score("ab", "c").value()).isCloseTo(Math.log(sum), within(1e-6));
        assertThat(exact.score("ab", "c").standardError()).isZero();
        Transducer drawing =
                transducer.with(transducer.options().withSamples(4_000).withSeed(7));
        assertThat(drawing.score("ab", "c").value())
                .isCloseTo(Math.log(sum), within(4 * drawing.score("ab", "c").standardError() + 1e-5));
    }

    @Test
    void refinedAnswersEqualThoseOfTheCommands() {
        Transducer refining =
                transducer.with(transducer.options().withSamples(64).withRefine(3));
        String[] call = {"--x", "abbab", "--y", "cdcd", "--samples", "64", "--refine", "3"};
        double score = refining.score("abbab", "cdcd").value();
        assertThat(score)
                .isEqualTo(json("score", call).get("logP").asDouble())
                .isNotEqualTo(transducer
                        .with(transducer.options().withSamples(64))
                        .score("abbab", "cdcd")
                        .value());
        AlignedPath best = refining.align("abbab", "cdcd").best();
        JsonNode path = json("align", call).get("paths").get(0);
        assertThat(best.weight()).isEqualTo(path.get("weight").asDouble());
        assertThat(best.alignment().marks()).isEqualTo(path.get("marks").asString());
        JsonNode output = json("transduce", "--x", "abbab", "--samples", "64", "--refine", "3")
                .get("outputs")
                .get(0);
        assertThat(refining.transduce("abbab").best().logP().value())
                .isEqualTo(output.get("logP").asDouble());
    }

    @Test
    void rerankRanksGivenOutputs() {
        Transductions ranked = transducer.rerank("ab", List.of("dd", "c", "dd"));
        assertThat(ranked.outputs()).hasSize(2);
        assertThat(ranked.outputs().stream()
                        .mapToDouble(each -> each.probability().value())
                        .sum())
                .isCloseTo(1, within(1e-9));
        assertThat(ranked.best().alignment()).isEmpty();
    }

    @Tag("slow")
    @Test
    void answersDoNotDependOnBatchOrThread() {
        List<String> inputs = List.of("ab", "a", "bb", "b a", "", "aab");
        List<Transductions> one = inputs.stream().map(transducer::transduce).toList();
        assertThat(inputs.parallelStream().map(transducer::transduce)).isEqualTo(one);
        List<Transductions> together = transducer.transduce(inputs);
        for (int k = 0; k < inputs.size(); k++) {
            assertThat(together.get(k).outputs().stream().map(Transduction::output))
                    .isEqualTo(one.get(k).outputs().stream()
                            .map(Transduction::output)
                            .toList());
            assertThat(together.get(k).best().logP().value())
                    .isCloseTo(one.get(k).best().logP().value(), within(1e-4));
        }
        assertThat(PAIRS.parallelStream()
                        .map(pair -> transducer.score(pair.x(), pair.y()))
                        .toList())
                .isEqualTo(PAIRS.stream()
                        .map(pair -> transducer.score(pair.x(), pair.y()))
                        .toList());
    }

    @Test
    void impossibleQueriesAreRefusedWithReason() {
        assertThatThrownBy(() -> transducer.transduce("aḃ"))
                .isInstanceOf(EspalierException.class)
                .hasMessage("the machine reads no 'ḃ'; the nearest symbol is 'b'");
        assertThatThrownBy(() -> transducer.rerank("a", List.of("x")))
                .hasMessageStartingWith("the machine writes no 'x'");
        assertThatThrownBy(() -> transducer.score("a", "ć"))
                .hasMessage("the machine has no output symbol ć; the nearest symbol is 'c'");
        assertThatThrownBy(() -> Transducer.open(folder.resolve("nowhere")))
                .isInstanceOf(EspalierException.class)
                .hasMessageEndingWith("there is no such folder; check the path");
        assertThatThrownBy(() -> transducer.options().withSamples(0)).hasMessage("samples must be at least 1; got 0");
        assertThatThrownBy(() -> transducer.options().withRefine(128))
                .hasMessage(
                        "refinement in 128 rounds needs at least 2064 samples, 16 per round and 16 from the sampler; "
                                + "got 128; draw more samples, or refine in fewer rounds");
        Transducer narrow = transducer.with(transducer
                .options()
                .withSearch(SearchSettings.DEFAULT.withNBest(1).withMaxOutput(0)));
        assertThat(narrow.transduce("ab").best().output()).isEmpty();
    }

    @Test
    void filesOfTheUserAreNotReplaced() throws IOException {
        Path words = Files.createDirectory(folder.resolve("words"));
        Path pairs = Files.writeString(words.resolve("pairs.tsv"), "ab\tcd\n");
        assertThatThrownBy(() -> small("builtin:edit").pairs(pairs).overwrite().train(words))
                .hasMessage(words + " cannot be the folder of a run: it holds 'pairs.tsv', which no training wrote;"
                        + " name a new folder");
        assertThatThrownBy(() -> small("builtin:edit").pairs(PAIRS).overwrite().train(words))
                .hasMessageContaining("it holds 'pairs.tsv', which no training wrote");
        assertThat(pairs).hasContent("ab\tcd\n");
        Path run = folder.resolve("kept");
        small("builtin:edit").pairs(PAIRS).train(run).close();
        assertThatThrownBy(() -> small("builtin:edit")
                        .pairs(run.resolve("pairs.tsv"))
                        .overwrite()
                        .train(run))
                .hasMessageContaining(
                        "pairs.tsv, which the configuration names as train, is in the folder of the run, ");
        small("builtin:edit").pairs(PAIRS).overwrite().train(run).close();
    }

    @Test
    void settingsAndFoldersAreChecked() {
        assertThatThrownBy(() -> Trainer.of("builtin:edit").set("training.btach", 3))
                .hasMessageStartingWith("setting training.btach: ");
        assertThatThrownBy(() -> Trainer.of("builtin:edit").set("training.batch", "many"))
                .hasMessageStartingWith("setting training.batch: training.batch is 'many', expected ");
        assertThatThrownBy(() -> small("builtin:edit").pairs(PAIRS).train(folder.resolve("run")))
                .hasMessageContaining(" has a run already; ");
        assertThatThrownBy(() -> small("builtin:edit")
                        .pairs(List.of(new Example("a", "b"), new Example("a", "\u0007")))
                        .train(folder.resolve("bad")))
                .isInstanceOf(EspalierException.class)
                .hasMessageStartingWith("the pairs given:2: ");
        assertThat(folder.resolve("bad")).doesNotExist();
    }

    @Tag("slow")
    @Test
    void stoppedTrainingResumesAndCommandsKnowItsPairs() throws IOException {
        Path run = folder.resolve("stopped");
        List<Long> steps = new ArrayList<>();
        TrainingListener impatient = new TrainingListener() {
            @Override
            public void step(StepReport report) {
                steps.add(report.step());
            }

            @Override
            public boolean stopRequested() {
                return steps.size() == 2;
            }
        };
        small("builtin:edit").pairs(PAIRS).listener(impatient).train(run).close();
        assertThat(steps).containsExactly(1L, 2L);
        assertThat(Files.readString(run.resolve("pairs.tsv"))).isEqualTo("ab\tc\na\tcd\nb a\td\n\tc\nbb\tdc\naa\tc\n");
        try (Transducer resumed = Trainer.resume(run, new TrainingListener() {})) {
            assertThat(resumed.run().step()).isEqualTo(4);
            assertThat(resumed.score("ab", "c")).isEqualTo(transducer.score("ab", "c"));
        }
        assertThat(command("evaluate", "--run", run.toString())).contains("pairs.tsv");
    }

    @Test
    void machineCanBeBuiltInJava() {
        Mfst letters = Operations.star(Operations.union(List.of(
                Machines.arc(List.of("a"), List.of("c"), List.of("1")),
                Machines.arc(List.of("b"), List.of("d"), List.of("2")))));
        List<Example> pairs = List.of(new Example("ab", "cd"), new Example("bb", "dd"), new Example("a", "c"));
        try (Transducer own = small(Trainer.of(letters)).pairs(pairs).train(folder.resolve("own"))) {
            assertThat(own.transduce("abba").best().output()).isEqualTo("cddc");
            assertThat(own.transduce("abba").best().alignment().orElseThrow().marks())
                    .isEqualTo("1 2 2 1");
            assertThat(own.lattice("ab", "cd").arcs()).isEqualTo(2);
            assertThatThrownBy(() -> own.align("ab", "dc")).isInstanceOf(EspalierException.class);
        }
    }

    /** A call with one input or pair uses one thread for each operation, as one with many does. */
    @Test
    @Tag("slow")
    void answersDoNotDependOnOtherInputsWithSeveralThreads() {
        Trainer trainer = small("builtin:edit").set("scorer.dimension", 32).set("sampler.dimension", 32);
        int before = Torch.threads();
        try (Transducer trained = trainer.pairs(PAIRS).train(folder.resolve("threads"))) {
            List<String> inputs = List.of("abba", "b", "aab", "bbaba", "a");
            Torch.useThreads(1);
            List<Transductions> expected = trained.transduce(inputs);
            var pairs = List.of(trained.lattice("abba", "cddc"), trained.lattice("aab", "cd"));
            var query = PairQuery.exactScores(trained.run(), Exact.DEFAULT_MAX_PATHS);
            List<Object> scores = query.ask(pairs, each -> each, reason -> reason);
            Torch.useThreads(2);
            assertThat(trained.transduce(inputs)).isEqualTo(expected);
            for (int k = 0; k < inputs.size(); k++) {
                assertThat(trained.transduce(inputs.get(k))).isEqualTo(expected.get(k));
            }
            assertThat(query.<Object>ask(pairs, each -> each, reason -> reason)).isEqualTo(scores);
            for (int k = 0; k < pairs.size(); k++) {
                assertThat(query.<Object>ask(List.of(pairs.get(k)), each -> each, reason -> reason))
                        .isEqualTo(scores.subList(k, k + 1));
                assertThat(query.ask(pairs.get(k))).isEqualTo(scores.get(k));
            }
            assertThat(Torch.threads()).isEqualTo(2);
        } finally {
            Torch.useThreads(before);
        }
    }
}

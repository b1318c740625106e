package org.espalier.spark.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.espalier.run.Example;
import org.espalier.run.Trainer;

/** Tiny runs, trained once for all tests, and pairs for them. */
final class SparkTestRun {
    private static final String LETTERS = "abcde";

    private static final Path FOLDER = temporary();
    private static final Path JOINT = train(trainer(), "joint");

    private SparkTestRun() {}

    static String folder() {
        return JOINT.toString();
    }

    /** Trained when a test first asks for it. */
    private static final class Conditional {
        private static final Path RUN = train(
                trainer()
                        .set("scorer.given", "input")
                        .set("scorer.masked", true)
                        .set("sampler.kind", "swg"),
                "conditional");
    }

    /** Returns a run whose scorer and sampler are of the kinds that {@code init} proposes: conditional, masked and guided. */
    static String conditional() {
        return Conditional.RUN.toString();
    }

    /** Trains an ensemble of two members in a new folder. */
    static String ensemble(Path folder) {
        trainer().seeds(1, 2).train(folder).close();
        return folder.toString();
    }

    private static Trainer trainer() {
        return Trainer.of("builtin:edit")
                .pairs(examples(40, 1))
                .set("tokens", "chars")
                .set("threads", 1)
                .set("scorer.dimension", 64)
                .set("scorer.layers", 1)
                .set("sampler.dimension", 64)
                .set("training.steps", 3)
                .set("training.batch", 8)
                .set("training.iwaeSamples", 4)
                .set("lattice.maxStates", 1000)
                .onMessage(line -> {});
    }

    private static Path train(Trainer trainer, String name) {
        Path run = FOLDER.resolve(name);
        trainer.train(run).close();
        return run;
    }

    private static Path temporary() {
        try {
            Path folder = Files.createTempDirectory("espalier-tiny-");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path folder) {
        try (var entries = Files.walk(folder)) {
            entries.sorted(java.util.Comparator.reverseOrder())
                    .forEach(entry -> entry.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns pairs that the machine generates. The same seed gives the same pairs. */
    static List<Example> examples(int count, long seed) {
        Random random = new Random(seed);
        return IntStream.range(0, count)
                .mapToObj(k -> new Example(word(random), word(random)))
                .toList();
    }

    private static String word(Random random) {
        return random.ints(1 + random.nextInt(5), 0, LETTERS.length())
                .collect(StringBuilder::new, (word, k) -> word.append(LETTERS.charAt(k)), StringBuilder::append)
                .toString();
    }

    static String lines(List<Example> pairs) {
        return pairs.stream().map(pair -> pair.x() + "\t" + pair.y() + "\n").reduce("", String::concat);
    }
}

package org.espalier.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.espalier.model.SamplerKind;
import org.espalier.run.Example;
import org.espalier.run.Trainer;
import org.espalier.run.Transducer;

/** Trains models on words of a {@link SyntheticLexicon}, in a temporary folder that is removed in the end. */
final class TrainedLexicon implements AutoCloseable {
    private static final int WORDS = 2_000;
    private static final String MACHINE = "builtin:deletion-insertion";

    private final List<Example> words;
    private final int steps;
    private final Path folder;

    TrainedLexicon(int steps, long seed) throws IOException {
        this.words = words(seed);
        this.steps = steps;
        this.folder = Files.createTempDirectory("espalier-lexicon");
    }

    /** Returns the words that models are trained on. */
    static List<Example> words(long seed) {
        return SyntheticLexicon.examples(WORDS, seed);
    }

    /** Trains a model until it is certain of most words, since an untrained one has untypically many strings. */
    Transducer train(SamplerKind sampler, int d) {
        Bench.progress("training, %s, d = %d, %d steps", sampler, d, steps);
        String kind = sampler.name().toLowerCase(Locale.ROOT);
        return Trainer.of(MACHINE)
                .pairs(words)
                .set("tokens", "chars")
                .set("threads", 1) // bit-identical on machines of the same kind
                .set("scorer.dimension", d)
                .set("sampler.kind", kind)
                .set("sampler.dimension", d)
                .set("training.objective", "joint")
                .set("training.batch", 32)
                .set("training.samples", 4)
                .set("training.iwaeSamples", 4)
                .set("training.dropout", 0)
                .set("training.labelSmoothing", 0)
                .set("training.epochs", 0)
                .set("training.steps", steps)
                .set("training.samplerLearningRate", 2e-3)
                .set("training.scorerLearningRate", 2e-3)
                .set("validShare", 0.01)
                .set("training.evaluateEvery", 0)
                .onMessage(line -> {})
                .train(folder.resolve(kind + d));
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}

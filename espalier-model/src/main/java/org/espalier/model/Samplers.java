package org.espalier.model;

import java.util.function.Supplier;
import org.bytedeco.pytorch.Tensor;

/** Puts samplers together. */
final class Samplers {
    private Samplers() {}

    static PathSampler create(SamplerSettings settings, Vocabulary vocabulary, Parameters parameters) {
        int d = settings.dimension();
        Supplier<PathSampler> twin = () -> create(settings, vocabulary, parameters.twin());
        if (settings.kind() == SamplerKind.SWP && settings.history() == History.NONE) {
            SuffixGraph graph = new SuffixGraph(parameters, vocabulary.marks(), d, settings.gated());
            return new MarkovSampler(parameters, twin, graph, arcWeight(parameters, d));
        }
        RecurrentNetwork history =
                new RecurrentNetwork(parameters, "history", settings.recurrence(), vocabulary.marks() + 1, d);
        return new AutoregressiveSampler(parameters, twin, history, head(settings, vocabulary, parameters));
    }

    private static Head head(SamplerSettings settings, Vocabulary vocabulary, Parameters parameters) {
        int d = settings.dimension();
        return switch (settings.kind()) {
            case NONE -> new MarkOutput(parameters, vocabulary.marks(), d);
            case SWA ->
                new AttentionHead(
                        parameters,
                        new MarkOutput(parameters, vocabulary.marks(), d),
                        settings.recurrence(),
                        vocabulary,
                        d);
            case SWS -> suffixes(settings, vocabulary, parameters);
            case SWP -> {
                SuffixGraph graph = new SuffixGraph(parameters, vocabulary.marks(), d, settings.gated());
                yield settings.history() == History.RERUN
                        ? new RerunHead(graph)
                        : new StructureHead(graph, arcWeight(parameters, d), settings.history() == History.WEIGHTED);
            }
            case SWPS -> {
                Head suffixes = suffixes(settings, vocabulary, parameters);
                SuffixGraph graph = new SuffixGraph(parameters, vocabulary.marks(), d, settings.gated());
                yield new GatedHead(parameters, suffixes, graph, arcWeight(parameters, d));
            }
        };
    }

    private static Head suffixes(SamplerSettings settings, Vocabulary vocabulary, Parameters parameters) {
        int d = settings.dimension();
        return new SuffixHead(
                parameters, new MarkOutput(parameters, vocabulary.marks(), d), settings.recurrence(), vocabulary, d);
    }

    private static Tensor arcWeight(Parameters parameters, int dimension) {
        return parameters.uniform("arc.weight", dimension, dimension);
    }
}

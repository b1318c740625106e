package org.espalier.model;

import java.util.function.Supplier;
import org.bytedeco.pytorch.Tensor;
import org.espalier.fst.base.EspalierException;

/** Creates samplers from their settings. A new family needs one more case here. */
final class Samplers {
    private Samplers() {}

    /** Creates a sampler and adds its tensors to the parameters. The order of creation determines the random values. */
    static PathSampler create(
            SamplerSettings settings, Vocabulary vocabulary, MarkScorer scorer, Parameters parameters) {
        int d = settings.dimension();
        Supplier<PathSampler> replica = () -> create(settings, vocabulary, scorer, parameters.replica());
        if (settings.kind() == SamplerKind.TRANSFORMER) {
            return new TransformerSampler(parameters, replica, settings, vocabulary.marks());
        }
        if (settings.kind() == SamplerKind.SWP && settings.history() == HistoryMode.NONE) {
            SwpParameters graph = new SwpParameters(parameters, vocabulary.marks(), d, settings.gated());
            return new SwpSampler(parameters, replica, graph, arcWeight(parameters, d), null);
        }
        if (settings.kind() == SamplerKind.SWC || settings.kind() == SamplerKind.SWG) {
            SwpParameters graph = new SwpParameters(parameters, vocabulary.marks(), d, settings.gated());
            Tensor weight = arcWeight(parameters, d);
            PositionContexts contexts =
                    new PositionContexts(parameters, RecurrentNetwork.Form.of(settings), vocabulary, d, graph.width());
            return settings.kind() == SamplerKind.SWC
                    ? new SwpSampler(parameters, replica, graph, weight, contexts)
                    : new GuidedSampler(parameters, replica, guiding(scorer), contexts, graph, weight);
        }
        RecurrentNetwork history = new RecurrentNetwork(
                parameters, "history", RecurrentNetwork.Form.of(settings), vocabulary.marks() + 1, d);
        return new AutoregressiveSampler(parameters, replica, history, head(settings, vocabulary, parameters));
    }

    private static SamplerHead head(SamplerSettings settings, Vocabulary vocabulary, Parameters parameters) {
        int d = settings.dimension();
        return switch (settings.kind()) {
            case NONE -> new MarkOutputLayer(parameters, vocabulary.marks(), d);
            case SWA ->
                new SwaHead(
                        parameters,
                        new MarkOutputLayer(parameters, vocabulary.marks(), d),
                        RecurrentNetwork.Form.of(settings),
                        vocabulary,
                        d);
            case SWS -> suffixes(settings, vocabulary, parameters);
            case SWP -> {
                SwpParameters graph = new SwpParameters(parameters, vocabulary.marks(), d, settings.gated());
                yield settings.history() == HistoryMode.RERUN
                        ? new SwpRerunHead(graph)
                        : new SwpHistoryHead(
                                graph, arcWeight(parameters, d), settings.history() == HistoryMode.WEIGHTED);
            }
            case SWPS -> {
                SamplerHead suffixes = suffixes(settings, vocabulary, parameters);
                SwpParameters graph = new SwpParameters(parameters, vocabulary.marks(), d, settings.gated());
                yield new SwpsHead(parameters, suffixes, graph, arcWeight(parameters, d));
            }
            case SWC, SWG, TRANSFORMER ->
                throw new IllegalStateException(settings.kind() + " has no recurrent network of marks");
        };
    }

    private static NeuralScorer guiding(MarkScorer scorer) {
        if (scorer instanceof NeuralScorer network) {
            return network;
        }
        throw new EspalierException("sampler swg reads the state of the scorer, but this scorer has none");
    }

    private static SamplerHead suffixes(SamplerSettings settings, Vocabulary vocabulary, Parameters parameters) {
        int d = settings.dimension();
        return new SwsHead(
                parameters,
                new MarkOutputLayer(parameters, vocabulary.marks(), d),
                RecurrentNetwork.Form.of(settings),
                vocabulary,
                d);
    }

    /** Adds w, whose product with the embedding of an arc is the logarithm of the arc's weight. */
    static Tensor arcWeight(Parameters parameters, int dimension) {
        return parameters.uniform("arc.weight", dimension, dimension);
    }
}

package org.espalier.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.espalier.fst.Lattice;
import org.espalier.fst.LatticeBuilder;
import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;
import org.espalier.model.EventScores;
import org.espalier.model.LatticeBatch;
import org.espalier.model.MarkScorer;
import org.espalier.model.Parameters.Precision;
import org.espalier.model.Pass;
import org.espalier.model.PathSampler;
import org.espalier.model.PrefixTree;
import org.espalier.model.SamplerKind;
import org.espalier.model.SamplerSettings;
import org.espalier.model.ScorerSettings;
import org.espalier.model.Vocabulary;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks that the peers compute the same as Espalier. */
@Tag("slow")
class PeerAgreementTest {
    private static final long SEED = 7;
    private static final int SAMPLES = 5;
    private static final ScorerSettings SCORER = ScorerSettings.DEFAULT.withDimension(6);

    private final Mfst machine = SyntheticTasks.cipher(SEED);
    private final Vocabulary vocabulary = Vocabulary.of(machine);
    private final LatticeBatch batch = LatticeBatch.of(lattices());

    /** Strings of different lengths, so that all tensors have padding. */
    private List<Lattice> lattices() {
        LatticeBuilder builder = Lattices.of(machine).builder();
        List<Lattice> result = new ArrayList<>();
        for (int length = 1; length <= 3; length++) {
            SyntheticTasks.Pair pair =
                    SyntheticTasks.pairs(machine, 1, length, 4 - length, SEED).get(0);
            result.add(builder.build(pair.x(), pair.y()));
        }
        return result;
    }

    @ParameterizedTest
    @EnumSource(names = {"SWA", "SWS", "SWP"})
    void peerSamplerAgreesInLogProbabilityAndGradients(SamplerKind kind) {
        try (PointerScope scope = new PointerScope()) {
            SamplerSettings settings = SamplerSettings.of(kind).withDimension(8);
            MarkScorer scorer = MarkScorer.create(SCORER, vocabulary, Precision.DOUBLE, SEED + 1);
            PathSampler sampler = PathSampler.create(settings, vocabulary, scorer, SEED);
            Map<String, Tensor> parameters = sampler.parameters().tensors();
            torch.manual_seed(SEED);
            PeerSampler peer = peer(kind, parameters);
            PeerStep step = new PeerStep(
                    () -> peer,
                    parameters,
                    new PeerScorer(scorer.parameters().tensors(), SCORER, batch.marks()),
                    batch.pairs(),
                    SAMPLES);
            PeerSampler.Drawn drawn = peer.draw(SAMPLES);
            step.loss(drawn).backward();
            Map<String, double[]> theirs = gradients(parameters);
            sampler.parameters().zeroGradients();

            PrefixTree tree = PrefixTree.of(batch, strings(drawn.symbols()));
            EventScores scores = sampler.encode(batch, Pass.differentiable()).score(tree);
            double[] logQ = tree.totals(scores.logProbabilities());
            double[] logP = tree.totals(scorer.score(tree, Pass.forward()).logProbabilities());
            assertThat(sorted(drawn.logQ())).containsExactly(repeated(tree, logQ), within(1e-9));
            scores.backward(tree.eventGradient(lossGradient(tree, logQ, logP)));
            gradients(parameters)
                    .forEach((name, gradient) ->
                            assertThat(theirs.get(name)).as(name).containsExactly(gradient, within(1e-9)));
            sampler.parameters().close();
            scorer.parameters().close();
        }
    }

    @Test
    void peerScorerAgreesInLogProbability() {
        try (PointerScope scope = new PointerScope()) {
            MarkScorer scorer = MarkScorer.create(SCORER, vocabulary, Precision.DOUBLE, SEED);
            PathSampler sampler =
                    PathSampler.create(SamplerSettings.of(SamplerKind.SWS).withDimension(8), vocabulary, scorer, SEED);
            Tensor symbols = peer(SamplerKind.SWS, sampler.parameters().tensors())
                    .draw(SAMPLES)
                    .symbols();
            PrefixTree tree = PrefixTree.of(batch, strings(symbols));
            double[] logP = tree.totals(scorer.score(tree, Pass.forward()).logProbabilities());
            Tensor theirs = new PeerScorer(scorer.parameters().tensors(), SCORER, batch.marks()).score(symbols);
            assertThat(sorted(theirs)).containsExactly(repeated(tree, logP), within(1e-9));
            sampler.parameters().close();
            scorer.parameters().close();
        }
    }

    private PeerSampler peer(SamplerKind kind, Map<String, Tensor> parameters) {
        return switch (kind) {
            case SWA -> new AttentionPeer(batch, parameters);
            case SWS -> new SuffixPeer(batch, parameters);
            case SWP -> new StateByStatePeer(batch, parameters, SEED);
            case NONE, SWPS, SWC, SWG, TRANSFORMER -> throw new IllegalArgumentException(kind + " has no peer");
        };
    }

    /** Returns the derivative of the mean over pairs of −Σ ŵ log q by log q of the strings of a tree. */
    private static double[] lossGradient(PrefixTree tree, double[] logQ, double[] logP) {
        double[] sum = new double[tree.pairs()];
        double[] result = new double[tree.ends()];
        for (int end = 0; end < result.length; end++) {
            result[end] = tree.endCount(end) * Math.exp(logP[end] - logQ[end]);
            sum[tree.pair(tree.endNode(end))] += result[end];
        }
        for (int end = 0; end < result.length; end++) {
            result[end] /= -sum[tree.pair(tree.endNode(end))] * tree.pairs();
        }
        return result;
    }

    /** Returns the drawn strings of each pair, without padding. */
    private List<List<int[]>> strings(Tensor symbols) {
        int length = (int) symbols.size(1);
        long[] values = new long[(int) symbols.numel()];
        new LongPointer(symbols.contiguous().data_ptr()).get(values);
        List<List<int[]>> result = new ArrayList<>();
        for (int pair = 0; pair < batch.pairs(); pair++) {
            List<int[]> ofPair = new ArrayList<>();
            for (int row = pair * SAMPLES; row < (pair + 1) * SAMPLES; row++) {
                ofPair.add(Arrays.stream(values, row * length, (row + 1) * length)
                        .takeWhile(symbol -> symbol < batch.marks())
                        .mapToInt(Math::toIntExact)
                        .toArray());
            }
            result.add(ofPair);
        }
        return result;
    }

    private static double[] doubles(Tensor tensor) {
        double[] result = new double[(int) tensor.numel()];
        new DoublePointer(tensor.detach().contiguous().data_ptr()).get(result);
        return result;
    }

    /** Sorts values, since a tree orders its strings differently from the draws. */
    private static double[] sorted(Tensor tensor) {
        return Arrays.stream(doubles(tensor)).sorted().toArray();
    }

    private static double[] repeated(PrefixTree tree, double[] ofEnd) {
        List<Double> result = new ArrayList<>();
        for (int end = 0; end < tree.ends(); end++) {
            for (int i = 0; i < tree.endCount(end); i++) {
                result.add(ofEnd[end]);
            }
        }
        return result.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    }

    private static Map<String, double[]> gradients(Map<String, Tensor> parameters) {
        Map<String, double[]> result = new LinkedHashMap<>();
        parameters.forEach((name, parameter) -> {
            assertThat(parameter.grad().defined()).as("gradient of " + name).isTrue();
            result.put(name, doubles(parameter.grad()));
        });
        return result;
    }
}

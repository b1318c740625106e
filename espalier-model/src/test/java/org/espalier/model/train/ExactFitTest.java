package org.espalier.model.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.espalier.fst.Alphabet;
import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;
import org.espalier.model.LatticeBatch;
import org.espalier.model.MarkScorer;
import org.espalier.model.Model;
import org.espalier.model.Parameters;
import org.espalier.model.PathSampler;
import org.espalier.model.SamplerKind;
import org.espalier.model.SamplerSettings;
import org.espalier.model.ScorerSettings;
import org.espalier.model.Vocabulary;
import org.espalier.model.estimate.Exact;
import org.espalier.model.estimate.ExactValues;
import org.espalier.model.estimate.PosteriorString;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ExactFitTest {
    private static final long SEED = 5;

    private static Mfst machine() {
        Alphabet letters = Alphabet.of("a", "b");
        Mfst.Builder machine = Mfst.builder(letters, letters, Alphabet.of("delete", "insert", "copy"));
        int q = machine.state();
        machine.accept(q);
        for (String letter : letters.symbols()) {
            machine.arc(q, q, letter, "", "delete")
                    .arc(q, q, "", letter, "insert")
                    .arc(q, q, letter, letter, "copy");
        }
        return machine.build();
    }

    @Test
    void withoutStepsItIsTheDivergenceOfANewSampler() {
        assertThat(fit(SamplerKind.SWP, 0)).isCloseTo(ofNewSampler(SamplerKind.SWP), within(1e-3));
    }

    @Test
    @Tag("slow")
    void aSamplerWithHistoryFitsFewPairs() {
        assertThat(fit(SamplerKind.SWPS, 150)).isLessThan(0.05).isLessThan(ofNewSampler(SamplerKind.SWPS) / 5);
    }

    private static LatticeBatch batch() {
        Lattices lattices = Lattices.of(machine());
        return LatticeBatch.of(List.of(
                lattices.build(List.of("a", "b", "a"), List.of("b", "a")),
                lattices.build(List.of("b", "b"), List.of("a", "b", "b"))));
    }

    private static double fit(SamplerKind kind, int steps) {
        SamplerSettings settings = SamplerSettings.of(kind).withDimension(16);
        Vocabulary vocabulary = Vocabulary.of(machine());
        MarkScorer scorer = scorer(vocabulary);
        PathSampler any = PathSampler.create(settings, vocabulary, scorer, SEED);
        try (Model model = new Model(scorer, any)) {
            List<List<PosteriorString>> posteriors = Exact.of(model).paths(batch());
            return new ExactFit(steps, 1e-2, SEED).inclusiveKl(settings, vocabulary, scorer, batch(), posteriors);
        }
    }

    private static double ofNewSampler(SamplerKind kind) {
        SamplerSettings settings = SamplerSettings.of(kind).withDimension(16);
        Vocabulary vocabulary = Vocabulary.of(machine());
        MarkScorer scorer = scorer(vocabulary);
        try (Model model = new Model(scorer, PathSampler.create(settings, vocabulary, scorer, SEED))) {
            return Exact.of(model).values(batch()).stream()
                    .mapToDouble(ExactValues::inclusiveKl)
                    .average()
                    .orElseThrow();
        }
    }

    private static MarkScorer scorer(Vocabulary vocabulary) {
        return MarkScorer.create(
                ScorerSettings.DEFAULT.withDimension(16), vocabulary, Parameters.Precision.SINGLE, SEED);
    }
}

package org.espalier.cli.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.espalier.fst.Lattice;
import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;
import org.espalier.fst.language.DataSymbols;
import org.espalier.fst.language.FileResolver;
import org.espalier.fst.language.MachineLanguage;
import org.espalier.model.LatticeBatch;
import org.espalier.model.MarkScorer;
import org.espalier.model.Model;
import org.espalier.model.Parameters.Precision;
import org.espalier.model.PathSampler;
import org.espalier.model.PathSampling;
import org.espalier.model.SamplerKind;
import org.espalier.model.SamplerSettings;
import org.espalier.model.ScorerSettings;
import org.espalier.model.Vocabulary;
import org.espalier.model.estimate.PosteriorString;
import org.espalier.model.estimate.ScoredString;
import org.espalier.run.data.MachineFiles;
import org.junit.jupiter.api.Test;

class ArcProbabilitiesTest {
    private static final long SEED = 7;
    private static final List<String> X = List.of("a", "b", "a");
    private static final List<String> Y = List.of("b", "c");

    private static Lattice lattice() {
        Mfst machine = MachineLanguage.compile(
                "edit", MachineFiles.builtinProgram("edit"), new DataSymbols(X, Y), FileResolver.none());
        return Lattices.of(machine).build(X, Y);
    }

    private static Model model(Lattice lattice, SamplerKind kind) {
        Vocabulary vocabulary = Vocabulary.of(lattice.machine());
        MarkScorer scorer =
                MarkScorer.create(ScorerSettings.DEFAULT.withDimension(8), vocabulary, Precision.DOUBLE, SEED);
        return new Model(
                scorer, PathSampler.create(SamplerSettings.of(kind).withDimension(8), vocabulary, scorer, SEED));
    }

    @Test
    void forwardPassAgreesWithEnumeration() {
        Lattice lattice = lattice();
        LatticeBatch batch = LatticeBatch.of(List.of(lattice));
        try (Model model = model(lattice, SamplerKind.SWP)) {
            EnumeratedPosterior all = EnumeratedPosterior.of(model, batch, () -> {});
            double[] passed = ArcProbabilities.of(
                    batch, PathSampling.suffixWeights(model.sampler(), batch).orElseThrow());
            assertThat(passed).containsExactly(ArcProbabilities.of(lattice, all.bySampler()), within(1e-9));
        }
    }

    @Test
    void stringThatRepeatsAnArcCountsOnce() {
        Mfst.Builder machine = Mfst.builder();
        int q = machine.state();
        machine.accept(q);
        machine.arc(q, q, "", "", "idle");
        Lattice lattice = Lattices.of(machine.build()).build(List.of(), List.of());
        List<PosteriorString> strings = List.of(
                new PosteriorString(new ScoredString(new int[] {0, 0, 0}, 0, 0), 0.25),
                new PosteriorString(new ScoredString(new int[0], 0, 0), 0.75));
        assertThat(ArcProbabilities.of(lattice, strings)).containsExactly(0.25);
    }

    @Test
    void nextMarkProbabilityIsTheShareOfStrings() {
        Lattice lattice = lattice();
        try (Model model = model(lattice, SamplerKind.SWA)) {
            EnumeratedPosterior all = EnumeratedPosterior.of(model, LatticeBatch.of(List.of(lattice)), () -> {});
            assertThat(all.kl()).isPositive().isEqualTo(all.partialKl() + all.logLikelihood());
            double[] ofArc = ArcProbabilities.of(lattice, all.byPosterior());
            Map<Integer, Double> first = new TreeMap<>();
            for (int arc = lattice.firstArc(0); arc < lattice.endArc(0); arc++) {
                first.put(lattice.mark(arc), ofArc[arc]);
            }
            Map<Integer, Double> next = all.next(new int[0], StepAnswer.END);
            assertThat(next.keySet()).isEqualTo(first.keySet());
            next.forEach((mark, p) -> assertThat(p).isCloseTo(first.get(mark), within(1e-9)));
            ScoredString one = all.strings().get(0);
            assertThat(all.next(one.marks(), StepAnswer.END)).containsOnlyKeys(StepAnswer.END);
        }
    }
}

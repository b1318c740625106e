package org.espalier.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.espalier.model.estimate.Estimate;
import org.espalier.run.data.CaseFolding;
import org.espalier.run.data.Normalization;
import org.espalier.run.data.TokenUnit;
import org.espalier.run.data.Tokenizer;
import org.junit.jupiter.api.Test;

class MajorityVoteTest {
    private static final Tokenizer CHARS = new Tokenizer(TokenUnit.CHARS, Normalization.NFC, CaseFolding.NONE);
    private static final MajorityVote VOTE = new MajorityVote(3, CHARS);

    private static Transduction output(String y, double probability, double logP, boolean isExact) {
        return new Transduction(
                CHARS,
                List.of(y.split("")),
                new Estimate(probability, 0.03),
                probability,
                new Estimate(logP, 0.2),
                isExact,
                List.of("<mark>", y),
                null);
    }

    private static Transductions member(Transduction... outputs) {
        return new Transductions("x", List.of(outputs), Optional.empty(), Optional.empty());
    }

    private static List<String> texts(Transductions found) {
        return found.outputs().stream().map(Transduction::output).toList();
    }

    @Test
    void mostVotesWinAgainstTheLargerMean() {
        Transductions found = VOTE.of(List.of(
                member(output("a", 0.5, -1, true), output("b", 0.45, -1.1, true)),
                member(output("a", 0.5, -1, true), output("b", 0.45, -1.1, true)),
                member(output("b", 0.9, -0.1, true))));
        assertThat(texts(found)).containsExactly("a", "b");
        assertThat(found.outputs().stream().map(Transduction::votes)).containsExactly(2, 1);
        assertThat(found.outputs().get(0).probability().value()).isCloseTo(1.0 / 3, within(1e-15));
        assertThat(found.outputs().get(1).probability().value()).isCloseTo(0.6, within(1e-15));
    }

    @Test
    void equalVotesAreDecidedByTheMeanProbability() {
        Transductions found = VOTE.of(List.of(
                member(output("a", 0.5, -1, true), output("c", 0.3, -2, true), output("b", 0.2, -3, true)),
                member(output("b", 0.6, -1, true), output("c", 0.35, -2, true))));
        assertThat(texts(found)).containsExactly("b", "a", "c");
        assertThat(found.outputs().get(2).votes()).isZero();
    }

    @Test
    void numbersAreMeansOverAllMembers() {
        Transduction found = VOTE.of(List.of(
                        member(output("a", 0.5, Math.log(0.2), true)),
                        member(output("a", 0.7, Math.log(0.4), false)),
                        member(),
                        member(output("b", 0.9, Math.log(0.1), true))))
                .best();
        assertThat(found.output()).isEqualTo("a");
        assertThat(found.probability().value()).isCloseTo(1.2 / 4, within(1e-15));
        assertThat(found.probability().standardError()).isCloseTo(Math.sqrt(2 * 0.03 * 0.03) / 4, within(1e-15));
        assertThat(found.logP().value()).isCloseTo(Math.log(0.6 / 4), within(1e-12));
        // The derivative of the log of a sum by the log of a term is the share of the term.
        assertThat(found.logP().standardError()).isCloseTo(0.2 * Math.hypot(1.0 / 3, 2.0 / 3), within(1e-12));
        assertThat(found.isExact()).isFalse();
        assertThat(found.marks()).containsExactly("<mark>", "a");
    }

    @Test
    void outputIsExactIfAllMembersFoundItExactly() {
        Transductions found = VOTE.of(List.of(member(output("a", 0.5, -1, true)), member(output("a", 0.5, -1, true))));
        assertThat(found.best().isExact()).isTrue();
        assertThat(VOTE.of(List.of(member(output("a", 0.5, -1, true)), member()))
                        .best()
                        .isExact())
                .isFalse();
    }

    @Test
    void inputWithoutOutputsStaysWithout() {
        assertThat(VOTE.of(Arrays.asList(member(), member())).outputs()).isEmpty();
    }

    @Test
    void outputsAreCutAfterTheVote() {
        Transductions found = new MajorityVote(1, CHARS)
                .of(List.of(
                        member(output("a", 0.9, -1, true), output("b", 0.1, -2, true)),
                        member(output("b", 0.6, -1, true)),
                        member(output("b", 0.6, -1, true))));
        assertThat(texts(found)).containsExactly("b");
    }
}

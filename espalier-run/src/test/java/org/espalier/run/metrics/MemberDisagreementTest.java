package org.espalier.run.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.espalier.run.metrics.MemberDisagreement.InputVote;
import org.junit.jupiter.api.Test;

class MemberDisagreementTest {
    private static final List<String> A = List.of("a");
    private static final List<String> B = List.of("b");

    private static ScoredHypotheses answer(List<List<String>> outputs) {
        return new ScoredHypotheses(outputs, List.of(A), 2);
    }

    @Test
    void votesAreComparedWithTheAnswer() {
        assertThat(InputVote.of(Map.of(A, 4, B, 0), answer(List.of(A)), 4)).isEqualTo(new InputVote(false, 0, 2));
        assertThat(InputVote.of(Map.of(A, 3, B, 1), answer(List.of(A, B)), 4)).isEqualTo(new InputVote(true, 0.25, 2));
        assertThat(InputVote.of(Map.of(A, 4), answer(List.of(B)), 4)).isEqualTo(new InputVote(false, 1, 2));
    }

    @Test
    void membersWithoutOutputVoteForNone() {
        assertThat(InputVote.of(Map.of(), answer(List.of()), 4)).isEqualTo(new InputVote(false, 0, 2));
        assertThat(InputVote.of(Map.of(), answer(List.of(A)), 4)).isEqualTo(new InputVote(false, 1, 2));
        assertThat(InputVote.of(Map.of(A, 3), answer(List.of()), 4)).isEqualTo(new InputVote(true, 0.75, 2));
        assertThat(InputVote.of(Map.of(A, 3), answer(List.of(A)), 4)).isEqualTo(new InputVote(true, 0.25, 2));
    }

    @Test
    void meansAreWeighted() {
        MemberDisagreement found = MemberDisagreement.of(
                List.of(new InputVote(true, 0.5, 3), new InputVote(false, 0, 1)), Bootstrap.of(1));
        assertThat(found.disputed().value()).isCloseTo(0.75, within(1e-15));
        assertThat(found.dissent().value()).isCloseTo(0.375, within(1e-15));
    }
}

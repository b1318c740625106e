package org.espalier.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import org.espalier.lab.results.SamplerVariant;
import org.junit.jupiter.api.Test;

class EditOperationTest {
    @Test
    void marksOfDeletionAndInsertion() {
        assertThat(written("<delete> a <insert> <ur> <insert> b")).isEqualTo("−a +<ur> +b");
    }

    @Test
    void marksOfTheCipher() {
        assertThat(written("cipher2 replace a b copy b replace c d delete d insert e"))
                .isEqualTo("cipher2 a→b c→d→ε +e");
    }

    @Test
    void marksOfNoOperationAreKept() {
        assertThat(written("replace a b copy c")).isEqualTo("replace a b copy c");
        assertThat(written("replace a b move b")).isEqualTo("replace a b move b");
        assertThat(written("replace a b copy")).isEqualTo("replace a b copy");
        assertThat(written("noise <insert>")).isEqualTo("noise <insert>");
    }

    /** Checks that the proposals copied from the paper spell its pairs. The paper's SWP omits the last word. */
    @Test
    void proposalsOfThePaperSpellItsPairs() {
        for (SamplerVariant sampler : List.of(SamplerVariant.SWA, SamplerVariant.SWS, SamplerVariant.SWP)) {
            assertThat(pair("tr", sampler)).isEqualTo("c h a l n a y : <ur> 35 8 10 22");
            assertThat(pair("scan", sampler))
                    .isEqualTo("look around left twice and jump around"
                            + (sampler == SamplerVariant.SWP ? "" : " right") + " : "
                            + "I_TURN_LEFT I_LOOK ".repeat(8)
                            + "I_TURN_RIGHT I_JUMP ".repeat(4).strip());
            assertThat(pair("cipher", sampler)).isEqualTo("d d o r g r r i q a v o : f j f i a e a a j k s z w i e");
        }
    }

    private static String pair(String task, SamplerVariant sampler) {
        List<EditOperation> operations =
                EditOperation.fold(PaperResults.proposal(task, sampler).orElseThrow());
        return operations.stream()
                        .map(EditOperationTest::read)
                        .collect(Collectors.joining())
                        .strip() + " : "
                + operations.stream()
                        .map(EditOperationTest::written)
                        .collect(Collectors.joining())
                        .strip();
    }

    private static String read(EditOperation operation) {
        if (operation instanceof EditOperation.Delete delete) {
            return delete.symbol() + " ";
        }
        if (operation instanceof EditOperation.Substitute substitute) {
            return substitute.from() + " ";
        }
        return operation instanceof EditOperation.SubstituteAndDelete substitute ? substitute.from() + " " : "";
    }

    private static String written(EditOperation operation) {
        if (operation instanceof EditOperation.Insert insert) {
            return insert.symbol() + " ";
        }
        return operation instanceof EditOperation.Substitute substitute ? substitute.to() + " " : "";
    }

    private static String written(String marks) {
        return EditOperation.fold(List.of(marks.split(" ", -1))).stream()
                .map(operation -> String.join("", operation.parts()))
                .collect(Collectors.joining(" "));
    }
}

package org.espalier.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.espalier.fst.base.EspalierException;
import org.junit.jupiter.api.Test;

class ParametersTest {
    @Test
    void copyFromCopiesValuesAndRefusesOtherNamesOrShapes() {
        try (Parameters from = new Parameters(Parameters.Precision.DOUBLE, 1);
                Parameters to = new Parameters(Parameters.Precision.SINGLE, 2)) {
            from.constant("a", 0.5, 2, 3);
            from.constant("more", 2, 1);
            to.normal("a", 1, 2, 3);
            to.copyFrom(from);
            assertThat(ReferenceParameters.of(to).values("a")).containsOnly(0.5);
            to.normal("b", 1, 2);
            assertThatThrownBy(() -> to.copyFrom(from))
                    .isInstanceOf(EspalierException.class)
                    .hasMessage("parameter b is missing or of another shape");
            from.normal("b", 1, 3);
            assertThatThrownBy(() -> to.copyFrom(from))
                    .isInstanceOf(EspalierException.class)
                    .hasMessage("parameter b is missing or of another shape");
        }
    }
}

package org.espalier.fst.dp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SemiringsTest {
    @ParameterizedTest
    @EnumSource
    void semiringLawsHold(Semirings semiring) {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 1000; i++) {
            double a = element(semiring, random);
            double b = element(semiring, random);
            double c = element(semiring, random);
            same(semiring.plus(a, b), semiring.plus(b, a));
            same(semiring.plus(a, semiring.plus(b, c)), semiring.plus(semiring.plus(a, b), c));
            same(semiring.times(a, semiring.times(b, c)), semiring.times(semiring.times(a, b), c));
            same(semiring.times(a, semiring.plus(b, c)), semiring.plus(semiring.times(a, b), semiring.times(a, c)));
            assertThat(semiring.plus(a, semiring.zero())).isEqualTo(a);
            assertThat(semiring.plus(semiring.zero(), a)).isEqualTo(a);
            assertThat(semiring.times(a, semiring.one())).isEqualTo(a);
            assertThat(semiring.times(semiring.zero(), a)).isEqualTo(semiring.zero());
        }
    }

    private static double element(Semirings semiring, SplittableRandom random) {
        return random.nextInt(10) == 0 ? semiring.zero() : random.nextDouble(semiring == Semirings.REAL ? 0 : -50, 50);
    }

    private static void same(double found, double expected) {
        if (Double.isInfinite(expected)) {
            assertThat(found).isEqualTo(expected);
        } else {
            assertThat(found).isCloseTo(expected, within(1e-12 * Math.max(1, Math.abs(expected))));
        }
    }

    @Test
    void logSumsNeitherOverflowNorUnderflow() {
        assertThat(Semirings.LOG.plus(1e300, 1e300)).isEqualTo(1e300);
        assertThat(Semirings.LOG.plus(-1000, -1000)).isEqualTo(-1000 + Math.log(2));
        assertThat(Semirings.LOG.plus(0, -1e9)).isEqualTo(0);
        assertThat(Semirings.LOG.plus(-1e9, 0)).isEqualTo(0);
    }
}

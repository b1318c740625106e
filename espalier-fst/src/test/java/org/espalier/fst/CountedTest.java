package org.espalier.fst;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CountedTest {
    @Test
    void onlyOneIsSingular() {
        assertThat(Counted.of(0, "empty line")).isEqualTo("0 empty lines");
        assertThat(Counted.of(1, "empty line")).isEqualTo("1 empty line");
        assertThat(Counted.of(2, "empty line")).isEqualTo("2 empty lines");
        assertThat(Counted.form(1, "is", "are")).isEqualTo("is");
        assertThat(Counted.form(3, "is", "are")).isEqualTo("are");
    }
}

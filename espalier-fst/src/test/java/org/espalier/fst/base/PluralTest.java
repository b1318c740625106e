package org.espalier.fst.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PluralTest {
    @Test
    void onlyOneTakesTheSingular() {
        assertThat(Plural.of(0, "empty line")).isEqualTo("0 empty lines");
        assertThat(Plural.of(1, "empty line")).isEqualTo("1 empty line");
        assertThat(Plural.of(2, "empty line")).isEqualTo("2 empty lines");
        assertThat(Plural.form(1, "is", "are")).isEqualTo("is");
        assertThat(Plural.form(3, "is", "are")).isEqualTo("are");
    }
}

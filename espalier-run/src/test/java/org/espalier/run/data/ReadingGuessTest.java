package org.espalier.run.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.espalier.fst.base.LineReader;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReadingGuessTest {
    private static final Path DATA = Path.of("../../shared/data");

    private static String guess(String... lines) {
        return described(new LineReader("f", new StringReader(String.join("\n", lines))));
    }

    private static String described(LineReader lines) {
        return described(
                ReadingGuess.of(lines, Normalization.NFC, CaseFolding.NONE).reading());
    }

    private static String described(Reading reading) {
        return reading.format().word() + " | " + reading.columns() + " | "
                + reading.input().tokens() + " " + reading.output().tokens();
    }

    @Test
    void eachFormatIsRecognized() {
        assertThat(guess("chat\tʃ a", "eau\to", "chien\tʃ j ɛ̃")).isEqualTo("wikipron | x y | chars words");
        assertThat(guess(";;; c", "HELLO  HH AH0 L OW1", "A  AH0", "A(2)  EY1"))
                .isEqualTo("cmudict | x y | chars words");
        assertThat(guess("hello HH AH0 L OW1", "a AH0")).isEqualTo("cmudict | x y | chars words");
        assertThat(guess("the\t0.16\t0.08\t2.17\t1.13\td i", "a\t0.5\t0.1\t1\t1\tə"))
                .isEqualTo("mfa | x y | chars words");
        assertThat(guess("the 0.16 d i", "a 0.5 ə")).isEqualTo("mfa | x y | chars words");
        assertThat(guess("p|h}f o}əʊ", "x}k|s")).isEqualTo("phonetisaurus | x y | chars words");
        assertThat(guess("p:h|o|\tf|əʊ|", "x|\tk:s|")).isEqualTo("m2m | x y | chars words");
        assertThat(guess("gehen\tV;PST\tging", "Haus\tN;PL\tHäuser")).isEqualTo("unimorph | x tags y | chars chars");
        assertThat(guess("gehen\tging\tV;PST", "Haus\tHäuser\tN;PL")).isEqualTo("unimorph | x y tags | chars chars");
        assertThat(guess("آؤں\taaon\t1", "آئ\taaye\t2")).isEqualTo("tsv | y x count | chars chars");
        assertThat(guess("aaon\tآؤں\t1", "aaye\tآئ\t2")).isEqualTo("tsv | x y count | chars chars");
        assertThat(guess("<?xml version=\"1.0\"?>", "<TransliterationCorpus>")).isEqualTo("news | x y | chars chars");
        assertThat(guess("<ur> a b\tx y", "<ur> b\ty")).isEqualTo("tsv | x y | words words");
        assertThat(guess("anna\tएना", "ben\tबेन")).isEqualTo("tsv | x y | chars chars");
        assertThat(guess("turn left\tI_TURN_LEFT", "walk twice\tI_WALK I_WALK")).isEqualTo("tsv | x y | words words");
        assertThat(guess("a\tb\tc\td")).isEqualTo("tsv | x y - - | words words");
        assertThat(guess()).isEqualTo("tsv | x y | words words");
    }

    @Test
    void mostLinesDecideWhetherThereAreColumns() {
        assertThat(guess("chat\tʃ a", "eau\to", "chien\tʃ j ɛ̃", "word", "w  ɔ ʁ d"))
                .isEqualTo("wikipron | x y | chars words");
        assertThat(guess("word", "chat\tʃ a", "mot", "eau\to", "nom", "chien\tʃ j ɛ̃"))
                .isEqualTo("wikipron | x y | chars words");
        assertThat(guess("chat\tʃ a\reau\to", "chien\tʃ j ɛ̃")).isEqualTo("wikipron | x y | chars words");
    }

    @Test
    void twoColumnsOfTagsAreSaid() {
        ReadingGuess guess = ReadingGuess.of(
                new LineReader("f", new StringReader("gehen\tV;INF\tV;PST\ntun\tV;INF\tV;PRS\n")),
                Normalization.NFC,
                CaseFolding.NONE);
        assertThat(guess.description())
                .isEqualTo(
                        "a table of inflected forms: lemma, tags and form, as SIGMORPHON 2023 has it, though its last"
                                + " column looks like tags, too");
    }

    private static String guessWith(String format, String columns, String... lines) {
        ReadingGuess guess = ReadingGuess.of(
                new LineReader("f", new StringReader(String.join("\n", lines))), Normalization.NFC, CaseFolding.NONE);
        Optional<FileFormat> given = Arrays.stream(FileFormat.values())
                .filter(each -> each.word().equals(format))
                .findFirst();
        return described(guess.with(given, Columns.of(columns)));
    }

    @Test
    void whatIsNotGivenIsGuessedByTheColumnsThatAre() {
        String[] words = {"chat\tʃ a", "eau\to", "chien\tʃ j ɛ̃"};
        assertThat(guessWith("", "y x", words)).isEqualTo("tsv | y x | words chars");
        assertThat(guessWith("wikipron", "y x", words)).isEqualTo("wikipron | y x | words chars");
        assertThat(guessWith("", "", words)).isEqualTo("wikipron | x y | chars words");
        assertThat(guessWith("unimorph", "", words)).isEqualTo("unimorph | x y tags | chars chars");
        assertThat(guessWith("news", "", words)).isEqualTo("news | x y | chars chars");
        assertThat(guessWith("cmudict", "", words)).isEqualTo("cmudict | x y | chars words");
        String[] forms = {"gehen\tV;PST\tging", "Haus\tN;PL\tHäuser"};
        assertThat(guessWith("wikipron", "", forms)).isEqualTo("wikipron | x y | chars words");
        assertThat(guessWith("", "y tags x", forms)).isEqualTo("tsv | y tags x | chars chars");
        assertThat(guessWith("unimorph", "y tags x", forms)).isEqualTo("unimorph | y tags x | chars chars");
        assertThat(guessWith("tsv", "", forms)).isEqualTo("tsv | x tags y | chars chars");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "g2p/gre_train.tsv; wikipron | x y | chars words",
                "g2p/khm_dev.tsv; wikipron | x y | chars words",
                "g2p/kor_train.tsv; wikipron | x y | chars words",
                "inflection/deu.trn; unimorph | x tags y | chars chars",
                "inflection/tur.tst; unimorph | x tags y | chars chars",
                "dakshina/ur.translit.sampled.train.tsv; tsv | y x count | chars chars"
            })
    void publishedFilesAreRecognized(String file, String expected) {
        Assumptions.assumeTrue(Files.exists(DATA.resolve(file)), "needs ../shared/data/" + file);
        assertThat(described(LineReader.open(DATA.resolve(file)))).isEqualTo(expected);
    }
}

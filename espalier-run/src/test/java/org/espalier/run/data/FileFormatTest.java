package org.espalier.run.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringReader;
import java.util.Arrays;
import java.util.List;
import org.espalier.fst.base.LineReader;
import org.espalier.fst.base.SourceException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FileFormatTest {
    private static Reading reading(FileFormat format, String columns, TokenUnit input, TokenUnit output) {
        return new Reading(format, Columns.of(columns).orElseThrow(), Tokenizer.of(input), Tokenizer.of(output));
    }

    private static Reading lexicon(FileFormat format) {
        return reading(format, "x y", TokenUnit.CHARS, TokenUnit.WORDS);
    }

    private static PairFile read(Reading reading, String... lines) {
        return PairFile.read("f", new LineReader("f", new StringReader(String.join("\n", lines))), reading);
    }

    private static Pair pair(String x, String y, double weight, String id, int line) {
        return new Pair(symbols(x), symbols(y), weight, id, line);
    }

    private static List<String> symbols(String spaced) {
        return spaced.isEmpty() ? List.of() : Arrays.asList(spaced.split(" "));
    }

    private static List<String> problems(PairFile file) {
        return file.badLines().stream().map(SourceException::getMessage).toList();
    }

    @Test
    void wikiPron() {
        PairFile file = read(lexicon(FileFormat.WIKIPRON), "chat\tʃ a", "eau\to");
        assertThat(file.pairs()).containsExactly(pair("c h a t", "ʃ a", 1, "", 1), pair("e a u", "o", 1, "", 2));
    }

    @Test
    void cmuDictionaryWithCommentsAndVariants() {
        PairFile file = read(
                lexicon(FileFormat.CMUDICT),
                ";;; a comment",
                "HELLO  HH AH0 L OW1",
                "HELLO(1)  HH EH0 L OW1",
                "d'artagnan D AH0 R T AE1 NG Y AH0 N # foreign french",
                "EMPTY",
                "'TIS  T IH1 Z");
        assertThat(file.pairs())
                .containsExactly(
                        pair("H E L L O", "HH AH0 L OW1", 1, "", 2),
                        pair("H E L L O", "HH EH0 L OW1", 1, "", 3),
                        pair("d ' a r t a g n a n", "D AH0 R T AE1 NG Y AH0 N", 1, "", 4),
                        pair("' T I S", "T IH1 Z", 1, "", 6));
        assertThat(problems(file))
                .containsExactly(
                        "f:5:1: found a word without a pronunciation, expected phones after it; add them, or remove"
                                + " the line");
    }

    @Test
    void dictionaryOfTheMontrealForcedAligner() {
        PairFile file = read(
                lexicon(FileFormat.MFA), "the\t0.16\t0.08\t2.17\t1.13\td i", "a\t0.5\tə", "is\tɪ z", "one 1.0 w ʌ n");
        assertThat(file.pairs())
                .containsExactly(
                        pair("t h e", "d i", 0.16, "", 1),
                        pair("a", "ə", 0.5, "", 2),
                        pair("i s", "ɪ z", 1, "", 3),
                        pair("o n e", "w ʌ n", 1, "", 4));
    }

    @Test
    void alignedCorpora() {
        List<Pair.Unit> units =
                List.of(new Pair.Unit(2, 1), new Pair.Unit(1, 1), new Pair.Unit(1, 1), new Pair.Unit(1, 0));
        Pair phone = new Pair(symbols("p h o n e"), symbols("f əʊ n"), 1, units, "", 1);
        Pair x = new Pair(symbols("x"), symbols("k s"), 1, List.of(new Pair.Unit(1, 2)), "", 2);
        PairFile file = read(lexicon(FileFormat.PHONETISAURUS), "p|h}f o}əʊ n}n e}_", "x}k|s", "word");
        assertThat(file.pairs()).containsExactly(phone, x);
        assertThat(file.badLines()).hasSize(1);
        PairFile m2m = read(lexicon(FileFormat.M2M), "p:h|o|n|e|\tf|əʊ|n|_|", "x|\tk:s|", "a|b|\tc|");
        assertThat(m2m.pairs()).containsExactly(phone, x);
        assertThat(problems(m2m))
                .containsExactly(
                        "f:3: found 2 parts of x and 1 of y, expected as many; a bar ends each part, and _ is an"
                                + " empty one");
        assertThat(phone.inputEnds()).containsExactly(2, 3, 4, 5);
        assertThat(phone.outputEnds()).containsExactly(1, 2, 3, 3);
        for (FileFormat format : List.of(FileFormat.PHONETISAURUS, FileFormat.M2M)) {
            assertThat(read(lexicon(format), PairFile.text(List.of(phone, x), lexicon(format)))
                            .pairs())
                    .containsExactly(phone, x);
        }
    }

    @Test
    void tagsComeBeforeTheWord() {
        Reading inflection = reading(FileFormat.UNIMORPH, "x tags y", TokenUnit.CHARS, TokenUnit.CHARS);
        PairFile file = read(inflection, "gehen\tV;PST;NOM(1,SG)\tging", "tun\t\ttat", "ja\t_\tja", "x\tV W\ty");
        assertThat(file.pairs())
                .containsExactly(
                        pair("<V> <PST> <NOM(1,SG)> g e h e n", "g i n g", 1, "", 1), pair("j a", "j a", 1, "", 3));
        assertThat(problems(file))
                .containsExactly(
                        "f:2:5: found an empty column of tags, expected tags separated by ';'; write _ for no tags, or name"
                                + " other columns",
                        "f:4:3: the tag 'V W' cannot be a symbol; separate tags by ';', and write them without spaces, '<'"
                                + " and '>'");
        List<String> x = file.pairs().get(0).x();
        assertThat(inflection.inputText(x)).isEqualTo("<V><PST><NOM(1,SG)>gehen");
        assertThat(inflection.inputSymbols("<V><PST><NOM(1,SG)>gehen")).isEqualTo(x);
        assertThat(inflection.letters(x)).containsExactly("g", "e", "h", "e", "n");
        assertThat(inflection.tags(x)).isEqualTo("V;PST;NOM(1,SG)");
        assertThat(PairFile.text(file.pairs(), inflection)).isEqualTo("gehen\tV;PST;NOM(1,SG)\tging\nja\t_\tja\n");
        assertThat(file.symbols(inflection).tags()).containsExactly("<V>", "<PST>", "<NOM(1,SG)>");
        assertThat(file.symbols(inflection).letters()).containsExactly("g", "e", "h", "n", "j", "a");
        List<String> two = inflection.inputSymbols("<V>dans etmek");
        assertThat(inflection.isTag("<space>")).isFalse();
        assertThat(inflection.letters(two)).contains("<space>").doesNotContain("<V>");
        assertThat(inflection.tags(two)).isEqualTo("V");
        // Without a column of tags an angle bracket is a letter.
        assertThat(Reading.of(TokenUnit.CHARS).inputSymbols("<V>a")).containsExactly("<", "V", ">", "a");
    }

    @Test
    void columnsInAnyOrderWithCountsAndIds() {
        Reading reversed = reading(FileFormat.TSV, "y x count id -", TokenUnit.CHARS, TokenUnit.CHARS);
        PairFile file =
                read(reversed, "ab\tc\t2\tn1\tnote", "ab\tc\tx\tn2\t", "a\tb\t0\tn3\t", "a\tb\t1", "a\tb\t.5\tn4\t");
        assertThat(file.pairs()).containsExactly(pair("c", "a b", 2, "n1", 1), pair("b", "a", 0.5, "n4", 5));
        assertThat(problems(file))
                .containsExactly(
                        "f:2:6: the count is 'x', expected a number above 0; mend it, or read the column as - to ignore it",
                        "f:3:5: the count is '0', expected a number above 0; mend it, or read the column as - to ignore it",
                        "f:4: found 3 columns, expected 5 (y x count id -), separated by tabs; mend the line, or say what the"
                                + " columns hold");
        assertThat(Columns.of("x, y,count")).isEqualTo(Columns.of("x y count"));
        assertThat(Columns.of("x x y")).isEmpty();
        assertThat(Columns.of("x")).isEmpty();
        assertThat(Columns.of("")).isEmpty();
    }

    @Test
    void inputsMayHaveAllColumnsOrThoseOfTheInputAlone() {
        Reading inflection = reading(FileFormat.UNIMORPH, "x tags y", TokenUnit.CHARS, TokenUnit.CHARS);
        InputFile file = InputFile.read(
                "f",
                new LineReader("f", new StringReader("gehen\tV;PST\tging\ngehen\tV;PRS\nnur\n<V>tun\n")),
                inflection);
        assertThat(file.inputs())
                .containsExactly(
                        new InputFile.Input(symbols("<V> <PST> g e h e n"), List.of(symbols("g i n g")), 1),
                        new InputFile.Input(symbols("<V> <PRS> g e h e n"), List.of(), 2),
                        new InputFile.Input(symbols("<V> t u n"), List.of(), 4));
        assertThat(file.badLines())
                .extracting(SourceException::getMessage)
                .containsExactly(
                        "f:3: found one column, expected 3 (x tags y) or 2 (x tags), separated by tabs; mend the"
                                + " line, or say what the columns hold");
        assertThat(InputFile.read(
                                "f",
                                new LineReader("f", new StringReader("WORD\nHI  HH AY1\n")),
                                lexicon(FileFormat.CMUDICT))
                        .inputs())
                .containsExactly(
                        new InputFile.Input(symbols("W O R D"), List.of(), 1),
                        new InputFile.Input(symbols("H I"), List.of(symbols("HH AY1")), 2));
    }

    @Test
    void namesOfTheNewsSharedTasks() {
        String xml = """
                <?xml version="1.0" encoding="UTF-8"?>
                <TransliterationCorpus CorpusID="c" SourceLang="English" TargetLang="Hindi" CorpusType="Training">
                <Name ID="7">
                <SourceName>ANNA</SourceName>
                <TargetName ID="1">एना</TargetName>
                <TargetName ID="2">अन्ना</TargetName>
                </Name>
                </TransliterationCorpus>
                """;
        Reading news = reading(FileFormat.NEWS, "x y", TokenUnit.CHARS, TokenUnit.CHARS);
        assertThat(read(news, xml).pairs())
                .containsExactly(pair("A N N A", "ए न ा", 1, "7", 5), pair("A N N A", "अ न ् न ा", 1, "7", 6));
        assertThat(read(news, "", xml).pairs())
                .extracting(Pair::line)
                .as("after an empty line")
                .containsExactly(6, 7);
        assertThat(InputFile.read("f", new LineReader("f", new StringReader(xml)), news)
                        .inputs())
                .containsExactly(new InputFile.Input(
                        symbols("A N N A"), List.of(symbols("ए न ा"), symbols("अ न ् न ा")), "7", 4));
        PairFile empty = read(news, xml.replace("अन्ना", " "));
        assertThat(empty.pairs()).hasSize(1);
        assertThat(problems(empty))
                .containsExactly("f:6: found a name without text, expected one; add it, or remove the entry");
        assertThat(read(news, "ANNA\tएना").pairs()).containsExactly(pair("A N N A", "ए न ा", 1, "", 1));
        assertThatThrownBy(() -> read(news, "<a>", "<b>"))
                .hasMessage("f:2: is not well-formed XML; mend it, or name another format");
    }

    @ParameterizedTest
    @EnumSource
    void whatIsWrittenIsReadBack(FileFormat format) {
        String columns = format == FileFormat.UNIMORPH ? "x y tags" : "x y";
        Reading reading = reading(format, columns, TokenUnit.CHARS, TokenUnit.WORDS);
        List<Pair> pairs = List.of(
                pair(format == FileFormat.UNIMORPH ? "<V> <SG> c h a t" : "c h a t", "ʃ a", 1, "", 1),
                pair(format == FileFormat.UNIMORPH ? "<N> x" : "x", "k s", format == FileFormat.MFA ? 0.25 : 1, "", 2));
        assertThat(read(reading, PairFile.text(pairs, reading)).pairs().stream()
                        .map(pair -> new Pair(pair.x(), pair.y(), pair.weight(), pair.id(), pair.line())))
                .isEqualTo(pairs);
    }

    @Test
    void mixedLineEndsAreRead() {
        assertThat(PairFile.read(
                                "f",
                                new LineReader("f", new StringReader("a\tb\r\nc\td\ne\tf\r\n")),
                                Reading.of(TokenUnit.WORDS))
                        .pairs())
                .containsExactly(pair("a", "b", 1, "", 1), pair("c", "d", 1, "", 2), pair("e", "f", 1, "", 3));
    }

    @Test
    void carriageReturnInsideALineIsReported() {
        PairFile file = PairFile.read(
                "f", new LineReader("f", new StringReader("a\tb\r\nc\td\re\tf\ng\th\n")), Reading.of(TokenUnit.WORDS));
        assertThat(file.pairs()).containsExactly(pair("a", "b", 1, "", 1), pair("g", "h", 1, "", 3));
        assertThat(problems(file))
                .containsExactly(
                        "f:2:4: found a carriage return inside the line; end all lines of the file alike, with LF or CRLF");
    }

    @Test
    void lineOfATabAloneIsBlankWhereNoColumnsAre() {
        for (FileFormat format :
                List.of(FileFormat.CMUDICT, FileFormat.MFA, FileFormat.PHONETISAURUS, FileFormat.M2M)) {
            PairFile file = read(lexicon(format), "\t", " ");
            assertThat(file.pairs()).as(format.word()).isEmpty();
            assertThat(file.badLines()).as(format.word()).isEmpty();
        }
        assertThat(read(Reading.of(TokenUnit.WORDS), "\t").pairs()).containsExactly(pair("", "", 1, "", 1));
    }

    @Test
    void wordOrPronunciationThatIsMissingIsReported() {
        PairFile file = read(lexicon(FileFormat.WIKIPRON), "chat\tʃ a", "eau\t", "\to", "chien");
        assertThat(file.pairs()).containsExactly(pair("c h a t", "ʃ a", 1, "", 1));
        assertThat(problems(file))
                .containsExactly(
                        "f:2:1: found a word without a pronunciation, expected phones after it; add them, or remove the"
                                + " line",
                        "f:3:1: found no word, expected one; add it, or remove the line",
                        "f:4: found one column, expected 2 (x y), separated by tabs; mend the line, or say what the columns"
                                + " hold");
        PairFile forms = read(
                reading(FileFormat.UNIMORPH, "x tags y", TokenUnit.CHARS, TokenUnit.CHARS), "tun\tV\t", "\tV\ttat");
        assertThat(problems(forms))
                .containsExactly(
                        "f:1:7: found no inflected form, expected one; add it, or remove the line",
                        "f:2:1: found no word, expected one; add it, or remove the line");
    }

    @Test
    void probabilityThatIsNoNumberIsReported() {
        PairFile file =
                read(lexicon(FileFormat.MFA), "the\tx\td i", "a\t0.5\t0.1\t1\t1\t", "b 0.5", "c\t0.5\t5 a", "d\t0.5 e");
        assertThat(file.pairs()).containsExactly(pair("c", "5 a", 0.5, "", 4), pair("d", "e", 0.5, "", 5));
        String unpronounced =
                ":1: found a word without a pronunciation, expected phones after it; add them, or remove the line";
        assertThat(problems(file))
                .containsExactly(
                        "f:1:5: the probability is 'x', expected a number; mend it, or name another format",
                        "f:2" + unpronounced,
                        "f:3" + unpronounced);
    }

    @Test
    void lineOfAnotherFormatIsReportedWithWhatWasFound() {
        assertThat(problems(read(lexicon(FileFormat.PHONETISAURUS), "a}b chat")))
                .containsExactly("f:1:5: found 'chat', expected a part of x, } and a part of y; write _ for nothing, or"
                        + " name another format");
        assertThat(problems(read(lexicon(FileFormat.M2M), "chat\tʃ a", "a|")))
                .containsExactly(
                        "f:1:1: found 'chat', expected parts that end with a bar; mend the line, or name another format",
                        "f:2: found one column, expected the parts of x, a tab and the parts of y; name another format");
    }

    @Test
    void unitsOfSymbols() {
        assertThat(TokenUnit.GRAPHEMES.split("कि é e\u0301"))
                .containsExactly("कि", "<space>", "é", "<space>", "e\u0301");
        assertThat(TokenUnit.GRAPHEMES.join(List.of("कि", "<space>", "x"))).isEqualTo("कि x");
        TokenUnit plus = TokenUnit.of("sep:+").orElseThrow();
        assertThat(plus.split("a+bc+d")).containsExactly("a", "bc", "d");
        assertThat(plus.join(List.of("a", "bc"))).isEqualTo("a+bc");
        assertThat(plus.split("")).isEmpty();
        assertThat(TokenUnit.of("sep:")).isEmpty();
        assertThat(TokenUnit.of("letters")).isEmpty();
        assertThat(new Tokenizer(TokenUnit.CHARS, Normalization.NFD, CaseFolding.CASE).split("Éß"))
                .containsExactly("e", "\u0301", "ß");
        assertThat(new Tokenizer(TokenUnit.CHARS, Normalization.NFKC, CaseFolding.NONE).split("ﬁ"))
                .containsExactly("f", "i");
    }
}

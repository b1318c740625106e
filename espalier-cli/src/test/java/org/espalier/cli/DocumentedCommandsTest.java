package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.espalier.cli.DocumentPage.Call;
import org.espalier.cli.DocumentPage.ShownFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs every command of the documentation and compares its output. */
class DocumentedCommandsTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    /** The pairs that pages use without showing them. */
    private static final Path WORDS = ROOT.resolve("docs/tutorial/spanish.tsv");

    private static final String LEXICON = """
            کتاب	kitab	2
            کتاب	kitaab	1
            قلم	qalam	3
            پانی	pani	2
            پانی	paani	1
            گھر	ghar	3
            دل	dil	3
            رات	raat	2
            """;

    @TempDir
    private Path folder;

    static Stream<Path> pages() throws IOException {
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            List<Path> pages = Stream.concat(Stream.of(ROOT.resolve("README.md")), docs)
                    .filter(file -> file.toString().endsWith(".md"))
                    .filter(DocumentedCommandsTest::hasCommands)
                    .map(ROOT::relativize)
                    .sorted()
                    .toList();
            return pages.stream();
        }
    }

    private static boolean hasCommands(Path page) {
        return read(page).steps().stream().anyMatch(Call.class::isInstance);
    }

    private static DocumentPage read(Path page) {
        try {
            return DocumentPage.of(Files.readString(page));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("pages")
    void everyCommandWorks(Path page) throws Exception {
        Path here = prepare();
        File log = folder.resolve("log").toFile();
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xshare:auto",
                        "-XX:TieredStopAtLevel=1",
                        "-Dfile.encoding=UTF-8",
                        "-Despalier.command=./espalier",
                        "-cp",
                        System.getProperty("java.class.path"),
                        DocumentRunner.class.getName(),
                        ROOT.toString(),
                        ROOT.resolve(page).toString())
                .directory(here.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log)
                .start();
        if (!process.waitFor(10, TimeUnit.MINUTES)) {
            process.destroyForcibly().waitFor();
        }
        assertThat(process.exitValue()).as(Files.readString(log.toPath())).isZero();
    }

    /** Creates the folder of a reader: a file of pairs, its parts, the files of the README, and a dataset next to it. */
    private Path prepare() throws IOException {
        Path here = Files.createDirectories(folder.resolve("reader"));
        for (String name : List.of("words.tsv", "train.tsv", "valid.tsv", "test.tsv")) {
            List<String> words = Files.readAllLines(WORDS);
            Files.write(here.resolve(name), name.equals("words.tsv") ? words : words.subList(0, 20));
        }
        for (DocumentPage.Step step : read(ROOT.resolve("README.md")).steps()) {
            if (step instanceof ShownFile file) {
                Files.writeString(here.resolve(file.name()), file.content());
            }
        }
        Path dakshina = Files.createDirectories(folder.resolve("shared/data/dakshina"));
        for (String part : List.of("train", "dev", "test")) {
            Files.writeString(dakshina.resolve("ur.translit.sampled." + part + ".tsv"), LEXICON);
        }
        Path swapped = Files.createDirectories(here.resolve("ur"));
        List<String> words = LEXICON.lines()
                .map(line -> List.of(line.split("\t", -1)))
                .map(fields -> fields.get(1) + "\t" + fields.get(0))
                .toList();
        for (String part : List.of("train", "valid", "test")) {
            Files.write(swapped.resolve(part + ".tsv"), words);
        }
        return here;
    }

    @Test
    void pageIsSplitIntoFilesAndCommands() {
        DocumentPage page = DocumentPage.of("""
                Write `./espalier train --settings` first.

                    ./espalier lattice --x "a b" \\
                        --y c > out.txt   # a comment
                    fstinfo out.fst

                ```mfst
                # copy.mfst: a machine
                machine = a:a
                ```
                ```tsv words.tsv
                a\tb
                ```
                ```console
                $ ./espalier machine check copy.mfst | head
                states 1
                …
                ```
                """);
        Optional<List<String>> none = Optional.empty();
        assertThat(page.steps())
                .containsExactly(
                        new Call(1, List.of("./espalier", "train", "--settings"), Optional.empty(), none),
                        new Call(
                                3,
                                List.of("./espalier", "lattice", "--x", "a b", "--y", "c"),
                                Optional.of("out.txt"),
                                none),
                        new ShownFile("copy.mfst", "# copy.mfst: a machine\nmachine = a:a\n"),
                        new ShownFile("words.tsv", "a\tb\n"),
                        new Call(
                                15,
                                List.of("./espalier", "machine", "check", "copy.mfst"),
                                Optional.empty(),
                                Optional.of(List.of("states 1", "…"))));
    }
}

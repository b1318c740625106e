package org.espalier.lab.task;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.espalier.fst.base.EspalierException;
import org.espalier.lab.task.DakshinaTask.DakshinaSettings;
import org.espalier.run.data.Pair;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class DakshinaTaskTest {
    private static final String TRAIN = "آؤ\taao\t3\nآؤ\taau\t1\nآؤ\taao\t1\n";
    private static final String DEV = "𝒂ب\tab\t1\n";
    private static final String TEST = "آئین\taayean\t12\n";

    @TempDir
    private Path folder;

    @Test
    void folderWithTheThreeFilesIsRead() throws IOException {
        assertIsLexicon(DakshinaTask.read(lexicon(folder), DakshinaSettings.DEFAULT));
    }

    @Test
    void unpackedArchiveIsRead() throws IOException {
        lexicon(Files.createDirectories(folder.resolve("dakshina_dataset_v1.0/ur/lexicons")));
        assertIsLexicon(DakshinaTask.read(folder, DakshinaSettings.DEFAULT));
        assertIsLexicon(DakshinaTask.read(folder.resolve("dakshina_dataset_v1.0"), DakshinaSettings.DEFAULT));
    }

    @Test
    void archiveIsRead() throws IOException {
        assertIsLexicon(DakshinaTask.read(file("d.tar", tar()), DakshinaSettings.DEFAULT));
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(compressed)) {
            gzip.write(tar());
        }
        assertIsLexicon(DakshinaTask.read(file("d.tar.gz", compressed.toByteArray()), DakshinaSettings.DEFAULT));
    }

    /** Each pair occurs once for any number of annotators; symbols are code points, not surrogates. */
    private static void assertIsLexicon(TaskData data) {
        assertThat(data.task()).isEqualTo("tr");
        assertThat(data.train())
                .containsExactlyInAnyOrder(
                        new Pair(List.of("a", "a", "o"), List.of("<ur>", "آ", "ؤ"), 0),
                        new Pair(List.of("a", "a", "u"), List.of("<ur>", "آ", "ؤ"), 0));
        assertThat(data.valid()).containsExactly(new Pair(List.of("a", "b"), List.of("<ur>", "𝒂", "ب"), 0));
        assertThat(data.test()).hasSize(1);
        assertThat(data.compile().states()).isEqualTo(1);
    }

    @Test
    void otherLanguagesAreRead() throws IOException {
        for (String part : List.of("train", "dev", "test")) {
            Files.writeString(folder.resolve("hi.translit.sampled." + part + ".tsv"), "अ\ta\t1\n");
        }
        TaskData data = DakshinaTask.read(folder, DakshinaSettings.DEFAULT.withLanguage("hi"));
        assertThat(data.task()).isEqualTo("tr-hi");
        assertThat(data.test()).containsExactly(new Pair(List.of("a"), List.of("<hi>", "अ"), 0));
        assertThat(data.recipe().command()).contains(" --language hi");
        assertThatThrownBy(() -> DakshinaSettings.DEFAULT.withLanguage("urdu"))
                .hasMessage("Dakshina has no language 'urdu'; it has bn, gu, hi, kn, ml, mr, pa, sd, si, ta, te, ur");
    }

    @Test
    void badLinesAreRefused() throws IOException {
        lexicon(folder);
        Path dev = folder.resolve("ur.translit.sampled.dev.tsv");
        String expected = "expected word<TAB>romanization<TAB>annotators; get the file again";
        Files.writeString(dev, DEV + "آؤ\taao\n");
        assertFails(folder, dev + ":2: found 'آؤ?aao', " + expected);
        Files.writeString(dev, "آؤ\t\t1\n");
        assertFails(folder, dev + ":1: found 'آؤ??1', " + expected);
        Files.writeString(dev, "آؤ\taao\tx\n");
        assertFails(folder, dev + ":1:8: found 'x', expected a number of annotators; get the file again");
        Files.write(dev, new byte[] {'a', (byte) 0xff, '\n'});
        assertFails(folder, dev + ":1:2: found a byte that is not UTF-8, expected text; save the file as UTF-8");
        Files.writeString(dev, "");
        assertFails(folder, dev + ":1: found no line, " + expected);
        Files.delete(dev);
        assertFails(folder, "cannot read " + dev + ": no such file; check the path");
    }

    @Test
    void badLinesOfAnArchiveAreRefused() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        member(out, "d/ur/lexicons/ur.translit.sampled.train.tsv", TRAIN);
        member(out, "d/ur/lexicons/ur.translit.sampled.dev.tsv", "one column\n");
        member(out, "d/ur/lexicons/ur.translit.sampled.test.tsv", TEST);
        Path archive = file("d.tar", out.toByteArray());
        assertFails(
                archive,
                archive + "/ur/lexicons/ur.translit.sampled.dev.tsv:1: found 'one column', "
                        + "expected word<TAB>romanization<TAB>annotators; get the file again");
    }

    @Test
    void missingFilesAreReported() throws IOException {
        Path empty = Files.createDirectory(folder.resolve("empty"));
        assertFails(
                empty,
                empty + " has neither ur.translit.sampled.train.tsv nor ur/lexicons/ur.translit.sampled.train.tsv; "
                        + "name a folder that has, or dakshina_dataset_v1.0.tar");
        Path missing = folder.resolve("missing.tar");
        assertFails(missing, "cannot read " + missing + ": no such file; check the path");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        member(out, "d/ur/lexicons/ur.translit.sampled.train.tsv", TRAIN);
        out.write(new byte[1024]);
        Path part = file("part.tar", out.toByteArray());
        assertFails(
                part,
                part + " has no ur/lexicons/ur.translit.sampled.dev.tsv; name the whole dakshina_dataset_v1.0.tar");
    }

    @Test
    void damagedArchivesAreRefused() throws IOException {
        Path text = file("d.txt", "no archive".repeat(100).getBytes(UTF_8));
        String notTar = " is neither a tar archive nor one compressed by gzip; name the archive as published";
        assertFails(text, text + notTar);
        Path empty = file("empty.tar", new byte[0]);
        assertFails(empty, empty + notTar);
        byte[] tar = tar();
        Path cut = file("cut.tar", Arrays.copyOf(tar, tar.length / 2));
        assertFails(cut, cut + " is cut off; get it again");
        byte[] changed = tar.clone();
        changed[1024 + 3] ^= 1;
        Path damaged = file("damaged.tar", changed);
        assertFails(damaged, damaged + " is damaged: there is no member's header at byte 1024; get it again");
        Path gzip = file("d.tar.gz", new byte[] {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, 0, 7, 7, 7});
        assertThatThrownBy(() -> DakshinaTask.read(gzip, DakshinaSettings.DEFAULT))
                .isInstanceOf(EspalierException.class)
                .hasMessageStartingWith(gzip + " is damaged: ")
                .hasMessageEndingWith("; get it again");
    }

    @Tag("slow")
    @Test
    void tooLargeMemberIsRefusedBeforeReading() throws IOException {
        ByteArrayOutputStream tar = new ByteArrayOutputStream();
        tar.write(header("d/ur/lexicons/ur.translit.sampled.train.tsv", 8_000_000_000L));
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(tar.toByteArray());
        }
        for (Path archive : List.of(file("large.tar", tar.toByteArray()), file("large.tgz", packed.toByteArray()))) {
            assertFails(
                    archive,
                    archive
                            + ": its member d/ur/lexicons/ur.translit.sampled.train.tsv has 8000000000 bytes, more than "
                            + "the limit of 16 MiB; name the archive as published");
        }
    }

    @Test
    void publishedDataIsRead() {
        Path train = PublishedData.require("dakshina/ur.translit.sampled.train.tsv");
        Path from = train.resolveSibling("");
        TaskData data = DakshinaTask.read(from, DakshinaSettings.DEFAULT);
        assertThat(data.train()).hasSize(106_260);
        assertThat(data.valid()).hasSize(10_424);
        assertThat(data.test()).hasSize(10_517);
        assertThat(data.train().stream().mapToInt(pair -> pair.x().size()).average())
                .hasValueCloseTo(6.49, within(0.005));
        assertThat(data.train().stream().mapToInt(pair -> pair.y().size()).average())
                .hasValueCloseTo(1 + 5.04, within(0.005));
        TaskData few = DakshinaTask.read(from, DakshinaSettings.DEFAULT.withSizes(new SplitSizes(50, 20, 10)));
        assertThat(few.train()).isEqualTo(data.train().subList(0, 50));
        assertThat(few.test()).isEqualTo(data.test().subList(0, 10));
    }

    private static void assertFails(Path from, String message) {
        assertThatThrownBy(() -> DakshinaTask.read(from, DakshinaSettings.DEFAULT))
                .isInstanceOf(EspalierException.class)
                .hasMessage(message);
    }

    private Path file(String name, byte[] content) throws IOException {
        return Files.write(folder.resolve(name), content);
    }

    private static Path lexicon(Path folder) throws IOException {
        Files.writeString(folder.resolve("ur.translit.sampled.train.tsv"), TRAIN);
        Files.writeString(folder.resolve("ur.translit.sampled.dev.tsv"), DEV);
        Files.writeString(folder.resolve("ur.translit.sampled.test.tsv"), TEST);
        return folder;
    }

    /** Makes an archive of the lexicon and other members, one of which has a similar name. */
    private static byte[] tar() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        member(out, "d/README.md", "words\n");
        member(out, "d/empty", "");
        member(out, "d/sur/lexicons/ur.translit.sampled.dev.tsv", "not this\n".repeat(100));
        member(out, "d/ur/lexicons/ur.translit.sampled.dev.tsv", DEV);
        member(out, "d/ur/lexicons/ur.translit.sampled.test.tsv", TEST);
        member(out, "d/ur/lexicons/ur.translit.sampled.train.tsv", TRAIN);
        out.write(new byte[1024]);
        return out.toByteArray();
    }

    private static void member(OutputStream out, String name, String text) throws IOException {
        byte[] content = text.getBytes(UTF_8);
        out.write(header(name, content.length));
        out.write(Arrays.copyOf(content, (content.length + 511) / 512 * 512));
    }

    private static byte[] header(String name, long size) {
        byte[] header = new byte[512];
        put(header, 0, name);
        put(header, 100, "0000644");
        put(header, 124, String.format("%011o", size));
        put(header, 148, "        ");
        header[156] = '0';
        put(header, 257, "ustar");
        int sum = 0;
        for (byte b : header) {
            sum += b & 0xff;
        }
        put(header, 148, String.format("%06o\0 ", sum));
        return header;
    }

    private static void put(byte[] header, int at, String text) {
        byte[] bytes = text.getBytes(UTF_8);
        System.arraycopy(bytes, 0, header, at, bytes.length);
    }
}

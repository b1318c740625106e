package org.espalier.lab.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.language.MachineLanguage;
import org.espalier.run.data.Pair;
import org.espalier.run.data.PairFile;
import org.espalier.run.data.Reading;
import org.espalier.run.data.TokenUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TaskDataTest {
    private static final TaskData DATA = CipherTask.of(
            CipherTask.CipherSettings.DEFAULT.withCiphers(2).withLetters(6).withSizes(new SplitSizes(30, 10, 5)));

    @TempDir
    private Path folder;

    @Test
    void writtenDataIsReadBackEqual() throws IOException {
        Path out = folder.resolve("new/cipher");
        assertThat(DATA.write(out)).isTrue();
        assertThat(names(out))
                .containsExactlyInAnyOrder(
                        "train.tsv",
                        "valid.tsv",
                        "test.tsv",
                        "machine.mfst",
                        "cipher1.tsv",
                        "cipher2.tsv",
                        "data.json");
        assertThat(read(out.resolve("train.tsv"))).isEqualTo(withoutLines(DATA.train()));
        assertThat(read(out.resolve("test.tsv"))).isEqualTo(withoutLines(DATA.test()));
        Mfst machine = MachineLanguage.read(out.resolve("machine.mfst"), DATA.symbols());
        assertThat(machine.describe(0)).isEqualTo(DATA.compile().describe(0));
        assertThat(Files.readString(out.resolve("data.json"))).isEqualToNormalizingNewlines("""
                {
                  "task" : "cipher",
                  "command" : "espalier data cipher --seed 1 --n-ciphers 2 --letters 6 --max-train 30 --max-valid 10 --max-test 5",
                  "seed" : 1,
                  "source" : "random strings, enciphered and with noise added",
                  "pairs" : {
                    "train" : 30,
                    "valid" : 10,
                    "test" : 5
                  }
                }
                """);
    }

    @Test
    void completeFolderIsNotRewritten() throws IOException {
        DATA.write(folder);
        FileTime before = Files.getLastModifiedTime(folder.resolve("train.tsv"));
        assertThat(DATA.write(folder)).isFalse();
        assertThat(Files.getLastModifiedTime(folder.resolve("train.tsv"))).isEqualTo(before);
    }

    @Test
    void interruptedWriteIsCompleted() throws IOException {
        DATA.write(folder);
        Files.delete(folder.resolve("data.json"));
        Files.delete(folder.resolve("cipher2.tsv"));
        assertThat(DATA.write(folder)).isTrue();
        assertThat(names(folder)).hasSize(7);
    }

    @Test
    void otherDataIsNotOverwritten() throws IOException {
        DATA.write(folder);
        TaskData other = ScanTask.of(ScanTask.ScanSettings.DEFAULT.withSizes(new SplitSizes(3, 2, 1)));
        assertThatThrownBy(() -> other.write(folder))
                .isInstanceOf(EspalierException.class)
                .hasMessage(
                        folder + " has data made by: espalier data cipher --seed 1 --n-ciphers 2 --letters 6 "
                                + "--max-train 30 --max-valid 10 --max-test 5; name a new folder with --out, or remove this one");
        Files.writeString(folder.resolve("data.json"), "{");
        assertThatThrownBy(() -> other.write(folder))
                .hasMessage(folder + " has other data; name a new folder with --out, or remove this one");
        Files.delete(folder.resolve("data.json"));
        assertThatThrownBy(() -> other.write(folder))
                .hasMessage(folder + " has another train.tsv; name a new folder with --out, or remove this one");
        assertThat(names(folder)).hasSize(6);
        Path file = folder.resolve("train.tsv");
        assertThatThrownBy(() -> other.write(file))
                .hasMessage(file + " cannot be made a folder; name another with --out");
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> String.valueOf(file.getFileName())).toList();
        }
    }

    private static List<Pair> read(Path file) {
        return withoutLines(PairFile.read(file.toString(), Reading.of(TokenUnit.WORDS), InputStream.nullInputStream())
                .pairs());
    }

    private static List<Pair> withoutLines(List<Pair> pairs) {
        return pairs.stream().map(pair -> new Pair(pair.x(), pair.y(), 0)).toList();
    }
}

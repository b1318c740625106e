package org.espalier.spark.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Failures of jobs: one line with a remedy, and no partial output. */
class CorpusErrorsTest extends CorpusTest {
    private static final String RUN = SparkTestRun.folder();

    private String score(String pairs, String... more) {
        List<String> args =
                new ArrayList<>(List.of("spark", "score", "--run", RUN, "--pairs", pairs, "--out", path("out")));
        args.addAll(List.of(more));
        if (!args.contains("--master")) {
            args.addAll(List.of("--master", "local[2]"));
        }
        return failed(args.toArray(String[]::new));
    }

    private String pairs() throws IOException {
        return file("pairs.tsv", "ab\tc\n").toString();
    }

    @Test
    void unreachableMasterIsReported() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        String url = "spark://127.0.0.1:" + port;
        assertThat(score(pairs(), "--master", url))
                .isEqualTo("cannot reach the master " + url
                        + ": Connection refused; start it, or name another with --master");
        assertThat(score(pairs(), "--master", "spark://no-such-host.invalid:7077"))
                .contains("there is no host no-such-host.invalid");
        assertThat(score(pairs(), "--master", "sparkling"))
                .isEqualTo("'sparkling' is not a master; use local[N] or spark://HOST:PORT, "
                        + "or spark-submit for other masters");
        assertThat(folder.resolve("out")).doesNotExist();
    }

    @Test
    void folderThatIsNotARunIsRefused() throws IOException {
        assertThat(failed("spark", "align", "--run", path("none"), "--pairs", pairs(), "--out", path("out")))
                .isEqualTo(path("none") + " is not the folder of a run: there is no such folder; check the path");
    }

    @Test
    void missingOrUnreadableFilesAreReported() throws IOException {
        assertThat(score(path("none.tsv"))).isEqualTo(path("none.tsv") + ": no such file; check the path");
        assertThat(score(path("none-*.tsv"))).isEqualTo(path("none-*.tsv") + ": no such file; check the path");
        assertThat(score(file("pairs.parquet", "ab\tc\n").toString())).startsWith("the job failed: ");
    }

    @Test
    void missingColumnIsReported() throws IOException {
        String file = file("pairs.jsonl", "{\"in\":\"ab\",\"out\":\"c\"}\n").toString();
        assertThat(score(file, "--x-column", "in", "--y-column", "outt"))
                .isEqualTo(file + ": there is no column 'outt', only in, out; name the right one with --y-column");
        assertThat(score(file, "--x-column", "in", "--y-column", "out", "--id-column", "key"))
                .isEqualTo(file + ": there is no column 'key', only in, out; name the right one with --id-column");
    }

    @Test
    void existingOutputIsNotReplaced() throws IOException {
        Files.createDirectories(folder.resolve("out"));
        assertThat(score(pairs()))
                .isEqualTo(path("out") + " exists; name another folder, or replace it with --overwrite");
        assertThat(folder.resolve("out")).isEmptyDirectory();
    }

    @Test
    void fileInPlaceOfOutputFolderIsRefused() throws IOException {
        String pairs = pairs();
        assertThat(score(pairs, "--rejects", pairs))
                .isEqualTo(pairs + " cannot be a folder: it is a file; name another folder");
        assertThat(score(pairs, "--rejects", pairs + "/bad/rows", "--overwrite"))
                .isEqualTo(pairs + "/bad/rows cannot be a folder: " + pairs + " is a file; name another folder");
        assertThat(folder.resolve("out")).doesNotExist();
        assertThat(Path.of(pairs)).hasContent("ab\tc");
    }

    @Test
    void corpusWithoutUsableRowsFails() throws IOException {
        String pairs = file("bad.tsv", "one\nabq\tc\n").toString();
        assertThat(score(pairs))
                .isEqualTo(pairs + ": none of its 2 rows can be used; " + path("out.rejects")
                        + " lists them with the reasons");
        assertThat(folder.resolve("out")).doesNotExist();
        assertThat(lines(folder.resolve("out.rejects")))
                .satisfiesExactlyInAnyOrder(
                        row -> assertThat(row)
                                .isEqualTo("{\"line\":1,\"text\":\"one\",\"reason\":\"found one column, expected "
                                        + "2 (x y), separated by tabs; mend the line, or say what the columns hold\"}"),
                        row -> assertThat(row)
                                .isEqualTo(
                                        "{\"line\":2,\"x\":\"abq\",\"y\":\"c\",\"reason\":\"the machine has no input "
                                                + "symbol q\"}"));
        assertThat(score(file("empty.tsv", "").toString(), "--overwrite")).endsWith("empty.tsv has no rows");
    }

    /** Mounts a small disk, which needs root on Linux. */
    @Test
    void fullDiskIsReported() throws IOException, InterruptedException {
        Path disk = Files.createDirectories(folder.resolve("disk"));
        Process mount = new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk.toString())
                .redirectErrorStream(true)
                .start();
        assumeTrue(mount.waitFor() == 0, "cannot mount a disk");
        try {
            String pairs = file("pairs.tsv", SparkTestRun.lines(SparkTestRun.examples(400, 8)))
                    .toString();
            assertThat(failed(
                            "spark",
                            "align",
                            "--run",
                            RUN,
                            "--pairs",
                            pairs,
                            "--samples",
                            "16",
                            "--master",
                            "local[2]",
                            "--out",
                            disk.resolve("out").toString()))
                    .isEqualTo(
                            "a disk is full, that of the results or that of Spark's temporary files; free some space, or name other "
                                    + "folders with --out and --set-spark spark.local.dir=…");
            assertThat(disk.resolve("out")).doesNotExist();
        } finally {
            new ProcessBuilder("umount", "-l", disk.toString()).start().waitFor();
        }
    }

    @Test
    void overwriteReplacesOnlyOutputOfJobs() throws IOException {
        Files.createDirectory(folder.resolve("out"));
        Path users = Files.writeString(folder.resolve("out").resolve("notes.txt"), "mine");
        assertThat(score(file("one.tsv", "a\ta\n").toString(), "--overwrite"))
                .isEqualTo(path("out")
                        + " is not the output of a job (it has no _SUCCESS), so --overwrite does not replace it;"
                        + " name another folder, or remove it");
        assertThat(users).hasContent("mine");
    }

    @Test
    void overlappingFoldersAreRefused() throws IOException {
        Files.createDirectory(folder.resolve("out"));
        file("out/_SUCCESS", "");
        Path mine = file("out/part-1.tsv", "ab\tc\n");
        String[] call = {"spark", "score", "--run", RUN, "--master", "local[2]", "--overwrite"};
        assertThat(refused(call, "--pairs", path("out/part-*.tsv"), "--out", path("other/../out") + "/"))
                .isEqualTo(path("out") + " holds file:" + mine
                        + ", which the job reads, and would be replaced; name another folder");
        assertThat(refused(call, "--pairs", mine.toString(), "--out", path("new"), "--rejects", path("out")))
                .startsWith(path("out") + " holds ");
        assertThat(refused(call, "--pairs", pairs(), "--out", path("new"), "--rejects", path("new/bad")))
                .isEqualTo(path("new") + " and " + path("new/bad") + " overlap, so results and rejected rows would"
                        + " replace each other; name another folder with --rejects");
        assertThat(mine).hasContent("ab\tc");
        assertThat(folder.resolve("new")).doesNotExist();
    }

    @Test
    void wrongRefinementIsRefused() throws IOException {
        String pairs = pairs();
        for (String command : List.of("align", "score", "evaluate", "transduce")) {
            String[] call = {"spark", command, "--run", RUN, "--out", path("out"), "--samples", "8"};
            String input = command.equals("transduce") ? "--inputs" : "--pairs";
            assertThat(refused(call, input, pairs, "--refine", "8"))
                    .isEqualTo(
                            "refinement in 8 rounds needs at least 144 samples, 16 per round and 16 from the sampler; "
                                    + "got 8; draw more samples, or refine in fewer rounds (--samples, --refine)");
            if (!command.equals("transduce")) {
                assertThat(refused(call, input, pairs, "--refine", "2", "--exact"))
                        .isEqualTo("--refine is about strings drawn by importance sampling and cannot be combined with "
                                + "--exact; give one or the other");
            }
        }
        assertThat(folder.resolve("out")).doesNotExist();
    }

    /** Calls a command that must be refused as wrong usage and returns its error message. */
    private String refused(String[] call, String... more) {
        assertThat(call(Stream.of(call, more).flatMap(Stream::of).toList())).isEqualTo(2);
        return err.replaceFirst("^espalier: ", "").replaceFirst("; see: .*\n$", "");
    }

    @Test
    void wrongCallsAreUsageErrors() {
        assertThat(call(List.of("spark"))).isEqualTo(2);
        assertThat(err)
                .isEqualTo(
                        "espalier: a command is missing, one of: align, score, transduce, evaluate, lattices, train; "
                                + "see: espalier spark --help\n");
        assertThat(call(List.of("spark", "align", "--run", RUN, "--pairs", "x.tsv")))
                .isEqualTo(2);
        assertThat(err)
                .isEqualTo(
                        "espalier: --out is missing: the folder for the results; see: espalier spark align --help\n");
    }
}

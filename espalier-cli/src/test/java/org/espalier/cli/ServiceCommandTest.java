package org.espalier.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.espalier.cli.explore.RawHttp;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code serve --api} as a user starts it. */
@Tag("slow")
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class ServiceCommandTest extends CommandTestBase {
    private static final String HELP = "; see: espalier serve --help\n";
    private static final String TOKEN = "a-token-of-this-test";

    @TempDir
    private Path folder;

    private void assertWrong(String line, String... args) {
        assertThat(run(args)).isEqualTo(2);
        assertThat(err).isEqualTo("espalier: " + line + HELP);
    }

    @Test
    void wrongCallPrintsOneLine() {
        String line = "the service answers with a trained run; give --run DIR, and no --machine, --pairs, --x or --y";
        assertWrong(line, "serve", "--api");
        assertWrong(line, "serve", "--api", "--run", "words", "--machine", "builtin:edit");
        assertWrong(line, "serve", "--api", "--run", "words", "--pairs", "words.tsv");
        assertWrong(line, "serve", "--api", "--run", "words", "--x", "a");
        assertWrong(
                "--max-waiting is an option of the service; add --api",
                "serve",
                "--run",
                "words",
                "--max-waiting",
                "3");
        assertWrong(
                "--address 0.0.0.0 can be reached from other computers and requires a token; give --token-file FILE",
                "serve",
                "--api",
                "--run",
                "words",
                "--address",
                "0.0.0.0");
        assertWrong(
                "--address 'a b' is not an address; give one of this computer, such as 0.0.0.0 for all of them",
                "serve",
                "--api",
                "--run",
                "words",
                "--address",
                "a b");
        assertThat(run("serve", "--api", "--run", folder.resolve("none").toString()))
                .isEqualTo(1);
        assertThat(err.lines()).hasSize(1);
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows has no signals")
    void terminationSignalStopsTheService() throws Exception {
        String trained = TinyTrainedRun.train(folder, "abab\tcdc\nba\tcd\nbab\tdd\naba\tccd\nb\tc\n", """
                validShare: 0
                training: {steps: 1, batch: 4, samples: 4, iwaeSamples: 4}
                """);
        Path token = Files.writeString(folder.resolve("token"), TOKEN + "\n");
        Process process = EspalierProcess.of(
                        "serve",
                        "--api",
                        "--run",
                        trained,
                        "--port",
                        "0",
                        "--address",
                        "127.0.0.2",
                        "--token-file",
                        token.toString())
                .start();
        try {
            String address = process.inputReader(UTF_8).readLine();
            assertThat(address).matches("http://127\\.0\\.0\\.2:\\d+/");
            RawHttp http = new RawHttp(address);
            assertThat(http.get("/metrics").status()).isEqualTo(401);
            assertThat(ask(http, "Bearer " + TOKEN)).contains("\"outputs\":[{\"y\":");
            // A port that is taken is not silently replaced: clients expect the service at the one they know.
            String port = String.valueOf(http.port());
            assertThat(run("serve", "--api", "--run", trained, "--address", "127.0.0.2", "--port", port))
                    .isEqualTo(1);
            assertThat(err).startsWith("espalier: port " + port + " cannot be used (");
            process.toHandle().destroy(); // destroy() of the process would close its output
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(process.exitValue()).isEqualTo(143);
            assertThat(process.errorReader(UTF_8).lines())
                    .containsExactly(
                            "espalier: the service answers at this address, with the token; press Ctrl-C to end it",
                            "espalier: the service accepts no more requests, and answers those under way",
                            "espalier: the service has ended");
        } finally {
            process.destroyForcibly();
        }
    }

    private static String ask(RawHttp http, String authorization) throws IOException {
        byte[] body = "{\"inputs\": [\"ab\"]}".getBytes(UTF_8);
        RawHttp.Response response = http.send(
                "POST /api/transduce HTTP/1.1",
                List.of(
                        "Host: words.example",
                        "Authorization: " + authorization,
                        "Content-Type: application/json",
                        "Content-Length: " + body.length),
                body);
        return new String(response.body(), UTF_8);
    }
}

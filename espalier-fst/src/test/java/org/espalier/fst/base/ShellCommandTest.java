package org.espalier.fst.base;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

class ShellCommandTest {
    @Test
    void specialWordsAreQuoted() {
        assertThat(ShellCommand.of("train", "--resume", "runs/my words"))
                .isEqualTo("espalier train --resume 'runs/my words'");
        assertThat(ShellCommand.of("spark", "train", "--master", "local[2]", "--workers", 2))
                .isEqualTo("espalier spark train --master 'local[2]' --workers 2");
        assertThat(ShellCommand.line("./espalier", "align", "--run", "läufe/it's", "--x", ""))
                .isEqualTo("./espalier align --run 'läufe/it'\\''s' --x ''");
    }

    @Tag("slow")
    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no POSIX shell")
    void shellParsesTheQuotedWords() throws Exception {
        List<String> words = List.of(
                "plain",
                "",
                "two words",
                "it's",
                "'",
                "\"",
                "$HOME",
                "`id`",
                "$(id)",
                "a;b",
                "a&b",
                "a|b",
                "<a>",
                "~",
                "*",
                "?",
                "[a]",
                "{a,b}",
                "!!",
                "#a",
                "a\\b",
                "a\tb",
                "a=b",
                "-a",
                "é",
                "été/ñ",
                "(a)",
                "%a",
                "a\nb");
        Process shell = new ProcessBuilder("sh", "-c", "printf '%s\\0' " + ShellCommand.line(words.toArray()))
                .redirectErrorStream(true)
                .start();
        String read = new String(shell.getInputStream().readAllBytes(), UTF_8);
        assertThat(shell.waitFor()).isZero();
        assertThat(read.split("\0", -1))
                .startsWith(words.toArray(String[]::new))
                .hasSize(words.size() + 1);
    }
}

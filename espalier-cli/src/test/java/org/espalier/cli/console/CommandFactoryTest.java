package org.espalier.cli.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class CommandFactoryTest {
    @Command(subcommands = Greet.class)
    static final class Root {}

    @Command(name = "greet")
    static final class Greet implements Runnable {
        private final Console console;

        Greet(Console console) {
            this.console = console;
        }

        @Override
        public void run() {
            console.out().print("hello");
        }
    }

    @Test
    void declaredCommandReceivesTheConsole() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Console console = Console.of(out, OutputStream.nullOutputStream());
        new CommandLine(Root.class, new CommandFactory(console)).execute("greet");
        console.out().flush();
        assertThat(out.toString(UTF_8)).isEqualTo("hello");
    }
}

package org.espalier.app.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.espalier.app.data.PairFile;
import org.espalier.app.explore.Catalogue;
import org.espalier.app.explore.CatalogueBuilder;
import org.espalier.app.explore.Example;
import org.espalier.app.explore.Explorer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows machines, lattices and models in a browser. */
@Command(
        name = "serve",
        description = {
            "Show machines, lattices and what trained samplers make of them in a browser, on this computer alone.",
            "Prints the address, and serves until Ctrl-C."
        },
        footer = {
            "",
            "Examples:",
            "  espalier serve --run words/run",
            "  espalier serve --run runs/small/cipher",
            "  espalier serve --machine builtin:edit --x \"a b c\" --y \"c d\""
        })
final class ServeCommand implements Runnable {
    private final Console console;

    @Option(
            names = "--run",
            paramLabel = "DIR",
            description = "The folder of a run, or one that holds runs, as those of reproduce do. May be repeated.")
    private List<Path> runs = List.of();

    @Option(names = "--machine", paramLabel = "MACHINE", description = "A machine: a file or builtin:NAME.")
    private @Nullable String machine;

    @Mixin
    private MachineOptions machines = new MachineOptions();

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "The port, 0 for any that is free. Default: 8017, or the next that is free.")
    private @Nullable Integer port;

    @Option(
            names = "--idle-minutes",
            paramLabel = "N",
            description =
                    "End when nobody has asked anything for so many minutes; 0: never. Default: ${DEFAULT-VALUE}.")
    private int idleMinutes;

    ServeCommand(Console console) {
        this.console = console;
    }

    @Override
    public void run() {
        requireSense();
        Catalogue catalogue = catalogue();
        OptionalInt where = port == null ? OptionalInt.empty() : OptionalInt.of(port);
        Explorer explorer = Explorer.start(catalogue, where, console::say);
        // Closed in this order: the process ends when the interruption is.
        try (Interruption interruption = new Interruption(explorer::stop);
                explorer) {
            console.out().println(explorer.address());
            console.out().flush();
            console.say("the explorer runs at this address, for this computer alone; Ctrl-C ends it");
            explorer.await(Duration.ofMinutes(idleMinutes));
            console.say("the explorer ends");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void requireSense() {
        if (runs.isEmpty() && machine == null) {
            throw new WrongCall("what to show is missing; give --run DIR, or --machine MACHINE");
        }
        if (port != null && (port < 0 || port > 65_535)) {
            throw new WrongCall("--port must be from 0 to 65535; got " + port);
        }
        if (idleMinutes < 0) {
            throw new WrongCall("--idle-minutes must be 0 or more; got " + idleMinutes);
        }
    }

    private Catalogue catalogue() {
        PairFile pairs = machines.data.read(console);
        List<Example> examples = pairs == null
                ? List.of()
                : Example.of(pairs, machines.data.reading().tokens());
        CatalogueBuilder builder = new CatalogueBuilder(examples, console::say);
        if (machine != null) {
            builder.machine(machine, machines.machine(machine, pairs, console), machines.data.reading());
        }
        runs.forEach(builder::runs);
        return builder.build();
    }
}

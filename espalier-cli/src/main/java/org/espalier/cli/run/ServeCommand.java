package org.espalier.cli.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.espalier.cli.console.Console;
import org.espalier.cli.console.GracefulShutdown;
import org.espalier.cli.console.UsageException;
import org.espalier.cli.explore.Catalogue;
import org.espalier.cli.explore.CatalogueBuilder;
import org.espalier.cli.explore.ExamplePair;
import org.espalier.cli.explore.Explorer;
import org.espalier.cli.machine.MachineOptions;
import org.espalier.run.data.PairFile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code serve}: shows machines, lattices and models in a browser. */
@Command(
        name = "serve",
        description = {
            "Serve the explorer: machines, lattices, samplers and training curves in a browser, on this computer only.",
            "Prints the address and serves until Ctrl-C."
        },
        footer = {
            "",
            "Examples:",
            "  espalier serve --run words/run",
            "  espalier serve --run runs/small/cipher",
            "  espalier serve --machine builtin:edit --x \"a b c\" --y \"c d\""
        })
public final class ServeCommand implements Runnable {
    private final Console console;

    @Option(
            names = "--run",
            paramLabel = "DIR",
            description = "Folder of a run, or a folder with runs below it, as reproduce writes. May be repeated.")
    private List<Path> runs = List.of();

    @Option(names = "--machine", paramLabel = "MACHINE", description = "Machine to show: a file or builtin:NAME.")
    private @Nullable String machine;

    @Mixin
    private MachineOptions machines = new MachineOptions();

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "Port; 0 selects any free port. Default: 8017 or the next free port.")
    private @Nullable Integer port;

    @Option(
            names = "--idle-minutes",
            paramLabel = "N",
            description = "Stop after N minutes without a request; 0 means never. Default: ${DEFAULT-VALUE}.")
    private int idleMinutes;

    ServeCommand(Console console) {
        this.console = console;
    }

    @Override
    public void run() {
        requireValidOptions();
        Catalogue catalogue = catalogue();
        OptionalInt chosenPort = port == null ? OptionalInt.empty() : OptionalInt.of(port);
        Explorer explorer = Explorer.start(catalogue, chosenPort, console::info);
        // The explorer is closed first: when the process was interrupted, it ends as soon as the interruption is
        // closed.
        try (GracefulShutdown interruption = new GracefulShutdown(explorer::stop);
                explorer) {
            console.out().println(explorer.address());
            console.out().flush();
            console.info("the explorer runs at this address, for this computer alone; press Ctrl-C to end it");
            explorer.await(Duration.ofMinutes(idleMinutes));
            console.info("the explorer has ended");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void requireValidOptions() {
        if (runs.isEmpty() && machine == null) {
            throw new UsageException("nothing to show; give --run DIR, or --machine MACHINE");
        }
        if (port != null && (port < 0 || port > 65_535)) {
            throw new UsageException("--port must be from 0 to 65535; got " + port);
        }
        if (idleMinutes < 0) {
            throw new UsageException("--idle-minutes must be 0 or more; got " + idleMinutes);
        }
    }

    private Catalogue catalogue() {
        PairFile pairs = machines.pairs().read(console);
        List<ExamplePair> examples = pairs == null
                ? List.of()
                : ExamplePair.of(pairs, machines.pairs().reading());
        CatalogueBuilder builder = new CatalogueBuilder(examples, console::info);
        if (machine != null) {
            builder.machine(
                    machine,
                    machines.machine(machine, pairs, console),
                    machines.pairs().reading());
        }
        runs.forEach(builder::runs);
        return builder.build();
    }
}

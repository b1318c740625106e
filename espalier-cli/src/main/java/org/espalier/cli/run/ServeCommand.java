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
import org.espalier.cli.http.WebServer;
import org.espalier.cli.machine.MachineOptions;
import org.espalier.cli.service.Service;
import org.espalier.cli.service.ServiceLimits;
import org.espalier.model.Torch;
import org.espalier.run.data.PairFile;
import org.espalier.run.folder.TrainedRun;
import org.espalier.run.request.Requests;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code serve}: shows machines, lattices and models in a browser, or answers programs. */
@Command(
        name = "serve",
        description = {
            "Serve the explorer: machines, lattices, samplers and training curves in a browser, on this computer only.",
            "With --api, serve a JSON API for programs instead: outputs, alignments and scores of a trained run.",
            "Prints the address and serves until Ctrl-C."
        },
        footer = {
            "",
            "Examples:",
            "  espalier serve --run words/run",
            "  espalier serve --run runs/small/cipher",
            "  espalier serve --machine builtin:edit --x \"a b c\" --y \"c d\"",
            "  espalier serve --run words/run --api --port 8017",
            "  curl --json '{\"inputs\": [\"calle\"]}' http://127.0.0.1:8017/api/transduce"
        })
public final class ServeCommand implements Runnable {
    /** The random seed of requests that have none, as in the commands. */
    private static final long SEED = 1;

    private final Console console;

    @Option(
            names = "--run",
            paramLabel = "DIR",
            description =
                    "Folder of a run, or a folder with runs below it, as reproduce writes. May be repeated. With --api, "
                            + "the run that answers; several over one machine are an ensemble.")
    private List<Path> runs = List.of();

    @Option(names = "--machine", paramLabel = "MACHINE", description = "Machine to show: a file or builtin:NAME.")
    private @Nullable String machine;

    @Mixin
    private MachineOptions machines = new MachineOptions();

    @Mixin
    private ServiceOptions service = new ServiceOptions();

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "Port; 0 selects any free port. Default: 8017 or, without --api, the next free port.")
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
        try {
            if (service.areGiven()) {
                answer();
            } else {
                explore();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void explore() throws InterruptedException {
        Catalogue catalogue = catalogue();
        OptionalInt chosenPort = port == null ? OptionalInt.empty() : OptionalInt.of(port);
        Explorer explorer = Explorer.start(catalogue, chosenPort, console::info);
        // The explorer is closed first: when the process was interrupted, it ends as soon as the interruption is
        // closed.
        try (GracefulShutdown interruption = new GracefulShutdown(explorer::stop);
                explorer) {
            print(explorer.address());
            console.info("the explorer runs at this address, for this computer alone; press Ctrl-C to end it");
            explorer.await(Duration.ofMinutes(idleMinutes));
            console.info("the explorer has ended");
        }
    }

    private void answer() throws InterruptedException {
        ServiceLimits limits = service.limits();
        Service.Access access = service.access(port == null ? WebServer.DEFAULT_PORT : port);
        Service started = start(access, limits);
        try (GracefulShutdown interruption = new GracefulShutdown(started::stop)) {
            try (started) {
                print(started.address());
                console.info("the service answers at this address, "
                        + (access.token().isPresent() ? "with the token" : "for this computer alone")
                        + "; press Ctrl-C to end it");
                started.await(Duration.ofMinutes(idleMinutes));
                console.info("the service accepts no more requests, and answers those under way");
            }
            console.info("the service has ended");
        }
    }

    private Service start(Service.Access access, ServiceLimits limits) {
        TrainedRun run = TrainedRun.open(runs, console::info);
        try {
            run.useThreads();
            Requests requests = new Requests(run, limits.ofQuestion(), SEED);
            Service.Answering answering =
                    new Service.Answering(requests, requests::answer, Torch.threads(), () -> Torch.useThreads(1));
            return Service.start(access, limits, answering, run::close, console::info);
        } catch (RuntimeException e) {
            run.close();
            throw e;
        }
    }

    private void print(String address) {
        console.out().println(address);
        console.out().flush();
    }

    private void requireValidOptions() {
        service.requireConsistent();
        if (service.areGiven()
                && (runs.isEmpty() || machine != null || machines.pairs().isGiven())) {
            throw new UsageException(
                    "the service answers with a trained run; give --run DIR, and no --machine, --pairs, --x or --y");
        }
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
                : ExamplePair.of(
                        machines.pairs()
                                .pair()
                                .map(pair -> PairFile.of(pair.x(), pair.y()))
                                .orElse(pairs),
                        machines.pairs().reading());
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

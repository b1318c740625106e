package org.espalier.run.training;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.FileErrors;
import org.espalier.model.train.LostWorkerException;
import org.espalier.model.train.Workers;

/**
 * The workers of a session: this process, which is worker 0, and the processes that it starts with the same Java, the same class
 * path and the same options. Closing ends those processes.
 */
final class WorkerProcesses implements AutoCloseable {
    private static final int FIRST_SIGNAL_CODE = 128;
    private static final int SECONDS_TO_END = 5;

    private final Path rendezvous;
    private final List<Child> children = new ArrayList<>();
    private Workers workers = Workers.one();

    private WorkerProcesses(Path rendezvous) {
        this.rendezvous = rendezvous;
    }

    /**
     * Starts all workers but this one, waits until they have read what they need, and connects to them.
     *
     * @param first the arguments of worker 0, of which the others differ by their rank
     * @throws LostWorkerException if a worker ends before all are connected
     * @throws EspalierException if a worker cannot be started
     */
    static WorkerProcesses start(WorkerMain first) {
        WorkerProcesses processes = new WorkerProcesses(first.rendezvous());
        if (first.size() > 1) {
            try {
                processes.startChildren(first);
                processes.connect(first);
            } catch (RuntimeException | Error e) {
                processes.closeAfter(e);
                throw e;
            }
        }
        return processes;
    }

    private void startChildren(WorkerMain first) {
        try {
            Files.deleteIfExists(rendezvous);
            for (int rank = 1; rank < first.size(); rank++) {
                children.add(Child.start(first.withRank(rank)));
            }
        } catch (IOException e) {
            throw new EspalierException("cannot start a worker: " + e.getMessage(), e);
        }
        children.forEach(Child::awaitReady);
    }

    private void connect(WorkerMain first) {
        try {
            workers = Workers.gloo(0, first.size(), rendezvous, WorkerMain.HOST, WorkerSession.TIMEOUT);
        } catch (LostWorkerException e) {
            throw explain(e);
        }
    }

    /** Returns this worker's connection to the others. */
    Workers workers() {
        return workers;
    }

    /**
     * Names the worker that ended first and its reason, if its exit code tells. Disconnects from all workers, since the others
     * end only when they lose this one.
     */
    LostWorkerException explain(LostWorkerException lost) {
        disconnect();
        for (Child child : children) {
            int code = child.awaitEnd();
            if (code != WorkerMain.LOST_ANOTHER) {
                return lost.because(child.name(), child.reason(code));
            }
        }
        return lost;
    }

    private void disconnect() {
        workers.close();
        workers = Workers.one();
    }

    private void closeAfter(Throwable failure) {
        try {
            close();
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    @Override
    public void close() {
        disconnect();
        if (children.isEmpty()) {
            return;
        }
        children.forEach(Child::closeInput);
        children.forEach(Child::awaitEnd);
        try {
            Files.deleteIfExists(rendezvous);
        } catch (IOException e) {
            throw FileErrors.writing(rendezvous.toString(), e);
        }
    }

    /**
     * A process that this one started.
     *
     * @param firstLine the first line of its standard output
     * @param error the last line of its standard error
     */
    private record Child(
            int rank, Process process, CompletableFuture<String> firstLine, CompletableFuture<String> error) {
        static Child start(WorkerMain worker) throws IOException {
            Process process = new ProcessBuilder(command(worker)).start();
            return new Child(
                    worker.rank(),
                    process,
                    read(process.inputReader(StandardCharsets.UTF_8), true),
                    read(process.errorReader(StandardCharsets.UTF_8), false));
        }

        /** Reads a stream to its end, so that the process never waits for a reader, and keeps its first or its last line. */
        private static CompletableFuture<String> read(BufferedReader reader, boolean first) {
            CompletableFuture<String> result = new CompletableFuture<>();
            Thread thread = new Thread(() -> {
                String last = "";
                try (reader) {
                    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                        last = line;
                        if (first) {
                            result.complete(line);
                        }
                    }
                } catch (IOException e) {
                    // the stream ends here too
                }
                result.complete(last);
            });
            thread.setDaemon(true);
            thread.start();
            return result;
        }

        private static List<String> command(WorkerMain worker) {
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                    .filter(option -> option.startsWith("-X") || option.startsWith("-D") || option.startsWith("--"))
                    .filter(option -> !option.startsWith("-Xrun") && !option.startsWith("-Xdebug"))
                    .forEach(command::add);
            command.addAll(List.of("-cp", System.getProperty("java.class.path"), WorkerMain.class.getName()));
            command.addAll(worker.arguments());
            return command;
        }

        String name() {
            return "worker " + rank;
        }

        void awaitReady() {
            if (!firstLine.join().equals(WorkerMain.READY)) {
                throw new EspalierException(name() + " could not start: " + reason(awaitEnd()));
            }
        }

        /** Waits for the end of the process. Returns its exit code, or LOST_ANOTHER if it had to be killed. */
        int awaitEnd() {
            try {
                if (process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
                    return process.exitValue();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            process.destroyForcibly().onExit().join();
            return WorkerMain.LOST_ANOTHER;
        }

        String reason(int code) {
            if (code > FIRST_SIGNAL_CODE) {
                return "it was ended by signal " + (code - FIRST_SIGNAL_CODE);
            }
            return error.join().isBlank() ? "it ended with exit code " + code : error.join();
        }

        /** Closes the standard input of the process, by which it ends. */
        void closeInput() {
            try {
                process.getOutputStream().close();
            } catch (IOException e) {
                // the process has ended
            }
        }
    }
}

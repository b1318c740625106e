package org.espalier.run.folder;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.FileErrors;
import org.espalier.model.train.LostWorkerException;
import org.espalier.model.train.Workers;

/**
 * The processes that train along with this one, which is worker 0. They are this program again, with the same Java, the
 * same class path and the same options.
 */
final class WorkerProcesses implements AutoCloseable {
    private static final int SIGNALLED = 128;
    private static final int SECONDS_TO_END = 5;

    private final List<Other> others = new ArrayList<>();
    private final Path store;

    private WorkerProcesses(Path store) {
        this.store = store;
    }

    /** A process, with what it says on its two streams, which are read as they come. */
    private record Other(
            int rank, Process process, CompletableFuture<String> firstLine, CompletableFuture<String> error) {
        static Other start(WorkerMain worker) throws IOException {
            Process process = new ProcessBuilder(command(worker)).start();
            return new Other(
                    worker.rank(), process, read(process.inputReader(), true), read(process.errorReader(), false));
        }

        /** The first line, as soon as it is there, or the last; all others are read so that the process can go on. */
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
                    // it ends here too
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
                throw new EspalierException(name() + " could not begin: " + reason(awaitEnd()));
            }
        }

        /** Its exit code. Where it is not to blame for anything, since it had to be ended, that is as if it had said so. */
        int awaitEnd() {
            try {
                if (process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
                    return process.exitValue();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            process.destroyForcibly();
            return WorkerMain.LOST_ANOTHER;
        }

        String reason(int code) {
            if (code > SIGNALLED) {
                return "it was ended by signal " + (code - SIGNALLED);
            }
            return error.join().isBlank() ? "it ended with exit code " + code : error.join();
        }

        /** Its standard input ends, and by that it. */
        void end() {
            try {
                process.getOutputStream().close();
            } catch (IOException e) {
                // it has ended
            }
        }
    }

    /**
     * Starts all workers but this one and does something together with them. They are gone when it is done.
     *
     * @param first says what all have in common; itself worker 0
     */
    static <T> T with(WorkerMain first, Function<Workers, T> work) {
        if (first.size() == 1) {
            return work.apply(Workers.one());
        }
        try (WorkerProcesses processes = new WorkerProcesses(first.store())) {
            return processes.run(first, work);
        }
    }

    private <T> T run(WorkerMain first, Function<Workers, T> work) {
        try {
            Files.deleteIfExists(store);
            for (int rank = 1; rank < first.size(); rank++) {
                others.add(Other.start(first.withRank(rank)));
            }
        } catch (IOException e) {
            throw new EspalierException("cannot start a worker: " + e.getMessage(), e);
        }
        others.forEach(Other::awaitReady);
        try (Workers workers = Workers.gloo(0, first.size(), store, WorkerMain.HOST, RunWorker.PATIENCE)) {
            return work.apply(workers);
        } catch (LostWorkerException e) {
            throw explained(e);
        }
    }

    /** Says which worker was the first to go, and why, where that can be told. */
    private LostWorkerException explained(LostWorkerException lost) {
        for (Other other : others) {
            int code = other.awaitEnd();
            if (code != WorkerMain.LOST_ANOTHER) {
                return lost.because(other.name(), other.reason(code));
            }
        }
        return lost;
    }

    @Override
    public void close() {
        others.forEach(Other::end);
        others.forEach(Other::awaitEnd);
        try {
            Files.deleteIfExists(store);
        } catch (IOException e) {
            throw FileErrors.writing(store.toString(), e);
        }
    }
}

package org.espalier.run.training;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.train.LostWorkerException;
import org.espalier.model.train.TrainingListener;

/**
 * The program of a worker process, and its arguments. The process ends when its standard input ends, so it does not outlive the
 * process that started it. It writes no file. It prints {@value #READY} on standard output when it has read what it needs, and
 * the reason of a failure on standard error.
 *
 * @param folder the folder of the run, which exists already
 * @param rank the number of the worker, from 0
 * @param size the number of workers
 * @param rendezvous the file by which workers find each other
 * @param threads the number of threads of this worker
 * @param changes settings that differ from those of the run, each as {@code key=value}
 */
record WorkerMain(Path folder, int rank, int size, Path rendezvous, int threads, List<String> changes) {
    /** The address of all worker processes of a session. */
    static final String HOST = "127.0.0.1";

    static final String READY = "ready";

    static final int FAILED = 1;

    /** The exit code of a worker that ended because another one was lost. */
    static final int LOST_ANOTHER = 3;

    WorkerMain withRank(int other) {
        return new WorkerMain(folder, other, size, rendezvous, threads, changes);
    }

    /** Returns the arguments that {@link #main} takes. */
    List<String> arguments() {
        List<String> arguments = new ArrayList<>(List.of(
                folder.toString(),
                String.valueOf(rank),
                String.valueOf(size),
                rendezvous.toString(),
                String.valueOf(threads)));
        arguments.addAll(changes);
        return arguments;
    }

    private static WorkerMain parse(String... args) {
        return new WorkerMain(
                Path.of(args[0]),
                Integer.parseInt(args[1]),
                Integer.parseInt(args[2]),
                Path.of(args[3]),
                Integer.parseInt(args[4]),
                Arrays.asList(args).subList(5, args.length));
    }

    /** Runs a worker. Only {@link WorkerProcesses} calls this. */
    public static void main(String[] args) {
        Thread watch = new Thread(WorkerMain::endWithParent);
        watch.setDaemon(true);
        watch.start();
        System.exit(exitCode(parse(args)));
    }

    private static void endWithParent() {
        try {
            while (System.in.read() >= 0) {
                // the parent sends nothing
            }
        } catch (IOException e) {
            // the parent has ended
        }
        Runtime.getRuntime().halt(LOST_ANOTHER);
    }

    private static void print(FileDescriptor stream, String line) {
        new PrintStream(new FileOutputStream(stream), true, StandardCharsets.UTF_8).println(line);
    }

    private static int exitCode(WorkerMain worker) {
        try (StopRequest stop = new StopRequest()) {
            worker.run(stop);
            return 0;
        } catch (LostWorkerException e) {
            return LOST_ANOTHER;
        } catch (RuntimeException | Error e) {
            print(FileDescriptor.err, e instanceof EspalierException ? String.valueOf(e.getMessage()) : e.toString());
            return FAILED;
        }
    }

    private void run(TrainingListener listener) {
        try (WorkerSession session = WorkerSession.open(folder, threads, changes)) {
            print(FileDescriptor.out, READY);
            session.run(rank, size, rendezvous, HOST, listener);
        }
    }

    /**
     * Turns the signal of Ctrl-C, which every process of a terminal receives, into a request that all workers stop after the
     * step. The process waits until this is closed.
     */
    private static final class StopRequest implements TrainingListener, AutoCloseable {
        private final CountDownLatch closed = new CountDownLatch(1);
        private volatile boolean isStopping;

        StopRequest() {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                isStopping = true;
                try {
                    closed.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }));
        }

        @Override
        public boolean stopRequested() {
            return isStopping;
        }

        @Override
        public void close() {
            closed.countDown();
        }
    }
}

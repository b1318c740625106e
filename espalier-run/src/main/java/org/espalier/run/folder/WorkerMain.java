package org.espalier.run.folder;

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
 * A process that takes part in a training of another, which has started it and which it does not outlive: it ends when its
 * standard input does. It writes no file. On standard output it says that it is ready, and on standard error why it failed.
 *
 * @param folder of the run, which has begun
 * @param store the file by which workers find each other
 * @param changes settings that are other than the run's, as words
 */
record WorkerMain(Path folder, int rank, int size, Path store, int threads, List<String> changes) {
    /** Where all workers of a command are. */
    static final String HOST = "127.0.0.1";

    /** What a worker says when it has read all it needs. */
    static final String READY = "ready";

    static final int FAILED = 1;

    /** The exit code of a worker that has lost another, and is not to blame. */
    static final int LOST_ANOTHER = 3;

    WorkerMain withRank(int other) {
        return new WorkerMain(folder, other, size, store, threads, changes);
    }

    List<String> arguments() {
        List<String> result = new ArrayList<>(List.of(
                folder.toString(),
                String.valueOf(rank),
                String.valueOf(size),
                store.toString(),
                String.valueOf(threads)));
        result.addAll(changes);
        return result;
    }

    private static WorkerMain of(String... args) {
        return new WorkerMain(
                Path.of(args[0]),
                Integer.parseInt(args[1]),
                Integer.parseInt(args[2]),
                Path.of(args[3]),
                Integer.parseInt(args[4]),
                Arrays.asList(args).subList(5, args.length));
    }

    /** Called by {@link WorkerProcesses} alone. */
    public static void main(String[] args) {
        Thread watch = new Thread(WorkerMain::endWithParent);
        watch.setDaemon(true);
        watch.start();
        System.exit(code(of(args)));
    }

    private static void endWithParent() {
        try {
            while (System.in.read() >= 0) {
                // it says nothing
            }
        } catch (IOException e) {
            // gone too
        }
        Runtime.getRuntime().halt(LOST_ANOTHER);
    }

    private static void say(FileDescriptor stream, String line) {
        new PrintStream(new FileOutputStream(stream), true, StandardCharsets.UTF_8).println(line);
    }

    private static int code(WorkerMain worker) {
        try (StopRequest stop = new StopRequest()) {
            worker.run(stop);
            return 0;
        } catch (LostWorkerException e) {
            return LOST_ANOTHER;
        } catch (RuntimeException | Error e) {
            say(FileDescriptor.err, e instanceof EspalierException ? String.valueOf(e.getMessage()) : e.toString());
            return FAILED;
        }
    }

    private void run(TrainingListener listener) {
        try (RunWorker worker = RunWorker.of(folder, threads, changes)) {
            say(FileDescriptor.out, READY);
            worker.train(rank, size, store, HOST, listener);
        }
    }

    /** Ctrl-C reaches every process of a terminal. A worker does not end by it, but wants all of them to. */
    private static final class StopRequest implements TrainingListener, AutoCloseable {
        private final CountDownLatch ended = new CountDownLatch(1);
        private volatile boolean isStopping;

        StopRequest() {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                isStopping = true;
                try {
                    ended.await();
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
            ended.countDown();
        }
    }
}

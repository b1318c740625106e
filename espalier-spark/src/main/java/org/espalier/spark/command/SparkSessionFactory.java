package org.espalier.spark.command;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;
import org.espalier.cli.Espalier;
import org.espalier.fst.base.EspalierException;

/** Starts Spark without its web page, on the loopback interface where possible, and with a time limit. */
record SparkSessionFactory(SparkMaster master) {
    private static final long PATIENCE_SECONDS = 120;
    private static final String LOOPBACK = "127.0.0.1";

    SparkSession start(SparkConf conf, String name) {
        conf.setMaster(master.url());
        conf.setAppName(name);
        conf.setIfMissing("spark.ui.enabled", "false");
        conf.setIfMissing("spark.ui.showConsoleProgress", "false");
        conf.setIfMissing("spark.rdd.compress", "true");
        // One task runs per core, and each needs one thread.
        conf.setIfMissing("spark.executorEnv.OMP_NUM_THREADS", "1");
        // Version 1 makes the output appear when the job ends, not task by task.
        conf.setIfMissing("spark.hadoop.mapreduce.fileoutputcommitter.algorithm.version", "1");
        if (master.isLoopback()) {
            conf.setIfMissing("spark.driver.host", LOOPBACK);
            conf.setIfMissing("spark.driver.bindAddress", LOOPBACK);
        }
        if (!master.isLocal()) {
            Set<String> jars = ownJars();
            if (!jars.isEmpty()) {
                conf.setIfMissing("spark.jars", String.join(",", jars));
            }
        }
        master.requireReachable();
        return startWithTimeLimit(conf);
    }

    private SparkSession startWithTimeLimit(SparkConf conf) {
        FutureTask<SparkSession> start =
                new FutureTask<>(() -> SparkSession.builder().config(conf).getOrCreate());
        Thread thread = new Thread(start, "start of Spark");
        thread.setDaemon(true);
        thread.start();
        try {
            return master.isLocal() ? start.get() : start.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new EspalierException(
                    "the master " + master.url() + " does not answer; check that it is a Spark master of the same "
                            + "version, with the same spark.authenticate and secret",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EspalierException("stopped while Spark was starting", e);
        } catch (ExecutionException e) {
            throw refused(e.getCause() == null ? e : e.getCause());
        }
    }

    private EspalierException refused(Throwable cause) {
        String message = String.valueOf(cause.getMessage());
        if (message.contains("Master URL") || message.contains("MASTER_URL")) {
            return SparkMaster.notAMaster(master.url());
        }
        return new EspalierException(
                "cannot start Spark at " + master.url() + ": "
                        + message.lines().findFirst().orElse("") + "; check --master and --set-spark",
                cause);
    }

    /** Jars of the command line and of the experiments, which executors never load. */
    private static final Pattern DRIVER_ONLY = Pattern.compile("(espalier-cli|espalier-lab|picocli|echarts|viz)-.*");

    /**
     * Returns the jars to send to executors: ours and those of our libraries. Executors have Spark's own jars. If the program
     * runs from class folders, there are none to send.
     */
    private static Set<String> ownJars() {
        Set<String> jars = new LinkedHashSet<>();
        jar(EspalierSpark.class).ifPresent(jar -> jars.add(jar.toUri().toString()));
        jar(Espalier.class).ifPresent(jar -> {
            File[] libraries = jar.resolveSibling("lib")
                    .toFile()
                    .listFiles((folder, file) ->
                            file.endsWith(".jar") && !DRIVER_ONLY.matcher(file).matches());
            if (libraries != null) {
                for (File library : libraries) {
                    jars.add(library.toURI().toString());
                }
            }
        });
        return jars;
    }

    private static Optional<Path> jar(Class<?> type) {
        CodeSource code = type.getProtectionDomain().getCodeSource();
        try {
            return Optional.of(Path.of(code.getLocation().toURI())).filter(Files::isRegularFile);
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }
}

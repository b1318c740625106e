package org.espalier.spark.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.launcher.JavaModuleOptions;

/**
 * A Spark master and workers on the loopback interface, each in its own process. Connections are authenticated. All processes
 * end with the cluster.
 *
 * <p>The class path of the executors lacks espalier-cli, espalier-lab and picocli, so a job that ends proves that executors load
 * nothing of them.
 */
final class LocalCluster implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Pattern DRIVER_ONLY = Pattern.compile("espalier-(cli|lab)\\b|picocli");
    private static final String LOOPBACK = "127.0.0.1";
    private static final String SECRET = "test secret";

    private final Path folder;
    private final List<Process> workers = new ArrayList<>();
    private final Process master;
    private final String url;

    /**
     * Starts a cluster and waits until it can be used.
     *
     * @param folder the folder for logs and for temporary files of executors
     * @param workers the number of workers, each with one core
     */
    LocalCluster(Path folder, int workers) throws IOException {
        this.folder = folder;
        // Workers require a folder of Spark's jars. It is empty: executors get their class path from options().
        Files.createDirectories(folder.resolve("home/jars"));
        Files.writeString(
                folder.resolve("spark.conf"),
                String.join(
                        "\n",
                        settings().stream()
                                .map(setting -> setting.replaceFirst("=", " "))
                                .toList()));
        Files.writeString(folder.resolve("log4j2.properties"), """
                status = off
                appender.err.type = Console
                appender.err.name = err
                appender.err.target = SYSTEM_ERR
                appender.err.layout.type = PatternLayout
                appender.err.layout.pattern = %p %c{1}: %m%n
                rootLogger.level = info
                rootLogger.appenderRef.err.ref = err
                """);
        this.master = start("master", "org.apache.spark.deploy.master.Master", "--port", "0", "--webui-port", "0");
        this.url =
                await("the master", () -> found("master", Pattern.compile("Starting Spark master at (spark://\\S+)")));
        for (int k = 0; k < workers; k++) {
            this.workers.add(startWorker("worker-" + k));
        }
        for (int k = 0; k < workers; k++) {
            String name = "worker-" + k;
            await(name, () -> found(name, Pattern.compile("Successfully registered with master (\\S+)")));
        }
    }

    private Process startWorker(String name) throws IOException {
        return start(
                name,
                "org.apache.spark.deploy.worker.Worker",
                "--cores",
                "1",
                "--memory",
                "1g",
                "--port",
                "0",
                "--webui-port",
                "0",
                "--work-dir",
                folder.resolve(name).toString(),
                url);
    }

    private Process start(String name, String type, String... args) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:TieredStopAtLevel=1",
                "-Dlog4j2.configurationFile=" + folder.resolve("log4j2.properties"),
                "-cp",
                System.getProperty("java.class.path")));
        command.addAll(1, Arrays.asList(JavaModuleOptions.defaultModuleOptionArray()));
        command.addAll(List.of(
                type,
                "--host",
                LOOPBACK,
                "--properties-file",
                folder.resolve("spark.conf").toString()));
        command.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(name + ".log").toFile());
        Map<String, String> environment = builder.environment();
        environment.put("SPARK_LOCAL_IP", LOOPBACK);
        environment.put("SPARK_HOME", folder.resolve("home").toString());
        environment.put("SPARK_SCALA_VERSION", "2.13");
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        return builder.start();
    }

    /** Returns the settings that drivers, masters and workers share. */
    List<String> settings() {
        return List.of(
                "spark.authenticate=true",
                "spark.authenticate.secret=" + SECRET,
                "spark.local.dir=" + folder.resolve("kept"));
    }

    /** Returns the options for a command to run on this cluster. */
    List<String> options() {
        List<String> options = new ArrayList<>(List.of("--master", url));
        Stream.concat(
                        settings().stream(),
                        Stream.of("spark.executor.memory=512m", "spark.executor.extraClassPath=" + executorClassPath()))
                .forEach(setting -> options.addAll(List.of("--set-spark", setting)));
        return options;
    }

    /** Returns the class path of this process without the modules and libraries that executors must not need. */
    private static String executorClassPath() {
        return Stream.of(System.getProperty("java.class.path").split(Pattern.quote(File.pathSeparator)))
                .filter(entry -> !DRIVER_ONLY.matcher(entry).find())
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Returns the processes of all executors. */
    List<ProcessHandle> executors() {
        return workers.stream().flatMap(LocalCluster::executors).toList();
    }

    private static Stream<ProcessHandle> executors(Process worker) {
        return worker.descendants().filter(ProcessHandle::isAlive);
    }

    /** Waits until executors of earlier jobs are gone. */
    void awaitIdle() {
        await("the end of executors", () -> executors().isEmpty() ? Optional.of(true) : Optional.empty());
    }

    /** Kills an executor of the only job, which has one on each worker. Its worker starts another. */
    void killAnExecutor() {
        await("executors", () -> executors().size() == workers.size() ? Optional.of(true) : Optional.empty());
        kill(executors().get(0));
    }

    /** Kills a worker and its executors. */
    void killAWorker() {
        Process worker = workers.remove(0);
        List<ProcessHandle> children = executors(worker).toList();
        kill(worker.toHandle());
        children.forEach(LocalCluster::kill);
    }

    private static void kill(ProcessHandle process) {
        // An executor ends by itself, too, as soon as its worker is gone.
        assertThat(process.destroyForcibly() || !process.isAlive()).isTrue();
    }

    /** Returns the partitions of results that executors have stored so far; those that were killed leave theirs behind. */
    Set<Path> storedPartitions() {
        try (Stream<Path> files =
                Files.exists(folder.resolve("kept")) ? Files.walk(folder.resolve("kept")) : Stream.empty()) {
            return files.filter(file -> String.valueOf(file.getFileName()).startsWith("rdd_"))
                    .collect(Collectors.toSet());
        } catch (UncheckedIOException | IOException e) {
            return Set.of(); // a folder was deleted meanwhile
        }
    }

    private Optional<String> found(String log, Pattern pattern) {
        Matcher matcher = pattern.matcher(log(log));
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    private String log(String name) {
        try {
            return Files.readString(folder.resolve(name + ".log"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until a value is present. */
    <T> T await(String what, Supplier<Optional<T>> look) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < end) {
            Optional<T> found = look.get();
            if (found.isPresent()) {
                return found.get();
            }
            try {
                Thread.sleep(50);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError("interrupted", e);
            }
        }
        close();
        throw new AssertionError("timed out waiting for " + what);
    }

    @Override
    public void close() {
        List<ProcessHandle> all = new ArrayList<>();
        for (Process process :
                Stream.concat(workers.stream(), Stream.of(master)).toList()) {
            List<ProcessHandle> children = process.descendants().toList();
            all.add(process.toHandle());
            all.addAll(children);
            process.destroyForcibly();
            children.forEach(ProcessHandle::destroyForcibly);
        }
        all.forEach(process -> process.onExit().join());
    }
}

package org.espalier.spark.command;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;
import org.espalier.cli.console.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the master and the settings of Spark. */
final class SparkOptions {
    @Option(
            names = "--master",
            paramLabel = "URL",
            description =
                    "URL of the Spark master: local[N] for N cores of this machine, spark://HOST:PORT for a cluster. "
                            + "Default: that of spark-submit, or all cores of this machine.")
    private @Nullable String master;

    @Option(
            names = "--set-spark",
            paramLabel = "KEY=VALUE",
            description = "Spark property, for example spark.executor.memory=8g. May be repeated.")
    private Map<String, String> settings = new LinkedHashMap<>();

    /** Returns the option {@code --master} as the user gave it; empty if absent. */
    List<String> masterOption() {
        return master == null ? List.of() : List.of("--master", master);
    }

    /** Starts Spark for a job. */
    SparkSession open(String name) {
        return open(name, Map.of());
    }

    /**
     * Starts Spark for a job with required settings.
     *
     * @param required settings that override those of the user
     */
    SparkSession open(String name, Map<String, String> required) {
        SparkConf conf = new SparkConf();
        String chosen = master != null ? master : conf.get("spark.master", "local[*]");
        settings.forEach((key, value) -> {
            if (!key.startsWith("spark.")) {
                throw new UsageException(
                        "--set-spark takes settings of Spark, which begin with 'spark.'; got '" + key + "'");
            }
            conf.set(key, value);
        });
        required.forEach(conf::set);
        return new SparkSessionFactory(SparkMaster.of(chosen)).start(conf, name);
    }
}

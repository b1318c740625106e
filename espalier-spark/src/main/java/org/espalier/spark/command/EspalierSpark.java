package org.espalier.spark.command;

import org.espalier.cli.Espalier;

/** The {@code espalier} program with the commands that need Spark. */
public final class EspalierSpark {
    /** Names the logging configuration. Ours is quiet: the commands report what users should know. */
    private static final String LOGGING = "log4j2.configurationFile";

    private EspalierSpark() {}

    public static void main(String[] args) {
        if (System.getProperty(LOGGING) == null) {
            System.setProperty(LOGGING, "classpath:org/espalier/spark/log4j2.properties");
        }
        Espalier.main(args, SparkCommand.class);
    }
}

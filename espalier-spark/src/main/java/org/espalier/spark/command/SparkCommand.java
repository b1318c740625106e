package org.espalier.spark.command;

import picocli.CommandLine.Command;

/** The commands that need Spark. Another is added to {@code subcommands}. */
@Command(
        name = "spark",
        description = {
            "Corpora of any size: what a trained run says of each row, on Apache Spark; and training by several machines.",
            "The results are those of the plain commands, whatever the number of cores, executors and partitions."
        },
        subcommands = {
            AlignCorpusCommand.class,
            ScoreCorpusCommand.class,
            TransduceCorpusCommand.class,
            EvaluateCorpusCommand.class,
            LatticesCorpusCommand.class,
            TrainClusterCommand.class,
            CorpusBenchCommand.class
        },
        footer = {
            "",
            "Example:",
            "  espalier spark align --master local[2] --run runs/swa --pairs words.tsv --out aligned"
        })
final class SparkCommand {}

package org.espalier.spark.command;

import picocli.CommandLine.Command;

/** The commands that need Spark. Another is added to {@code subcommands}. */
@Command(
        name = "spark",
        description = {
            "Align, score, transduce and evaluate large corpora, and train on several machines, with Apache Spark.",
            "Results equal those of the plain commands for any number of cores, executors and partitions."
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

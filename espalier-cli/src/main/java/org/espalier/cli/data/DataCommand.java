package org.espalier.cli.data;

import picocli.CommandLine.Command;

/** The parent of the commands that generate or import data. */
@Command(
        name = "data",
        description = "Generate or import the data of the paper's tasks: pairs, and a machine that aligns them.",
        subcommands = {DataScanCommand.class, DataCipherCommand.class, DataDakshinaCommand.class},
        footer = {
            "",
            "Example:",
            "  espalier data cipher --out data/cipher --stats",
        })
public final class DataCommand {}

package org.espalier.cli.machine;

import picocli.CommandLine.Command;

/** The parent of the commands about machines. */
@Command(
        name = "machine",
        description = "Check, print, draw, compose and convert machines.",
        subcommands = {
            MachineCheckCommand.class,
            MachinePrintCommand.class,
            MachineDrawCommand.class,
            MachineComposeCommand.class,
            MachineConvertCommand.class
        },
        footer = {
            "",
            "A machine is a file (.mfst machine language, .fst.txt text, .fst OpenFst binary, .att OpenFst text) "
                    + "or a built-in machine: builtin:deletion-insertion, builtin:edit, builtin:cipher.",
            "",
            "Example:",
            "  espalier machine check builtin:cipher"
        })
public final class MachineCommand {}

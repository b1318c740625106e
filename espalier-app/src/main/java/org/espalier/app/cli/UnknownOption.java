package org.espalier.app.cli;

import org.espalier.app.data.Unknown;
import picocli.CommandLine.Option;

/** What happens to symbols that the machine does not know, where inputs come with their outputs. */
final class UnknownOption {
    @Option(
            names = "--unknown",
            paramLabel = "RULE",
            description =
                    "What happens to a pair with a symbol that the machine does not know. skip: it is told of and "
                            + "left out. fail: the first ends the command, with nothing printed. Default: skip.")
    private Unknown rule = Unknown.SKIP;

    Unknown rule() {
        requireWhole(rule);
        return rule;
    }

    /** Refuses to copy symbols of x, where y is given: there is no saying which symbols of y are copies. */
    static void requireWhole(Unknown rule) {
        if (rule == Unknown.COPY) {
            throw new WrongCall("--unknown copy is for outputs that are looked for (transduce, evaluate --transduce); "
                    + "give --unknown skip or --unknown fail");
        }
    }
}

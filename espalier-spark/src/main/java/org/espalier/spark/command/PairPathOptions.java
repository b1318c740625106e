package org.espalier.spark.command;

import java.util.List;
import picocli.CommandLine.Option;

/** The option for the files of pairs of a corpus. */
final class PairPathOptions {
    @Option(
            names = "--pairs",
            required = true,
            arity = "1..*",
            paramLabel = "PATH",
            description = "Pairs: files or folders of lines x<TAB>y, of JSON lines or of Parquet, here or wherever "
                    + "Hadoop can read; wildcards too.")
    private List<String> paths = List.of();

    List<String> paths() {
        return paths;
    }
}

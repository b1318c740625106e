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
            description =
                    "Files or folders of pairs, as lines x<TAB>y, JSON lines or Parquet, on any file system of Hadoop; "
                            + "may contain wildcards.")
    private List<String> paths = List.of();

    List<String> paths() {
        return paths;
    }
}

package org.espalier.cli.run;

import org.espalier.cli.console.UsageException;
import org.espalier.run.result.Json;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option {@code --json} of commands that have {@code --format jsonl}, too. */
final class JsonFormatOption {
    @Option(names = "--json", description = "Same as --format jsonl.")
    private boolean json;

    boolean isGiven() {
        return json;
    }

    /**
     * Returns the format that is asked for.
     *
     * @param given the value of {@code --format}, if it is there
     * @param jsonl the format that {@code --json} stands for
     * @param otherwise the format if none is asked for
     */
    <E extends Enum<E>> E format(@Nullable E given, E jsonl, E otherwise) {
        if (json && given != null && given != jsonl) {
            throw new UsageException(
                    "--json means --format jsonl, but --format is " + Json.word(given) + "; give one of them");
        }
        return json ? jsonl : given != null ? given : otherwise;
    }
}

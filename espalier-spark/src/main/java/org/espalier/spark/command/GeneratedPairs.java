package org.espalier.spark.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.espalier.fst.base.AtomicFiles;
import org.espalier.run.data.PairFile;
import org.espalier.run.data.Reading;

/**
 * Generates any number of pairs from those of a file: half of them are copies, half join the beginning of one pair with the
 * end of another, so lengths and symbols are similar. The same seed gives the same pairs.
 */
record GeneratedPairs(PairFile file, Reading reading, long seed) {
    static GeneratedPairs of(Path file, Reading reading, long seed) {
        return new GeneratedPairs(
                PairFile.read(file.toString(), reading, java.io.InputStream.nullInputStream()), reading, seed);
    }

    void write(Path to, int count) {
        AtomicFiles.writeText(to, out -> {
            PrintWriter lines = new PrintWriter(out);
            SplittableRandom random = new SplittableRandom(seed);
            for (int k = 0; k < count; k++) {
                lines.print(line(random) + "\n");
            }
            lines.flush();
        });
    }

    private String line(SplittableRandom random) {
        var first = file.pairs().get(random.nextInt(file.pairs().size()));
        var second = file.pairs().get(random.nextInt(file.pairs().size()));
        return random.nextBoolean()
                ? reading.inputText(first.x()) + "\t" + reading.outputText(first.y())
                : reading.inputText(joined(first.x(), second.x()))
                        + "\t"
                        + reading.outputText(joined(first.y(), second.y()));
    }

    private static List<String> joined(List<String> first, List<String> second) {
        List<String> beginning = first.subList(0, first.size() / 2);
        List<String> end = second.subList(second.size() / 2, second.size());
        return Stream.concat(beginning.stream(), end.stream()).toList();
    }
}

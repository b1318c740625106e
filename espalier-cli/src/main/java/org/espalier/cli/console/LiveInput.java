package org.espalier.cli.console;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.espalier.fst.base.FileErrors;
import org.espalier.fst.base.LineReader;

/**
 * Standard input, line by line as it comes, for programs that hold a command open and ask one question at a time. Lines that have
 * arrived together are passed on together, so that a whole file is answered as fast as if it had been named.
 */
public final class LiveInput {
    /** The name of standard input in messages. */
    public static final String NAME = "standard input";

    /** The largest number of lines that are passed on together: several batches of a search, for as many threads. */
    private static final int MAX_LINES = 4096;

    /** A line. A blank one is a question, too: who asked it waits for an answer. */
    public record Line(String text, int number) {
        /** Returns why a line is no question that has no text, or of which nothing is read. */
        public String withoutContent() {
            return text.isBlank() ? "the line is empty; write an input or a pair" : "the line is a comment";
        }

        /** Returns a reader of this line alone. */
        public LineReader reader() {
            return new LineReader(NAME, new StringReader(text), number - 1);
        }
    }

    private LiveInput() {}

    /** Passes on all lines until the end of the input. */
    public static void forEachBatch(InputStream in, Consumer<List<Line>> consumer) {
        try (BufferedReader lines = new BufferedReader(LineReader.utf8(in))) {
            int number = 0;
            String text = lines.readLine();
            while (text != null) {
                List<Line> batch = new ArrayList<>();
                while (text != null) {
                    batch.add(new Line(text, ++number));
                    if (batch.size() == MAX_LINES || !lines.ready()) {
                        break;
                    }
                    text = lines.readLine();
                }
                consumer.accept(batch);
                text = text == null ? null : lines.readLine();
            }
        } catch (IOException e) {
            throw FileErrors.reading(NAME, e);
        }
    }
}

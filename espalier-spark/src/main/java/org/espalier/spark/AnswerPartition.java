package org.espalier.spark;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.LongAccumulator;
import org.espalier.model.Torch;
import org.espalier.run.folder.TrainedRun;

/**
 * Answers the rows of a partition. It holds one window of rows at a time, which bounds memory.
 *
 * @param done counts the rows that are done
 */
record AnswerPartition(
        Broadcast<RunSnapshot> run,
        RowTask task,
        AnswerFormat format,
        ColumnNames columns,
        boolean isJson,
        LongAccumulator done)
        implements FlatMapFunction<Iterator<RawRow>, RowOutcome> {
    /** Large enough to batch rows of similar size. */
    private static final int WINDOW = 1024;

    /** The runs that this process has opened: each once, for all tasks, until the process ends. */
    private static final Map<String, TrainedRun> OPEN_RUNS = new ConcurrentHashMap<>();

    @Override
    public Iterator<RowOutcome> call(Iterator<RawRow> rows) {
        // This holds for the thread. As many tasks run at the same time as there are cores.
        Torch.useThreads(1);
        RunSnapshot files = run.value();
        TrainedRun opened = OPEN_RUNS.computeIfAbsent(files.digest(), digest -> files.open());
        RowParser parser = new RowParser(opened.config().data().reading(), columns, isJson, task.needsOutput());
        return new Windows(rows, parser, task.open(opened, format));
    }

    private final class Windows implements Iterator<RowOutcome> {
        private final Iterator<RawRow> rows;
        private final RowParser parser;
        private final RowAnswerer answerer;
        private Iterator<RowOutcome> outcomes = Collections.emptyIterator();

        Windows(Iterator<RawRow> rows, RowParser parser, RowAnswerer answerer) {
            this.rows = rows;
            this.parser = parser;
            this.answerer = answerer;
        }

        @Override
        public boolean hasNext() {
            while (!outcomes.hasNext() && rows.hasNext()) {
                outcomes = window();
            }
            return outcomes.hasNext();
        }

        @Override
        public RowOutcome next() {
            return outcomes.next();
        }

        private Iterator<RowOutcome> window() {
            List<CorpusRow> good = new ArrayList<>();
            List<RowOutcome> results = new ArrayList<>();
            int taken = 0;
            while (taken < WINDOW && rows.hasNext()) {
                parser.parse(rows.next(), good::add, results::add);
                taken++;
            }
            results.addAll(answerer.answer(good));
            done.add(taken);
            return results.iterator();
        }
    }
}

package org.espalier.spark;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.LongAccumulator;
import org.espalier.model.Torch;
import org.espalier.run.folder.TrainedRun;

/** The work of a task on the rows of its partition, a window of them at a time, so that memory is bounded. */
record AnswerPartition(
        Broadcast<RunSnapshot> run,
        RowTask task,
        AnswerFormat form,
        ColumnNames columns,
        boolean areJson,
        LongAccumulator done)
        implements FlatMapFunction<Iterator<RawRow>, RowOutcome> {
    /** Enough to find rows of like size for a batch. */
    private static final int WINDOW = 1024;

    @Override
    public Iterator<RowOutcome> call(Iterator<RawRow> rows) {
        // For this thread: tasks run side by side, as many as there are cores.
        Torch.useThreads(1);
        TrainedRun opened = ExecutorRunCache.of(run.value());
        RowParser parser = new RowParser(opened.config().data().reading(), columns, areJson, task.needsOutput());
        return new Windows(rows, parser, task.open(opened, form));
    }

    private final class Windows implements Iterator<RowOutcome> {
        private final Iterator<RawRow> rows;
        private final RowParser parser;
        private final RowAnswerer work;
        private Iterator<RowOutcome> ready = Collections.emptyIterator();

        Windows(Iterator<RawRow> rows, RowParser parser, RowAnswerer work) {
            this.rows = rows;
            this.parser = parser;
            this.work = work;
        }

        @Override
        public boolean hasNext() {
            while (!ready.hasNext() && rows.hasNext()) {
                ready = window();
            }
            return ready.hasNext();
        }

        @Override
        public RowOutcome next() {
            return ready.next();
        }

        private Iterator<RowOutcome> window() {
            List<CorpusRow> good = new ArrayList<>();
            List<RowOutcome> outcomes = new ArrayList<>();
            int taken = 0;
            while (taken < WINDOW && rows.hasNext()) {
                parser.parse(rows.next(), good::add, outcomes::add);
                taken++;
            }
            outcomes.addAll(work.answer(good));
            done.add(taken);
            return outcomes.iterator();
        }
    }
}

package org.espalier.spark;

import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.espalier.app.cli.Console;
import org.espalier.app.cli.Progress;
import org.espalier.app.cli.ReportHead;
import org.espalier.app.cli.RunOption;
import org.espalier.app.cli.WrongCall;
import org.espalier.app.run.TrainedRun;
import org.espalier.fst.EspalierException;
import picocli.CommandLine.Mixin;

/** A command that asks something about each row of a corpus. */
abstract class CorpusCommand implements Runnable {
    private final Console console;

    @Mixin
    private RunOption run = new RunOption();

    @Mixin
    private CorpusOptions corpus = new CorpusOptions();

    @Mixin
    private SparkOptions spark = new SparkOptions();

    CorpusCommand(Console console) {
        this.console = console;
    }

    /** Refuses options that do not go together. */
    void requireSense() {}

    /** The files. */
    abstract List<String> paths();

    abstract RowTask task(TrainedRun opened, long seed);

    /** Whether the results are worth nothing unless they are written. */
    boolean needsOut() {
        return true;
    }

    /** Shows what all rows together say. */
    void summarize(Summary summary) {}

    /**
     * What there is to summarize.
     *
     * @param seconds how long the work took
     */
    record Summary(Console console, RowTask task, ReportHead head, CorpusResults results, double seconds) {}

    @Override
    public void run() {
        requireSense();
        if (needsOut() && corpus.out() == null) {
            throw new WrongCall("--out is missing: the folder for the results");
        }
        try (TrainedRun opened = TrainedRun.open(run.path(), console::say)) {
            RowTask task = task(opened, run.seed());
            RunFiles files = RunFiles.of(opened);
            SparkSession session = spark.open("espalier " + task.getClass().getSimpleName());
            try {
                work(session, opened, files, task);
            } finally {
                session.stop();
            }
        } catch (WrongCall e) {
            throw e;
        } catch (Exception e) { // Spark throws checked exceptions without saying so
            throw SparkFailure.explained(e);
        }
    }

    private void work(SparkSession session, TrainedRun opened, RunFiles files, RowTask task) {
        Optional<Output> out = Optional.ofNullable(corpus.out()).map(folder -> corpus.output(session, folder));
        Optional<Output> rejects = Optional.ofNullable(corpus.rejects()).map(folder -> corpus.output(session, folder));
        CorpusFiles found = CorpusFiles.find(paths(), session.sparkContext().hadoopConfiguration());
        out.ifPresent(results -> rejects.ifPresent(results::requireApart));
        Stream.of(out, rejects).flatMap(Optional::stream).forEach(folder -> {
            found.files().forEach(folder::requireOutside);
            folder.requireOutside(new Path(opened.folder().path().toUri()));
        });
        Corpus rows = corpus.read(session, found, task.needsOutput());
        Form form = corpus.format() == Output.Format.TSV ? Form.COLUMNS : Form.JSON;
        long begin = System.nanoTime();
        try (CorpusResults results = new CorpusJob(session, files).ask(task, rows, form, progress(rows.size()))) {
            double seconds = (System.nanoTime() - begin) / 1e9;
            write(results, task, out, rejects, rows.name());
            ReportHead head = new ReportHead(
                    opened.folder().path().toString(),
                    opened.step(),
                    results.answered(),
                    results.rejected(),
                    rows.name());
            summarize(new Summary(console, task, head, results, seconds));
        }
    }

    private LongConsumer progress(long total) {
        Progress progress = new Progress(console, "rows", total);
        long[] before = {0};
        return done -> {
            progress.step(Math.toIntExact(done - before[0]));
            before[0] = done;
        };
    }

    private void write(
            CorpusResults results, RowTask task, Optional<Output> out, Optional<Output> rejects, String name) {
        if (results.rejected() > 0) {
            rejects.ifPresent(folder -> folder.write(results.rejectLines(), results::rejects, corpus.format()));
        } else {
            rejects.ifPresent(Output::remove);
        }
        String where = rejects.map(folder -> ", and are in " + folder.folder() + " with their reasons")
                .orElse("; --rejects names a folder for them and their reasons");
        if (results.answered() == 0) {
            throw new EspalierException(
                    results.rejected() == 0
                            ? name + " has no rows"
                            : name + ": none of its " + CorpusOptions.number(results.rejected()) + " rows can be used"
                                    + where);
        }
        out.ifPresent(folder -> {
            folder.write(results.lines(task, corpus.format()), results::answers, corpus.format());
            console.say("wrote " + folder.folder() + ": " + CorpusOptions.number(results.answered()) + " rows");
        });
        results.cautions()
                .forEach((caution, count) -> console.say(name + ": " + CorpusOptions.number(count) + " of "
                        + CorpusOptions.number(results.answered()) + " rows: " + caution));
        if (results.rejected() > 0) {
            console.say(CorpusOptions.number(results.rejected()) + " of "
                    + CorpusOptions.number(results.answered() + results.rejected()) + " rows cannot be used" + where);
        }
    }
}

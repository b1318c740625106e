package org.espalier.spark.command;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.espalier.cli.console.Console;
import org.espalier.cli.console.ConsoleProgress;
import org.espalier.cli.console.SettingFlags;
import org.espalier.cli.console.UsageException;
import org.espalier.cli.run.RunOption;
import org.espalier.fst.base.EspalierException;
import org.espalier.run.folder.TrainedRun;
import org.espalier.run.result.EvaluationHeader;
import org.espalier.spark.AnswerFormat;
import org.espalier.spark.Corpus;
import org.espalier.spark.CorpusFiles;
import org.espalier.spark.CorpusJob;
import org.espalier.spark.CorpusResults;
import org.espalier.spark.OutputFolder;
import org.espalier.spark.RowTask;
import org.espalier.spark.RunSnapshot;
import org.espalier.spark.SparkFailure;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that asks a trained run about each row of a corpus. */
abstract class CorpusCommand implements Runnable {
    private final Console console;

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private RunOption run = new RunOption();

    @Mixin
    private CorpusOptions corpus = new CorpusOptions();

    @Mixin
    private SparkOptions spark = new SparkOptions();

    CorpusCommand(Console console) {
        this.console = console;
    }

    /** Checks options that exclude each other. */
    void requireConsistent() {}

    /** Returns the paths of the corpus. */
    abstract List<String> paths();

    /** Returns the question to ask about each row. */
    abstract RowTask task(TrainedRun opened, long seed);

    /** Returns whether {@code --out} is required. */
    boolean needsOut() {
        return true;
    }

    /** Prints a summary of the results. */
    void summarize(Summary summary) {}

    /**
     * The results of a job and how they were made.
     *
     * @param seconds the duration of the job
     */
    record Summary(Console console, RowTask task, EvaluationHeader header, CorpusResults results, double seconds) {}

    @Override
    public void run() {
        requireConsistent();
        if (needsOut() && corpus.out() == null) {
            throw new UsageException("--out is missing: the folder for the results");
        }
        try (TrainedRun opened = TrainedRun.open(run.paths(), console::info)) {
            RowTask task = task(opened, run.seed());
            RunSnapshot files = RunSnapshot.of(opened);
            SparkSession session = spark.open("espalier " + task.getClass().getSimpleName());
            try {
                run(session, opened, files, task);
            } finally {
                session.stop();
            }
        } catch (UsageException e) {
            throw e;
        } catch (Exception e) { // Spark throws checked exceptions that it does not declare
            throw SparkFailure.explained(e);
        }
    }

    private void run(SparkSession session, TrainedRun opened, RunSnapshot files, RowTask task) {
        Optional<OutputFolder> out = Optional.ofNullable(corpus.out()).map(folder -> corpus.output(session, folder));
        Optional<OutputFolder> rejects =
                Optional.ofNullable(corpus.rejects()).map(folder -> corpus.output(session, folder));
        CorpusFiles found = CorpusFiles.find(paths(), session.sparkContext().hadoopConfiguration());
        requireNoOverlap(out, rejects, found, opened);
        Corpus rows = corpus.read(session, found, task.needsOutput());
        AnswerFormat format = corpus.format() == OutputFolder.Format.TSV ? AnswerFormat.COLUMNS : AnswerFormat.JSON;
        long begin = System.nanoTime();
        try (CorpusResults results = new CorpusJob(session, files).ask(task, rows, format, progress(rows.size()))) {
            double seconds = (System.nanoTime() - begin) / 1e9;
            write(results, out, rejects, rows.name());
            EvaluationHeader header = EvaluationHeader.of(opened, results.answered(), results.rejected(), rows.name());
            summarize(new Summary(console, task, header, results, seconds));
        }
    }

    private LongConsumer progress(long total) {
        ConsoleProgress progress = new ConsoleProgress(console, "rows", total);
        long[] before = {0};
        return done -> {
            progress.step(Math.toIntExact(done - before[0]));
            before[0] = done;
        };
    }

    /** Checks that the output folders replace neither each other nor what the job reads. */
    private static void requireNoOverlap(
            Optional<OutputFolder> out, Optional<OutputFolder> rejects, CorpusFiles found, TrainedRun opened) {
        try {
            out.ifPresent(results -> rejects.ifPresent(results::requireDisjoint));
            Stream.of(out, rejects).flatMap(Optional::stream).forEach(folder -> {
                found.files().forEach(folder::requireNotHolding);
                folder.requireNotHolding(new Path(opened.folder().path().toUri()));
            });
        } catch (EspalierException e) {
            throw new UsageException(e);
        }
    }

    private void write(CorpusResults results, Optional<OutputFolder> out, Optional<OutputFolder> rejects, String name) {
        if (results.rejected() > 0) {
            rejects.ifPresent(folder -> folder.write(results.rejectLines(), results::rejects, corpus.format()));
        } else {
            rejects.ifPresent(OutputFolder::remove);
        }
        String where = rejects.map(folder -> "; " + folder.folder() + " lists them with the reasons")
                .orElse("; give --rejects DIR to list them with the reasons");
        if (results.answered() == 0) {
            throw new EspalierException(
                    results.rejected() == 0
                            ? name + " has no rows"
                            : name + ": none of its " + CorpusOptions.number(results.rejected()) + " rows can be used"
                                    + where);
        }
        out.ifPresent(folder -> {
            folder.write(results.lines(corpus.format()), results::answers, corpus.format());
            console.info("wrote " + folder.folder() + ": " + CorpusOptions.number(results.answered()) + " rows");
        });
        results.cautions()
                .forEach((caution, count) -> console.info(name + ": " + CorpusOptions.number(count) + " of "
                        + CorpusOptions.number(results.answered()) + " rows: " + caution.message()
                        + SettingFlags.remedy(caution.settings(), Objects.requireNonNull(spec))));
        if (results.rejected() > 0) {
            console.info(CorpusOptions.number(results.rejected()) + " of "
                    + CorpusOptions.number(results.answered() + results.rejected()) + " rows cannot be used" + where);
        }
    }
}

package org.espalier.cli.run;

import org.espalier.cli.console.Console;
import org.espalier.cli.console.LiveInput;
import org.espalier.run.folder.TrainedRun;
import org.espalier.run.request.RequestLimits;
import org.espalier.run.request.Requests;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Answers questions of another program, as JSON lines. */
@Command(
        name = "ask",
        description = {
            "Answer questions of another program about a run: one JSON line asks, one JSON line answers.",
            "Reads requests to transduce, align, score or show the lattice of a pair from standard input, and answers each as "
                    + "it comes, until the input ends. A request that is wrong is answered with an error, too. "
                    + "docs/reference/formats.md describes both lines; docs/guides/python.md is about the Python package that sends them."
        },
        footer = {
            "",
            "Example:",
            "  espalier ask --run runs/swa < questions.jsonl > answers.jsonl"
        })
public final class AskCommand implements Runnable {
    private final Console console;

    @Mixin
    private RunOption run = new RunOption();

    AskCommand(Console console) {
        this.console = console;
    }

    @Override
    public void run() {
        try (TrainedRun opened = run.open(console)) {
            Requests requests = new Requests(opened, RequestLimits.LOCAL, run.seed());
            LiveInput.forEachBatch(
                    System.in,
                    lines -> requests.answerLines(
                            lines.stream().map(LiveInput.Line::text).toList(),
                            lines.get(0).number(),
                            answer -> {
                                console.out().println(answer);
                                console.out().flush();
                            }));
        }
    }
}

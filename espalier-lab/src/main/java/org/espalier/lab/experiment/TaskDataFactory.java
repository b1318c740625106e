package org.espalier.lab.experiment;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.espalier.fst.base.EspalierException;
import org.espalier.lab.task.CipherTask;
import org.espalier.lab.task.DakshinaTask;
import org.espalier.lab.task.ScanTask;
import org.espalier.lab.task.SplitSizes;
import org.espalier.lab.task.TaskData;
import org.espalier.run.data.Pair;

/** Makes the data of the paper's tasks in the sizes of a scale. */
final class TaskDataFactory {
    private TaskDataFactory() {}

    static TaskData make(TaskName task, ExperimentPlan plan) {
        SplitSizes sizes = plan.scale().pairs();
        return switch (task) {
            case SCAN -> ScanTask.of(ScanTask.ScanSettings.PAPER.withSizes(sizes));
            case CIPHER -> CipherTask.of(plan.cipher().withSizes(ciphers(sizes)));
            case TR -> DakshinaTask.read(dakshina(plan), DakshinaTask.DakshinaSettings.DEFAULT.withSizes(sizes));
        };
    }

    /** Returns the pair that the paper's Appendix E shows, if the task has it. Ciphers are random and do not have it. */
    static Optional<Pair> paperExample(TaskName task, ExperimentPlan plan) {
        List<Pair> all = switch (task) {
            case SCAN -> ScanTask.commands();
            case TR -> all(DakshinaTask.read(dakshina(plan), DakshinaTask.DakshinaSettings.DEFAULT));
            case CIPHER -> List.of();
        };
        return task.paperExample()
                .flatMap(x -> all.stream().filter(pair -> pair.x().equals(x)).findFirst());
    }

    private static List<Pair> all(TaskData data) {
        return Stream.of(data.train(), data.valid(), data.test())
                .flatMap(List::stream)
                .toList();
    }

    /** Replaces an unbounded size, since ciphered strings are unlimited, by the default of the task. */
    private static SplitSizes ciphers(SplitSizes sizes) {
        return sizes.train() == Integer.MAX_VALUE
                ? new SplitSizes(CipherTask.CipherSettings.DEFAULT.sizes().train(), sizes.valid(), sizes.test())
                : sizes;
    }

    private static Path dakshina(ExperimentPlan plan) {
        return plan.dakshina()
                .orElseThrow(() -> new EspalierException("task tr needs the Dakshina data set: name its folder or "
                        + "archive with --dakshina PATH, or leave the task out; espalier data dakshina says where it is "
                        + "published"));
    }
}

package org.espalier.app.experiment;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.espalier.app.data.Pair;
import org.espalier.app.task.Cipher;
import org.espalier.app.task.Dakshina;
import org.espalier.app.task.Scan;
import org.espalier.app.task.SplitSizes;
import org.espalier.app.task.TaskData;
import org.espalier.fst.EspalierException;

/** Makes the data of the paper's tasks, in the sizes of a scale. */
final class TaskMaker {
    private TaskMaker() {}

    static TaskData make(TaskName task, Plan plan) {
        SplitSizes sizes = plan.scale().pairs();
        return switch (task) {
            case SCAN -> Scan.of(Scan.Settings.PAPER.withSizes(sizes));
            case CIPHER -> Cipher.of(plan.cipher().withSizes(ciphers(sizes)));
            case TR -> Dakshina.read(dakshina(plan), Dakshina.Settings.DEFAULT.withSizes(sizes));
        };
    }

    /** The pair that the paper's Appendix E shows, wherever in the whole data it is; ciphers are random and have none. */
    static Optional<Pair> paperExample(TaskName task, Plan plan) {
        List<Pair> all = switch (task) {
            case SCAN -> Scan.commands();
            case TR -> all(Dakshina.read(dakshina(plan), Dakshina.Settings.DEFAULT));
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

    /** There is no end of ciphered strings, so "all" means as many as the task has by default. */
    private static SplitSizes ciphers(SplitSizes sizes) {
        return sizes.train() == Integer.MAX_VALUE
                ? new SplitSizes(Cipher.Settings.DEFAULT.sizes().train(), sizes.valid(), sizes.test())
                : sizes;
    }

    private static Path dakshina(Plan plan) {
        return plan.dakshina()
                .orElseThrow(() -> new EspalierException("task tr needs the Dakshina data set: name its folder or "
                        + "archive with --dakshina PATH, or leave the task out; espalier data dakshina says where it is "
                        + "published"));
    }
}

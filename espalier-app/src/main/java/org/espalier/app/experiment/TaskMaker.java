package org.espalier.app.experiment;

import java.nio.file.Path;
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

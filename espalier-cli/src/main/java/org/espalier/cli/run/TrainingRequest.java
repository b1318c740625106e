package org.espalier.cli.run;

import org.espalier.run.folder.RunData;
import org.espalier.run.folder.RunFolder;
import org.espalier.run.settings.RunConfig;
import org.espalier.run.settings.SettingValues;
import org.espalier.run.training.SessionOptions;
import org.espalier.run.training.TrainingSession;

/** What {@link TrainOptions} ask for: a new run, or more steps of an existing one. */
public sealed interface TrainingRequest {
    /** Returns the folder of the run. */
    RunFolder folder();

    /** Opens the session that trains. */
    TrainingSession open(SessionOptions options);

    /** Asks for a new run. */
    record NewRun(RunFolder folder, RunConfig config) implements TrainingRequest {
        @Override
        public TrainingSession open(SessionOptions options) {
            return TrainingSession.start(folder, RunData.read(config), options);
        }
    }

    /**
     * Asks to resume a run.
     *
     * @param changes new values of settings that may change during a run
     */
    record ResumedRun(RunFolder folder, SettingValues changes) implements TrainingRequest {
        @Override
        public TrainingSession open(SessionOptions options) {
            return TrainingSession.resume(folder, changes, options);
        }
    }
}

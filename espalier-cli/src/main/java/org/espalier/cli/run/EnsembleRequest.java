package org.espalier.cli.run;

import java.util.function.Consumer;
import org.espalier.run.folder.EnsembleFolder;
import org.espalier.run.folder.RunData;
import org.espalier.run.settings.RunConfig;
import org.espalier.run.settings.SettingValues;
import org.espalier.run.training.EnsembleSession;

/** What {@link TrainOptions} ask for: a new ensemble, or more steps of the members of an existing one. */
sealed interface EnsembleRequest {
    /** Returns the folder of the ensemble. */
    EnsembleFolder folder();

    /** Opens the session that trains. */
    EnsembleSession open(Consumer<String> messages);

    /** Asks for a new ensemble. */
    record NewEnsemble(EnsembleFolder folder, RunConfig config) implements EnsembleRequest {
        @Override
        public EnsembleSession open(Consumer<String> messages) {
            return EnsembleSession.start(folder, RunData.read(config), messages);
        }
    }

    /**
     * Asks to resume an ensemble.
     *
     * @param changes new values of settings that may change during a run
     */
    record ResumedEnsemble(EnsembleFolder folder, SettingValues changes) implements EnsembleRequest {
        @Override
        public EnsembleSession open(Consumer<String> messages) {
            return EnsembleSession.resume(folder, changes, messages);
        }
    }
}

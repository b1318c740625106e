package org.espalier.cli.explore;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.espalier.lab.results.SamplerVariant;
import org.espalier.model.Recurrence;
import org.espalier.model.checkpoint.CheckpointStore;
import org.espalier.run.folder.RunFolder;
import org.espalier.run.settings.RunConfig;

/**
 * A run that the explorer shows.
 *
 * @param name the path of its folder, relative to the parent of the folder that the user named
 */
record CatalogueRun(String id, String name, RunFolder folder, RunConfig config) {
    /** Returns the name of its folder. */
    String ownName() {
        return name.substring(name.lastIndexOf('/') + 1);
    }

    /** Returns the path of the folder that contains it, relative like its name. */
    String place() {
        return name.substring(0, Math.max(0, name.lastIndexOf('/')));
    }

    /**
     * Returns the place of a file or folder that the configuration names. If it does not exist, the run was probably moved
     * together with it, and the path is resolved against the new place of the run.
     */
    Path find(Path named) {
        return Files.exists(named) ? named : moved(named);
    }

    /** Resolves a path against the present folder of the run, as it was relative to the original folder. */
    private Path moved(Path named) {
        Path current = folder.path().toAbsolutePath();
        return current.resolve(config.out().toAbsolutePath().relativize(named.toAbsolutePath()))
                .normalize();
    }

    /** Returns the run whose scorer this run uses: itself, unless it loaded a scorer and did not train it. */
    Path scorer() {
        Optional<Path> other = config.training().objective().trainsScorer() ? Optional.empty() : config.scorerFrom();
        return moved(other.orElse(config.out()));
    }

    /** Returns the step of the checkpoint in use; empty if none has been saved yet. */
    OptionalLong step() {
        return new CheckpointStore(folder.checkpoints()).step();
    }

    String sampler() {
        return variant().map(SamplerVariant::id).orElse(kind());
    }

    String label() {
        return variant().map(SamplerVariant::label).orElse(kind().toUpperCase(Locale.ROOT));
    }

    /** Returns whether the sampler depends on the state only, so that the probability of each arc is known exactly. */
    boolean isMarkov() {
        return config.sampler().isMarkov();
    }

    private String kind() {
        return config.sampler().kind().name().toLowerCase(Locale.ROOT);
    }

    private Optional<SamplerVariant> variant() {
        return SamplerVariant.of(config.sampler().withRecurrence(Recurrence.GRU));
    }
}

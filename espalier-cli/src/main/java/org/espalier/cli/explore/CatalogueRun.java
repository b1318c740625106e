package org.espalier.cli.explore;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.espalier.lab.results.SamplerVariant;
import org.espalier.model.HistoryMode;
import org.espalier.model.Recurrence;
import org.espalier.model.SamplerKind;
import org.espalier.model.SamplerSettings;
import org.espalier.model.checkpoint.CheckpointStore;
import org.espalier.run.folder.RunFolder;
import org.espalier.run.settings.RunConfig;

/**
 * A run that can be looked at.
 *
 * @param name the names of the folders that it lies in, from the one that was asked for on, and its own
 */
record CatalogueRun(String id, String name, RunFolder folder, RunConfig config) {
    /** The name of its own folder. */
    String ownName() {
        return name.substring(name.lastIndexOf('/') + 1);
    }

    /** The names of the folders that it lies in. */
    String place() {
        return name.substring(0, Math.max(0, name.lastIndexOf('/')));
    }

    /**
     * A file or folder that the configuration names: as it says or, if there is nothing there and the run was moved together
     * with it, where it is now.
     */
    Path find(Path named) {
        return Files.exists(named) ? named : moved(named);
    }

    /** Where something named would be if it had always been where it is to the run's folder. */
    private Path moved(Path named) {
        Path here = folder.path().toAbsolutePath();
        return here.resolve(config.out().toAbsolutePath().relativize(named.toAbsolutePath()))
                .normalize();
    }

    /** The run whose scorer this one has: itself, unless it left as it was one that it took over. */
    Path scorer() {
        Optional<Path> other = config.training().objective().trainsScorer() ? Optional.empty() : config.scorerFrom();
        return moved(other.orElse(config.out()));
    }

    /** After how many steps the model was saved that would be used; none if none was saved yet. */
    OptionalLong step() {
        return new CheckpointStore(folder.checkpoints()).step();
    }

    String sampler() {
        return variant().map(SamplerVariant::id).orElse(kind());
    }

    String label() {
        return variant().map(SamplerVariant::label).orElse(kind().toUpperCase(Locale.ROOT));
    }

    /** Whether the sampler goes by the state alone, so that the probability of each arc is known exactly. */
    boolean isMarkov() {
        return config.sampler().kind() == SamplerKind.SWP && config.sampler().history() == HistoryMode.NONE;
    }

    private String kind() {
        return config.sampler().kind().name().toLowerCase(Locale.ROOT);
    }

    private Optional<SamplerVariant> variant() {
        SamplerSettings settings = config.sampler().withRecurrence(Recurrence.GRU);
        return Arrays.stream(SamplerVariant.values())
                .filter(variant -> variant.settings(settings.dimension()).equals(settings))
                .findFirst();
    }
}

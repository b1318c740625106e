package org.espalier.cli.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.espalier.run.Example;
import org.espalier.run.Trainer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class EnsembleCatalogueTest {
    @TempDir
    private Path folder;

    @Test
    void membersOfEnsembleAreShownAsRuns() {
        Path ensemble = folder.resolve("ensemble");
        Trainer.of("builtin:edit")
                .pairs(List.of(new Example("ab", "c"), new Example("a", "cd")))
                .set("tokens", "chars")
                .set("scorer.dimension", 8)
                .set("sampler.dimension", 8)
                .set("training.epochs", 0)
                .set("training.steps", 1)
                .set("validShare", 0)
                .onMessage(message -> {})
                .seeds(1, 2)
                .train(ensemble)
                .close();
        List<String> warnings = new ArrayList<>();
        Catalogue catalogue =
                new CatalogueBuilder(List.of(), warnings::add).runs(ensemble).build();
        assertThat(catalogue.runs().stream().map(CatalogueRun::name))
                .containsExactly("ensemble/members/1", "ensemble/members/2");
        assertThat(warnings).isEmpty();
    }
}

package org.espalier.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.espalier.model.Model;
import org.espalier.model.SamplerKind;
import org.espalier.model.SamplerSettings;
import org.espalier.model.ScorerSettings;
import org.espalier.model.Vocabulary;
import org.junit.jupiter.api.Test;

class SamplersBenchmarkTest {
    private static final int DIMENSION = 8;

    @Test
    void eachSamplerIsComparedWithSwa() {
        MeasuredTask task = MeasuredTask.all(2, 1).get(0);
        Map<String, Model> models = new LinkedHashMap<>();
        for (SamplerKind kind : List.of(SamplerKind.SWG, SamplerKind.SWA)) {
            models.put(
                    kind.name(),
                    MeasuredSamplers.model(
                            ScorerSettings.DEFAULT.withDimension(DIMENSION),
                            SamplerSettings.of(kind).withDimension(DIMENSION),
                            Vocabulary.of(task.machine()),
                            1));
        }
        List<SamplersReport.Cost> costs = new SamplersBenchmark(
                        new BenchmarkArguments(Set.of("--rounds"), "--rounds", "1"))
                .costs(task.name(), DIMENSION, models, task.lattices());
        models.values().forEach(Model::close);
        assertThat(costs).extracting(SamplersReport.Cost::sampler).containsExactly("SWG", "SWA");
        SamplersReport.Cost swg = costs.get(0);
        SamplersReport.Cost swa = costs.get(1);
        assertThat(swa.bySwa()).isEqualTo(1);
        assertThat(swg.bySwa())
                .isEqualTo(swg.milliseconds().median() / swa.milliseconds().median());
        assertThat(swg.met()).contains(swg.bySwa() <= 1);
        assertThat(swa.met()).as("a sampler without a budget").isEmpty();
    }
}

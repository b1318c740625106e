package org.espalier.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenFstPeerTest {
    @Test
    void missingCompilerIsNamed(@TempDir Path module) {
        assertThat(OpenFstPeer.compile(module, "no-such-compiler"))
                .isEqualTo(new OpenFstPeer.Missing("no-such-compiler does not run; install the package g++"));
    }

    @Test
    void outputOfTheProgramIsParsed() {
        String json = """
                {"openfst":"1.7.9","formulation":"reverse","pairs":2,"median_us":1.5,"mean_us":2.5,"p90_us":3.5,\
                "stages_us":{"compose":1.00,"expand":0.25,"determinize":0.50,"minimize":0.75},\
                "formulations_us":{"minimize":4.00,"reverse":1.50},\
                "mean_states":22.50,"mean_arcs":28.50,"sizes":[[5,9],[40,48]]}
                """;
        assertThat(OpenFstPeer.Measurement.parse(json))
                .isEqualTo(new OpenFstPeer.Measurement(
                        "1.7.9",
                        "reverse",
                        2,
                        1.5,
                        2.5,
                        3.5,
                        new OpenFstPeer.Stages(1, 0.25, 0.5, 0.75),
                        new OpenFstPeer.Formulations(4, 1.5),
                        22.5,
                        28.5,
                        List.of(new OpenFstPeer.Size(5, 9), new OpenFstPeer.Size(40, 48))));
    }
}

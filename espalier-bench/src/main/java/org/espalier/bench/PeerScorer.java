package org.espalier.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.espalier.model.ScorerSettings;

/** Scores padded strings by libtorch's LSTM with the parameters of Espalier's scorer. */
final class PeerScorer {
    private final Map<String, Tensor> parameters;
    private final ScorerSettings settings;
    private final int eos;

    PeerScorer(Map<String, Tensor> parameters, ScorerSettings settings, int marks) {
        this.parameters = parameters;
        this.settings = settings;
        this.eos = marks;
    }

    private Tensor parameter(String name) {
        return Objects.requireNonNull(parameters.get(name), name);
    }

    /** Returns log p̃ of the string in each row: marks, padded with EOS. */
    Tensor score(Tensor symbols) {
        long rows = symbols.size(0);
        long length = symbols.size(1);
        Tensor start = symbols.new_full(new long[] {rows, 1}, new Scalar(eos));
        Tensor before = torch.cat(new TensorVector(start, symbols.narrow(1, 0, length - 1)), 1);
        Tensor input = torch.embedding(parameter("embedding"), before);
        Tensor zero = input.new_zeros(settings.layers(), rows, settings.dimension());
        Tensor output = torch.lstm(
                        input,
                        new TensorVector(zero, zero),
                        MarkByMarkPeer.vector(network()),
                        true,
                        settings.layers(),
                        0,
                        false,
                        false,
                        true)
                .get0();
        Tensor logP = torch.linear(output, parameter("output"), new TensorOptional(parameter("outputBias")))
                .log_softmax(2)
                .gather(2, symbols.unsqueeze(2))
                .squeeze(2);
        Tensor ended = before.eq(new Scalar(eos));
        ended.select(1, 0).fill_(new Scalar(0));
        return logP.masked_fill(ended, new Scalar(0)).sum(1);
    }

    /** Returns a zero bias, since libtorch's LSTM requires a second bias. */
    private List<Tensor> network() {
        List<Tensor> result = new ArrayList<>();
        for (int layer = 0; layer < settings.layers(); layer++) {
            Tensor bias = parameter("layer" + layer + ".inputBias");
            result.add(parameter("layer" + layer + ".input"));
            result.add(parameter("layer" + layer + ".hidden"));
            result.add(bias);
            result.add(torch.zeros_like(bias));
        }
        return result;
    }
}

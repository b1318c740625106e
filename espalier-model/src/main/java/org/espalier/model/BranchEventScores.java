package org.espalier.model;

import java.util.Arrays;
import org.bytedeco.pytorch.Tensor;

/** Scores of the events of a tree, computed from the logits of the choices at its branch points. */
final class BranchEventScores implements EventScores {
    private final BranchPoints branches;
    private final Tensor logits;
    private final Pass pass;
    private final int[] choiceOfEvent;
    private final double[] ofChoices;

    BranchEventScores(PrefixTree tree, BranchPoints branches, Tensor logits, Pass pass) {
        this.branches = branches;
        this.logits = logits;
        this.pass = pass;
        this.choiceOfEvent = branches.choicesOfEvents(tree);
        this.ofChoices = Torch.doubles(logits);
        branches.normalize(ofChoices);
    }

    @Override
    public double[] logProbabilities() {
        double[] result = new double[choiceOfEvent.length];
        Arrays.setAll(result, event -> choiceOfEvent[event] < 0 ? 0 : ofChoices[choiceOfEvent[event]]);
        return result;
    }

    @Override
    public void backward(double[] gradient) {
        pass.requireGradient();
        double[] ofLogits = branches.gradientOfLogits(ofChoices, choiceOfEvent, gradient, pass.labelSmoothing());
        pass.backward(logits, Torch.vector(ofLogits, logits));
    }
}

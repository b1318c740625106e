package org.espalier.model;

import java.util.function.IntUnaryOperator;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/** The results of Algorithm 1 for the choices of a batch, the same for all prefixes, with its backward pass. */
final class SwpStructure {
    private final Tensor weight;
    private final Pass pass;
    private final ArcGraph graph;
    private final IntUnaryOperator fromBatch;
    private final Tensor table;
    private final @Nullable Tensor contexts;
    private final SwpPass run;
    private final Tensor arcs;
    private final double[] ofLogBeta;

    private SwpStructure(
            SwpParameters parameters,
            Tensor weight,
            ArcGraph graph,
            IntUnaryOperator fromBatch,
            Tensor table,
            @Nullable Tensor contexts,
            Pass pass) {
        this.weight = weight;
        this.pass = pass;
        this.graph = graph;
        this.fromBatch = fromBatch;
        this.table = table;
        this.contexts = contexts;
        this.run = new SwpPass(parameters, graph, table, weight, contexts, pass.hasGradient(), pass.precision());
        this.ofLogBeta = new double[graph.states()];
        this.arcs = pass.leaf(run.arcs(), this::backward);
    }

    /** Runs Algorithm 1 as in the paper, over all states and arcs. */
    static SwpStructure of(SwpParameters parameters, Tensor weight, LatticeBatch batch, Pass pass) {
        return new SwpStructure(
                parameters,
                weight,
                batch.graph(),
                state -> state,
                parameters.markTable(batch.marks(), pass),
                null,
                pass);
    }

    /** Runs Algorithm 1 over the states that leave a choice, with chains as arcs that see where they start. */
    static SwpStructure ofChains(
            SwpParameters parameters, Tensor weight, PositionContexts contexts, LatticeBatch batch, Pass pass) {
        ChoiceGraph choices = batch.choiceGraph();
        int[] numberInGraph = choices.numbers();
        return new SwpStructure(
                parameters,
                weight,
                choices.graph(),
                state -> numberInGraph[state],
                parameters.chainTable(batch.marks(), choices.chains(), pass),
                contexts.encode(batch, choices.statesOfBatch(), pass),
                pass);
    }

    /** Runs after the backward passes of log β, whose leaves were created later, have filled {@code ofLogBeta}. */
    private void backward(Tensor ofArcs) {
        SwpPass.Gradients gradients =
                run.backward(new SwpPass.ResultGradients(new double[graph.arcs()], ofLogBeta, ofArcs));
        gradients.propagate(weight, table, contexts);
    }

    /** Returns h·e of each choice; 0 for EOS. */
    Tensor products(BranchPoints branches, Tensor h) {
        return productsOfChoices(branches, h.index_select(0, Torch.indices(branches.branchOfChoice(), h)));
    }

    /** Returns h·e of each choice, where each has an h of its own; 0 for EOS. */
    Tensor productsOfChoices(BranchPoints branches, Tensor h) {
        int[] present = new int[branches.choices()];
        double[] isArc = new double[branches.choices()];
        forEachChoice(branches, (choice, source, arc) -> {
            present[choice] = Math.max(0, arc);
            isArc[choice] = arc < 0 ? 0 : 1;
        });
        Tensor e = arcs.index_select(0, Torch.indices(present, h));
        return e.mul(h).sum(1).mul(Torch.vector(isArc, h));
    }

    /**
     * Returns log β of the target of each choice's arc minus that of its source; log β is 0 after EOS.
     * Subtracting the latter does not change the softmax;
     * it is done in double precision, so that the numbers that become single precision are small.
     */
    Tensor advantage(BranchPoints branches) {
        double[] values = new double[branches.choices()];
        forEachChoice(
                branches,
                (choice, source, arc) ->
                        values[choice] = (arc < 0 ? 0 : run.logBeta()[graph.target()[arc]]) - run.logBeta()[source]);
        return pass.leaf(Torch.vector(values, run.arcs()), gradient -> advantageBackward(branches, gradient));
    }

    private void advantageBackward(BranchPoints branches, Tensor gradient) {
        double[] ofChoice = Torch.doubles(gradient);
        forEachChoice(branches, (choice, source, arc) -> {
            ofLogBeta[source] -= ofChoice[choice];
            if (arc >= 0) {
                ofLogBeta[graph.target()[arc]] += ofChoice[choice];
            }
        });
    }

    private interface ArcChoiceVisitor {
        void visit(int choice, int source, int arc);
    }

    /** Visits each choice with its source and arc in the graph; the arc is -1 for EOS. */
    private void forEachChoice(BranchPoints branches, ArcChoiceVisitor visitor) {
        for (int branch = 0; branch < branches.size(); branch++) {
            int source = fromBatch.applyAsInt(branches.state(branch));
            for (int choice = branches.first(branch); choice < branches.first(branch + 1); choice++) {
                visitor.visit(
                        choice,
                        source,
                        branches.arcs()[choice] < 0 ? -1 : graph.arc(source, choice - branches.first(branch)));
            }
        }
    }
}

package org.espalier.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.espalier.fst.Lattice;
import org.espalier.model.LatticeBatch;

/** SWP: Algorithm 1 as printed, state by state and lattice by lattice, in log space, recorded by autograd. */
final class StateByStatePeer implements PeerSampler {
    private final List<Lattice> lattices;
    private final int eos;
    private final Map<String, Tensor> parameters;
    private final Random random;

    StateByStatePeer(LatticeBatch batch, Map<String, Tensor> parameters, long seed) {
        this.lattices = batch.lattices();
        this.eos = batch.marks();
        this.parameters = parameters;
        this.random = new Random(seed);
    }

    private Tensor parameter(String name) {
        return Objects.requireNonNull(parameters.get(name), name);
    }

    @Override
    public Drawn draw(int k) {
        Algorithm1 algorithm = new Algorithm1();
        lattices.forEach(algorithm::run);
        Tensor logQ = algorithm.logQ();
        double[] values = new double[Math.toIntExact(logQ.numel())];
        new DoublePointer(logQ.detach().to(torch.ScalarType.Double).data_ptr()).get(values);
        SampledStrings draws = new SampledStrings(values, algorithm.firstChoice);
        for (int p = 0; p < lattices.size(); p++) {
            for (int i = 0; i < k; i++) {
                draws.draw(lattices.get(p), p);
            }
        }
        return draws.result(logQ);
    }

    /** The choices of all lattices in the order of visiting their states: the arcs of a state, then its end. */
    private final class Algorithm1 {
        private final Tensor weights =
                torch.cat(new TensorVector(parameter("arc.markWeight"), parameter("arc.stateWeight")), 1);
        private final TensorOptional bias = new TensorOptional(parameter("arc.bias"));
        private final Tensor arcWeight = parameter("arc.weight");
        private final Tensor zero = arcWeight.new_zeros(1);
        private final Tensor nothing = arcWeight.new_zeros(arcWeight.size(0));
        private final List<Tensor> choices = new ArrayList<>();
        private final List<int[]> firstChoice = new ArrayList<>();
        private int visited;

        void run(Lattice lattice) {
            int[] first = new int[lattice.states()];
            Tensor[] embedding = new Tensor[lattice.states()];
            Tensor[] logBeta = new Tensor[lattice.states()];
            for (int s = lattice.states() - 1; s >= 0; s--) {
                first[s] = visited;
                visit(lattice, s, embedding, logBeta);
            }
            firstChoice.add(first);
        }

        private void visit(Lattice lattice, int s, Tensor[] embedding, Tensor[] logBeta) {
            int arcs = lattice.endArc(s) - lattice.firstArc(s);
            visited += arcs + (lattice.isFinal(s) ? 1 : 0);
            if (arcs == 0) {
                embedding[s] = nothing;
                logBeta[s] = zero;
                choices.add(zero);
                return;
            }
            long[] marks = new long[arcs];
            Tensor[] targets = new Tensor[arcs];
            Tensor[] beyond = new Tensor[arcs];
            for (int i = 0; i < arcs; i++) {
                int arc = lattice.firstArc(s) + i;
                marks[i] = lattice.mark(arc);
                targets[i] = embedding[lattice.target(arc)];
                beyond[i] = logBeta[lattice.target(arc)];
            }
            Tensor ofMarks = torch.embedding(parameter("arc.mark"), Tensor.create(marks));
            Tensor both = torch.cat(new TensorVector(ofMarks, torch.stack(new TensorVector(targets))), 1);
            Tensor ofArcs = torch.linear(both, weights, bias).sigmoid();
            Tensor scores = torch.mv(ofArcs, arcWeight).add(torch.cat(new TensorVector(beyond)));
            Tensor all = lattice.isFinal(s) ? torch.cat(new TensorVector(scores, zero)) : scores;
            logBeta[s] = torch.logsumexp(all, new long[] {0}, true);
            Tensor logQ = all.sub(logBeta[s]);
            choices.add(logQ);
            embedding[s] = torch.mv(ofArcs.t(), logQ.narrow(0, 0, arcs).exp());
        }

        /** Returns all choices and one more with log-probability 0, which pads strings that have ended. */
        Tensor logQ() {
            choices.add(zero);
            return torch.cat(MarkByMarkPeer.vector(choices));
        }
    }

    /** Strings drawn from the table of log q: the symbols and the choices of each. */
    private final class SampledStrings {
        private final double[] logQ;
        private final List<int[]> firstChoice;
        private final List<List<Long>> symbols = new ArrayList<>();
        private final List<List<Long>> taken = new ArrayList<>();

        SampledStrings(double[] logQ, List<int[]> firstChoice) {
            this.logQ = logQ;
            this.firstChoice = firstChoice;
        }

        void draw(Lattice lattice, int pair) {
            List<Long> marks = new ArrayList<>();
            List<Long> choices = new ArrayList<>();
            int s = 0;
            while (s >= 0) {
                int first = firstChoice.get(pair)[s];
                int arcs = lattice.endArc(s) - lattice.firstArc(s);
                int choice = choose(first, arcs + (lattice.isFinal(s) ? 1 : 0));
                int arc = lattice.firstArc(s) + choice;
                marks.add(choice < arcs ? (long) lattice.mark(arc) : eos);
                choices.add((long) first + choice);
                s = choice < arcs ? lattice.target(arc) : -1;
            }
            symbols.add(marks);
            taken.add(choices);
        }

        private int choose(int first, int choices) {
            double left = random.nextDouble();
            int choice = 0;
            while (choice < choices - 1 && (left -= Math.exp(logQ[first + choice])) >= 0) {
                choice++;
            }
            return choice;
        }

        Drawn result(Tensor table) {
            long none = table.numel() - 1;
            Tensor sums = table.index_select(0, padded(taken, none).view(-1))
                    .view(taken.size(), -1)
                    .sum(1);
            return new Drawn(padded(symbols, eos), sums);
        }

        private static Tensor padded(List<List<Long>> rows, long filler) {
            int longest = rows.stream().mapToInt(List::size).max().orElseThrow();
            long[] values = rows.stream()
                    .flatMapToLong(row -> java.util.stream.LongStream.range(0, longest)
                            .map(i -> i < row.size() ? row.get((int) i) : filler))
                    .toArray();
            return Tensor.create(values, rows.size(), longest);
        }
    }
}

package org.espalier.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.model.estimate.Estimate;
import org.espalier.run.data.Tokenizer;

/**
 * The vote of the members of an ensemble on the outputs of an input: each votes for the output that it finds most probable.
 *
 * @param nBest the largest number of outputs returned
 */
record MajorityVote(int nBest, Tokenizer tokens) {
    /**
     * Returns the outputs that any member found, those with most votes first, and of equal ones those with the largest mean of
     * the members' probabilities. A member that did not find an output counts as giving it none.
     *
     * @param members the outputs of the input that each member found
     */
    Transductions of(List<Transductions> members) {
        Map<List<String>, List<Transduction>> byOutput = new LinkedHashMap<>();
        for (Transductions ofMember : members) {
            for (Transduction each : ofMember.outputs()) {
                byOutput.computeIfAbsent(each.symbols(), first -> new ArrayList<>())
                        .add(each);
            }
        }
        List<Transduction> outputs = byOutput.values().stream()
                .map(found -> mean(found, members))
                .sorted(Comparator.comparingInt(Transduction::votes)
                        .thenComparingDouble(each -> each.probability().value())
                        .reversed())
                .limit(nBest)
                .toList();
        return new Transductions(
                members.get(0).input(),
                outputs,
                members.stream().flatMap(each -> each.caution().stream()).findFirst(),
                Optional.empty());
    }

    /** @param found an output, as some of the members found it */
    private Transduction mean(List<Transduction> found, List<Transductions> members) {
        int size = members.size();
        List<String> symbols = found.get(0).symbols();
        Estimate sum = Estimate.logSum(found.stream().map(Transduction::logP).toList());
        Transduction likeliest = found.stream()
                .max(Comparator.comparingDouble(each -> each.logP().value()))
                .orElseThrow();
        return likeliest.combined(
                tokens,
                new Estimate(
                        found.stream()
                                        .mapToDouble(each -> each.probability().value())
                                        .sum()
                                / size,
                        Math.sqrt(found.stream()
                                        .mapToDouble(each ->
                                                Math.pow(each.probability().standardError(), 2))
                                        .sum())
                                / size),
                new Estimate(sum.value() - Math.log(size), sum.standardError()),
                found.size() == size && found.stream().allMatch(Transduction::isExact),
                (int) members.stream()
                        .filter(each -> !each.outputs().isEmpty()
                                && each.best().symbols().equals(symbols))
                        .count());
    }
}

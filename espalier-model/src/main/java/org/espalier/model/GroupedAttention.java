package org.espalier.model;

import java.util.Arrays;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * Dot-product attention in which each query belongs to a group and attends to the places of that group. Groups have different
 * numbers of places, so they are padded to one length.
 *
 * @param keys groups × width × places
 * @param values groups × places × width
 * @param mask groups × 1 × places: 0, or negative infinity for padding
 */
record GroupedAttention(Tensor keys, Tensor values, Tensor mask) {
    /** Returns the mask of groups with these numbers of places. */
    static Tensor mask(int[] places, int longest, Tensor like) {
        double[] absent = new double[LatticeBatch.index((long) places.length * longest)];
        for (int group = 0; group < places.length; group++) {
            Arrays.fill(absent, group * longest + places[group], (group + 1) * longest, Double.NEGATIVE_INFINITY);
        }
        return Torch.vector(absent, like).view(places.length, 1, longest);
    }

    /** Returns the weighted mean of the values of its group for each query. Queries of a group are one matrix product. */
    Tensor of(Tensor queries, int[] group) {
        int groups = Math.toIntExact(keys.size(0));
        int[] used = new int[groups];
        int[] slot = new int[group.length];
        Arrays.setAll(slot, row -> used[group[row]]++);
        int most = Arrays.stream(used).reduce(BatchInvariantProducts.minRows(queries.size(1)), Math::max);
        int[] rowOfSlot = new int[LatticeBatch.index((long) groups * most)];
        for (int row = 0; row < group.length; row++) {
            slot[row] += group[row] * most;
            rowOfSlot[slot[row]] = row;
        }
        Tensor grouped =
                queries.index_select(0, Torch.indices(rowOfSlot, queries)).view(groups, most, -1);
        Tensor attention = torch.softmax(torch.baddbmm(mask, grouped, keys, new Scalar(1), new Scalar(1)), -1);
        return torch.bmm(attention, values)
                .view((long) groups * most, -1)
                .index_select(0, Torch.indices(slot, queries));
    }
}

package org.espalier.model;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.MemoryFormatOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/**
 * Memory in which large matrices take turns, step after step. The system hands out fresh memory page by page, as it is
 * first touched, and for many megabytes that takes a good part of the time of computing what they hold.
 *
 * <p>Nobody gives anything back: a buffer is free as soon as no tensor but its own refers to its storage. For any number
 * of threads.
 */
final class Workspace implements AutoCloseable {
    /** What is smaller, libtorch's allocator finds in memory that it has touched already. */
    private static final long LEAST_BYTES = 1 << 20;

    /** How many numbers libtorch takes at a time, at most: two registers full. */
    private static final int AT_A_TIME = 32;

    private final List<Tensor> buffers = new ArrayList<>();

    /**
     * A matrix of whatever numbers memory holds, of the type and where {@code like} is.
     *
     * <p>libtorch goes over adjoining rows as over one, so many numbers at a time, and computes what is left over at the end
     * in another way, with other last digits. Rows that would have such an end lie apart, so that all have the same.
     */
    Tensor empty(Tensor like, long rows, long columns) {
        long apart = (columns + AT_A_TIME - 1) / AT_A_TIME * AT_A_TIME;
        Tensor matrix = adjoining(like, rows, apart);
        return apart == columns ? matrix : matrix.narrow(1, 0, columns);
    }

    private synchronized Tensor adjoining(Tensor like, long rows, long columns) {
        long size = rows * columns;
        if (size * like.element_size() < LEAST_BYTES) {
            return Torch.empty(like, rows, columns);
        }
        Tensor found = smallestFree(size);
        Tensor buffer = found != null ? found : add(like, size);
        return Torch.rows(buffer, 0, size).view(rows, columns);
    }

    private @Nullable Tensor smallestFree(long size) {
        Tensor best = null;
        for (Tensor buffer : buffers) {
            if (buffer.numel() >= size && isFree(buffer) && (best == null || buffer.numel() < best.numel())) {
                best = buffer;
            }
        }
        return best;
    }

    /** In place of the largest free one, which is too small: so there are never more than were needed at once. */
    private Tensor add(Tensor like, long size) {
        Tensor outgrown = null;
        for (Tensor buffer : buffers) {
            if (isFree(buffer) && (outgrown == null || buffer.numel() > outgrown.numel())) {
                outgrown = buffer;
            }
        }
        if (outgrown != null) {
            buffers.remove(outgrown);
            outgrown.close();
        }
        // With some room, since steps differ a little in size.
        Tensor buffer = torch.empty(new long[] {size + size / 8}, like.options(), new MemoryFormatOptional())
                .retainReference();
        buffers.add(buffer);
        return buffer;
    }

    private static boolean isFree(Tensor buffer) {
        return buffer.storage().use_count() == 1;
    }

    /** Lets go of all memory; what is still in use lives until it is not. */
    @Override
    public synchronized void close() {
        buffers.forEach(Tensor::close);
        buffers.clear();
    }
}

package org.espalier.model;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.MemoryFormatOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/**
 * A pool of memory buffers for large matrices, reused from step to step. The operating system provides fresh memory page by
 * page at the first access, which for many megabytes takes a large part of the time of the computation.
 *
 * <p>Buffers are not returned explicitly: a buffer is free when no tensor except the pool's refers to its storage.
 * Thread-safe.
 */
final class Workspace implements AutoCloseable {
    /** The smallest matrix to pool. For smaller ones libtorch's allocator reuses memory itself. */
    private static final long MIN_BYTES = 1 << 20;

    /** The largest number of numbers that a vectorized loop of libtorch processes per iteration: two registers. */
    private static final int VECTOR_WIDTH = 32;

    private final List<Tensor> buffers = new ArrayList<>();

    /**
     * Returns an uninitialized matrix with the type and device of {@code like}.
     *
     * <p>libtorch processes contiguous rows as one vector, in blocks of {@value #VECTOR_WIDTH} numbers, and computes the
     * remainder at the end by other instructions, which round differently. So rows whose length is not a multiple of a block
     * are padded to be non-contiguous: then all rows are rounded alike.
     */
    Tensor empty(Tensor like, long rows, long columns) {
        long stride = (columns + VECTOR_WIDTH - 1) / VECTOR_WIDTH * VECTOR_WIDTH;
        Tensor matrix = contiguous(like, rows, stride);
        return stride == columns ? matrix : matrix.narrow(1, 0, columns);
    }

    private synchronized Tensor contiguous(Tensor like, long rows, long columns) {
        long size = rows * columns;
        if (size * like.element_size() < MIN_BYTES) {
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

    /** Adds a buffer and drops the largest free one, which is too small. So there are never more than are used at once. */
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
        // Slightly larger, because steps differ a little in size.
        Tensor buffer = torch.empty(new long[] {size + size / 8}, like.options(), new MemoryFormatOptional())
                .retainReference();
        buffers.add(buffer);
        return buffer;
    }

    private static boolean isFree(Tensor buffer) {
        return buffer.storage().use_count() == 1;
    }

    /** Drops all buffers. The memory of a buffer in use is freed when its last tensor is. */
    @Override
    public synchronized void close() {
        buffers.forEach(Tensor::close);
        buffers.clear();
    }
}

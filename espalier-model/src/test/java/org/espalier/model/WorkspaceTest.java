package org.espalier.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.Test;

class WorkspaceTest {
    private static final long ROWS = 1000;
    private static final long COLUMNS = 300;

    @Test
    void memoryIsReusedWhenNoTensorRefersToIt() {
        Torch.load();
        try (PointerScope scope = new PointerScope();
                Workspace workspace = new Workspace()) {
            Tensor like = torch.zeros(1);
            long first;
            long second;
            try (PointerScope step = new PointerScope()) {
                Tensor one = workspace.empty(like, ROWS, COLUMNS);
                Tensor other = workspace.empty(like, ROWS, COLUMNS);
                first = one.data_ptr().address();
                second = other.data_ptr().address();
                assertThat(one.sizes().vec().get()).containsExactly(ROWS, COLUMNS);
                assertThat(first).isNotEqualTo(second);
            }
            Tensor view;
            try (PointerScope step = new PointerScope()) {
                view = Torch.rows(workspace.empty(like, ROWS, COLUMNS), 1, 2).detach();
                view.retainReference();
            }
            // A view of any kind keeps its buffer in use.
            try (PointerScope step = new PointerScope()) {
                long again = workspace.empty(like, ROWS, COLUMNS).data_ptr().address();
                assertThat(again).isIn(first, second);
                assertThat(view.data_ptr().address() - COLUMNS * Float.BYTES).isNotEqualTo(again);
            }
            view.releaseReference();
        }
    }

    @Test
    void outgrownBuffersAreFreedAndSmallMatricesAreNotPooled() {
        Torch.load();
        try (PointerScope scope = new PointerScope();
                Workspace workspace = new Workspace()) {
            Tensor like = torch.zeros(1);
            long[] address = new long[2];
            for (int round = 0; round < 2; round++) {
                try (PointerScope step = new PointerScope()) {
                    workspace.empty(like, ROWS, COLUMNS);
                }
                try (PointerScope step = new PointerScope()) {
                    Tensor large = workspace.empty(like, 3 * ROWS, COLUMNS);
                    address[round] = large.data_ptr().address();
                    assertThat(large.storage().use_count()).isGreaterThan(1);
                    assertThat(workspace.empty(like, 1, 32).storage().use_count())
                            .isEqualTo(1);
                }
            }
            assertThat(address[0]).isEqualTo(address[1]);
        }
    }
}

package org.espalier.model.train;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.javacpp.chrono.Milliseconds;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.FileStore;
import org.bytedeco.pytorch.GlooDeviceVector;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.ProcessGroupGloo;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.Work;
import org.bytedeco.pytorch.global.torch;
import org.espalier.fst.EspalierException;
import org.espalier.fst.io.Failure;
import org.espalier.model.Torch;

/** Workers that are connected by libtorch's Gloo. */
final class GlooWorkers implements Workers {
    /** Gloo says first in which line of its source it noticed. */
    private static final Pattern SOURCE_LINE = Pattern.compile("^\\[[^\\]]*:\\d+\\] ");

    private final int rank;
    private final int size;
    private final ProcessGroupGloo group;

    private GlooWorkers(int rank, int size, ProcessGroupGloo group) {
        this.rank = rank;
        this.size = size;
        this.group = group;
    }

    static GlooWorkers join(int rank, int size, Path store, String host, Duration timeout) {
        if (rank < 0 || rank >= size) {
            throw new EspalierException("worker " + rank + " of " + size + " cannot be: they are numbered from 0");
        }
        Torch.load();
        GlooWorkers workers = new GlooWorkers(rank, size, connected(rank, size, store, host, timeout));
        try {
            // When all have come through here, nobody looks into the file any more.
            workers.sum(1);
            if (rank == 0) {
                Files.deleteIfExists(store);
            }
            return workers;
        } catch (IOException e) {
            workers.close();
            throw Failure.writing(store.toString(), e);
        } catch (LostWorkerException e) {
            workers.close();
            throw e;
        }
    }

    private static ProcessGroupGloo connected(int rank, int size, Path store, String host, Duration timeout) {
        try (PointerScope scope = new PointerScope()) {
            Milliseconds patience = new Milliseconds(timeout.toMillis());
            FileStore meeting = new FileStore(store.toString(), size);
            meeting.setTimeout(patience);
            ProcessGroupGloo.Options options = ProcessGroupGloo.Options.create(patience);
            options.devices(new GlooDeviceVector(ProcessGroupGloo.createDeviceForHostname(host)));
            options.threads(1);
            ProcessGroupGloo group = new ProcessGroupGloo(meeting, rank, size, options);
            // It must outlive this scope and any that is open around it.
            group.retainReference();
            return group;
        } catch (RuntimeException e) {
            throw new LostWorkerException(" before the first step", reason(e), e);
        }
    }

    private static String reason(RuntimeException e) {
        String message = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
        return SOURCE_LINE.matcher(message).replaceFirst("");
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public void sum(List<Tensor> tensors) {
        Map<torch.ScalarType, List<Tensor>> byType = new LinkedHashMap<>();
        for (Tensor tensor : tensors) {
            byType.computeIfAbsent(tensor.scalar_type(), type -> new ArrayList<>())
                    .add(tensor);
        }
        byType.values().forEach(this::sumOfOneType);
    }

    private void sumOfOneType(List<Tensor> tensors) {
        try (PointerScope scope = new PointerScope();
                NoGradGuard guard = new NoGradGuard()) {
            Device cpu = new Device(torch.DeviceType.CPU);
            TensorVector parts = new TensorVector();
            tensors.forEach(tensor -> parts.push_back(
                    tensor.detach().to(cpu, tensor.scalar_type()).reshape(-1)));
            Tensor flat = torch.cat(parts, 0);
            reduce(flat);
            long from = 0;
            for (Tensor tensor : tensors) {
                tensor.detach().copy_(flat.narrow(0, from, tensor.numel()).view_as(tensor));
                from += tensor.numel();
            }
        }
    }

    private void reduce(Tensor flat) {
        try {
            Work work = group.allreduce(new TensorVector(flat));
            work._wait();
        } catch (RuntimeException e) {
            throw new LostWorkerException("", reason(e), e);
        }
    }

    @Override
    public void close() {
        group.close();
    }
}

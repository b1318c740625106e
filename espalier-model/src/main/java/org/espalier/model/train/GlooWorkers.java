package org.espalier.model.train;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
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
import org.bytedeco.pytorch.Store;
import org.bytedeco.pytorch.StringVector;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.Work;
import org.bytedeco.pytorch.global.torch;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.FileErrors;
import org.espalier.model.Torch;

/** Workers that communicate through libtorch's Gloo. */
final class GlooWorkers implements Workers {
    /** The source file and line with which Gloo's messages begin. */
    private static final Pattern SOURCE_LINE = Pattern.compile("^\\[[^\\]]*:\\d+\\] ");

    private final int rank;
    private final int size;
    private final FileStore rendezvous;
    private final ProcessGroupGloo group;

    private GlooWorkers(int rank, int size, FileStore rendezvous, ProcessGroupGloo group) {
        this.rank = rank;
        this.size = size;
        this.rendezvous = rendezvous;
        this.group = group;
    }

    static GlooWorkers join(int rank, int size, Path store, String host, Duration timeout) {
        if (rank < 0 || rank >= size) {
            throw new EspalierException("the number of a worker must be from 0 to " + (size - 1) + "; got " + rank);
        }
        Torch.load();
        try {
            GlooWorkers workers = connected(rank, size, store, host, timeout);
            workers.awaitAll();
            return workers;
        } finally {
            // Once all workers are connected, none of them reads the file any more.
            if (rank == 0) {
                delete(store);
            }
        }
    }

    private void awaitAll() {
        try {
            sum(1);
        } catch (LostWorkerException e) {
            close();
            throw e;
        }
    }

    private static void delete(Path store) {
        try {
            Files.deleteIfExists(store);
        } catch (IOException e) {
            throw FileErrors.writing(store.toString(), e);
        }
    }

    private static GlooWorkers connected(int rank, int size, Path store, String host, Duration timeout) {
        try (PointerScope scope = new PointerScope()) {
            Milliseconds limit = new Milliseconds(timeout.toMillis());
            FileStore rendezvous = new FileStore(store.toString(), size);
            awaitEntries(rendezvous, rank, size, limit);
            ProcessGroupGloo.Options options = ProcessGroupGloo.Options.create(limit);
            options.devices(new GlooDeviceVector(ProcessGroupGloo.createDeviceForHostname(host)));
            options.threads(1);
            ProcessGroupGloo group = new ProcessGroupGloo(rendezvous, rank, size, options);
            // Both must outlive this scope and any enclosing one.
            rendezvous.retainReference();
            group.retainReference();
            return new GlooWorkers(rank, size, rendezvous, group);
        } catch (RuntimeException e) {
            throw new LostWorkerException(" before the first step", reason(e), e);
        }
    }

    /** Waits until all workers have an entry in the store. A group whose members do not all come cannot be closed cleanly. */
    private static void awaitEntries(Store rendezvous, int rank, int size, Milliseconds limit) {
        StringVector all = new StringVector();
        for (int other = 0; other < size; other++) {
            all.push_back("espalier/" + other);
        }
        rendezvous.set("espalier/" + rank, "here");
        rendezvous._wait(all, limit);
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
        byType(tensors).forEach(this::sumOfOneType);
    }

    /** Returns the tensors of each type of number. */
    static Collection<List<Tensor>> byType(List<Tensor> tensors) {
        Map<torch.ScalarType, List<Tensor>> byType = new LinkedHashMap<>();
        for (Tensor tensor : tensors) {
            // A tensor's type is an object of its own; its constant alone equals that of other tensors.
            byType.computeIfAbsent(tensor.scalar_type().intern(), type -> new ArrayList<>())
                    .add(tensor);
        }
        return byType.values();
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
        // The group reads the store until it is closed, and does not keep it from being freed.
        group.close();
        rendezvous.close();
    }
}

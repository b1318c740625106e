package org.espalier.run.training;

import java.util.ArrayDeque;
import java.util.Deque;

/** Resources that are opened one after the other and closed together, the last one first. */
final class ResourceStack implements AutoCloseable {
    private final Deque<AutoCloseable> resources = new ArrayDeque<>();

    /** Adds a resource that is open, and returns it. */
    <T extends AutoCloseable> T add(T resource) {
        resources.push(resource);
        return resource;
    }

    /** Closes all resources after a failure. Failures of closing are added to it as suppressed ones. */
    void closeAfter(Throwable failure) {
        try {
            close();
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    /** Closes all resources, also when closing one of them fails, and throws the first failure. */
    @Override
    public void close() {
        if (resources.isEmpty()) {
            return;
        }
        try (ResourceStack rest = this) {
            resources.pop().close();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("cannot close a resource", e);
        }
    }
}

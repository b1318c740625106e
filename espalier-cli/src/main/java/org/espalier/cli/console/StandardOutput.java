package org.espalier.cli.console;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** The standard output of this process. Native libraries may write there as well, until it is reserved. */
final class StandardOutput extends OutputStream {
    private static final String DESCRIPTOR = "/dev/fd/1";

    private OutputStream out = new FileOutputStream(FileDescriptor.out);

    /**
     * Makes this stream the only one that leads to standard output: opens it a second time and closes descriptor 1, which
     * Java then redirects to the null device. Does nothing where it cannot be opened twice, as on Windows.
     */
    synchronized void reserve() {
        try {
            OutputStream second = new FileOutputStream(DESCRIPTOR, true);
            out.close();
            out = second;
        } catch (IOException e) {
            // native libraries can still write there
        }
    }

    @Override
    public synchronized void write(int b) throws IOException {
        out.write(b);
    }

    @Override
    public synchronized void write(byte[] bytes, int from, int length) throws IOException {
        out.write(bytes, from, length);
    }
}

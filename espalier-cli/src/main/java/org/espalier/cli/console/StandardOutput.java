package org.espalier.cli.console;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Where standard output of this process leads. Libraries that are not Java may write there too, until it is taken over. */
final class StandardOutput extends OutputStream {
    private static final String DESCRIPTOR = "/dev/fd/1";

    private OutputStream out = new FileOutputStream(FileDescriptor.out);

    /**
     * From now on only this leads there. When its descriptor is closed, Java lets it lead to nowhere instead, so that no file
     * that is opened later is taken for it. Where it cannot be opened a second time, as on Windows, all stays as it is.
     */
    synchronized void takeOver() {
        try {
            OutputStream second = new FileOutputStream(DESCRIPTOR, true);
            out.close();
            out = second;
        } catch (IOException e) {
            // then others may write there too
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

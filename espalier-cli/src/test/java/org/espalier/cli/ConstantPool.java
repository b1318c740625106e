package org.espalier.cli;

import com.tngtech.archunit.core.domain.JavaClass;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The string constants of a class file (JVM specification, section 4.4). That is every literal, also those that the compiler
 * joined, and the templates of concatenations, in which the character U+0001 stands for a value.
 */
final class ConstantPool {
    private static final int UTF8 = 1;
    private static final int STRING = 8;

    private ConstantPool() {}

    /** Returns the strings that the code of a class uses. Names of classes and members are not among them. */
    static List<String> strings(JavaClass type) {
        try (InputStream in = type.getSource().orElseThrow().getUri().toURL().openStream();
                DataInputStream data = new DataInputStream(new BufferedInputStream(in))) {
            return strings(data);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> strings(DataInputStream data) throws IOException {
        data.skipNBytes(8); // magic number and version
        int count = data.readUnsignedShort();
        String[] texts = new String[count];
        List<Integer> used = new ArrayList<>();
        for (int k = 1; k < count; k++) {
            int tag = data.readUnsignedByte();
            switch (tag) {
                case UTF8 -> texts[k] = data.readUTF();
                case STRING -> used.add(data.readUnsignedShort());
                case 7, 16, 19, 20 -> data.skipNBytes(2); // class, method type, module, package
                case 15 -> data.skipNBytes(3); // method handle
                case 3, 4, 9, 10, 11, 12, 17, 18 -> data.skipNBytes(4); // int, float, members, dynamic
                case 5, 6 -> {
                    data.skipNBytes(8); // long and double take two entries
                    k++;
                }
                default -> throw new IOException("unknown constant " + tag);
            }
        }
        return used.stream().map(index -> texts[index]).toList();
    }
}

package org.espalier.fst.io;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.espalier.fst.base.AtomicFiles;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.FileErrors;
import org.espalier.fst.base.Plural;
import org.jspecify.annotations.Nullable;

/**
 * OpenFst's binary files: vector FSTs with standard arcs, with or without symbol tables.
 *
 * <p>Layout, little-endian, a string being its length in bytes (int) and its bytes:
 *
 * <pre>
 * header  int magic, string "vector", string "standard", int version, int flags, long properties,
 *         long start, long states, long arcs (0: not used)
 * table   for the input if flag 1 is set, then for the output if flag 2 is set:
 *         int magic, string name, long next free key, long symbols; each: string symbol, long key
 * states  each: float final weight, long arcs; each: int input, int output, float weight, int target
 * </pre>
 *
 * <p>The number of states may be -1, for as many as follow. The reader believes no count: what it holds grows with the
 * bytes that are really there.
 */
public final class OpenFstBinary {
    private static final int FST_MAGIC = 2125659606;
    private static final int TABLE_MAGIC = 2125658996;
    private static final String FST_TYPE = "vector";
    private static final String ARC_TYPE = "standard";
    private static final int VERSION = 2;
    private static final int HAS_INPUT_SYMBOLS = 1;
    private static final int HAS_OUTPUT_SYMBOLS = 2;

    /**
     * The properties in the header: states are counted and arcs can be added. OpenFst's tools compute the others when
     * they need them.
     */
    private static final long PROPERTIES = 3;

    private OpenFstBinary() {}

    /**
     * Reads a transducer from a stream to its end. The stream stays open.
     *
     * @param source the name of the stream in errors
     * @throws EspalierException if the bytes are not such a file
     */
    public static VectorFst read(String source, InputStream in) {
        try {
            return new Parser(source, in).fst();
        } catch (IOException e) {
            throw FileErrors.reading(source, e);
        }
    }

    public static VectorFst read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return new Parser(file.toString(), in).fst();
        } catch (IOException e) {
            throw FileErrors.reading(file.toString(), e);
        }
    }

    /** Writes a transducer to a stream, which stays open. */
    public static void write(VectorFst fst, OutputStream out) {
        try {
            new Printer(new DataOutputStream(out)).print(fst);
        } catch (IOException e) {
            throw FileErrors.writing("the transducer", e);
        }
    }

    /** Writes a transducer to a file, {@linkplain AtomicFiles completely or not at all}. */
    public static void write(VectorFst fst, Path file) {
        AtomicFiles.write(file, out -> new Printer(new DataOutputStream(out)).print(fst));
    }

    private static final class Parser {
        /**
         * The largest length of a string. It is above that of any symbol or type, so that a damaged length is
         * recognized.
         */
        private static final int MAX_STRING = 1 << 20;

        private final String source;
        private final DataInputStream in;
        private final VectorFst.Builder fst = VectorFst.builder();
        private long position;

        Parser(String source, InputStream in) {
            this.source = source;
            this.in = new DataInputStream(new BufferedInputStream(in));
        }

        VectorFst fst() throws IOException {
            try {
                parse();
            } catch (EOFException e) {
                throw error("the file ends too early; it is truncated or damaged", e);
            }
            return fst.build();
        }

        private void parse() throws IOException {
            requireTypes();
            int flags = int32();
            int64(); // The properties, which are not needed.
            long start = int64();
            long states = int64();
            int64(); // The number of arcs, which is 0 for this type.
            fst.symbols(
                    (flags & HAS_INPUT_SYMBOLS) == 0 ? null : table("input"),
                    (flags & HAS_OUTPUT_SYMBOLS) == 0 ? null : table("output"));
            requireCount(states, -1, "states");
            for (long s = 0; states < 0 ? !atEnd() : s < states; s++) {
                state();
            }
            if (!atEnd()) {
                throw error("found more bytes, expected the end after " + Plural.of(fst.states(), "state")
                        + "; it is damaged");
            }
            if (start < VectorFst.NO_STATE || Math.max(start, fst.largestTarget()) >= fst.states()) {
                throw error("found state " + (start < VectorFst.NO_STATE ? start : Math.max(start, fst.largestTarget()))
                        + ", but there are only " + fst.states() + "; it is damaged");
            }
            if (start != VectorFst.NO_STATE) {
                fst.start((int) start);
            }
        }

        private void requireTypes() throws IOException {
            if (int32() != FST_MAGIC) {
                throw error("this is not an OpenFst binary file; if it is OpenFst's text, compile it with fstcompile");
            }
            String fstType = string();
            String arcType = string();
            int version = int32();
            if (!fstType.equals(FST_TYPE)) {
                throw error("the FST type is " + EspalierException.quote(fstType)
                        + ", but only 'vector' is read; convert it with fstconvert --fst_type=vector");
            }
            if (!arcType.equals(ARC_TYPE)) {
                throw error("the arc type is " + EspalierException.quote(arcType)
                        + ", but only 'standard' is read; convert it with fstmap --map_type=to_std");
            }
            if (version != VERSION) {
                throw error("the format version is " + version + ", but only " + VERSION
                        + " is read; rewrite it with fstconvert --fst_type=vector of OpenFst 1.7 or later");
            }
        }

        private SymbolTable table(String side) throws IOException {
            if (int32() != TABLE_MAGIC) {
                throw error("the " + side + " symbol table is damaged; write the file again");
            }
            SymbolTable.Builder table = SymbolTable.builder(string());
            int64(); // The next free key, which follows from the others.
            long symbols = requireCount(int64(), 0, "symbols");
            for (long i = 0; i < symbols; i++) {
                String symbol = string();
                long key = int64();
                try {
                    table.add(symbol, key);
                } catch (EspalierException e) {
                    throw error(side + " symbol table: " + e.getMessage());
                }
            }
            return table.build();
        }

        private void state() throws IOException {
            int state = fst.state();
            fst.finalWeight(state, weight());
            long arcs = requireCount(int64(), 0, "arcs");
            for (long a = 0; a < arcs; a++) {
                int input = int32();
                int output = int32();
                float weight = weight();
                int target = int32();
                if (input < 0 || output < 0 || target < 0) {
                    throw error("found an arc to state " + target + " with labels " + input + " and " + output
                            + ", expected no negative number; it is damaged or uses negative labels");
                }
                fst.arc(state, target, input, output, weight);
            }
        }

        private float weight() throws IOException {
            float weight = Float.intBitsToFloat(int32());
            if (!VectorFst.isWeight(weight)) {
                throw error("found the weight " + weight + ", expected a number or Infinity; it is damaged");
            }
            return weight;
        }

        private long requireCount(long count, long least, String what) {
            if (count < least) {
                throw error("found " + count + " " + what + ", expected " + least + " or more; it is damaged");
            }
            return count;
        }

        private int int32() throws IOException {
            int value = Integer.reverseBytes(in.readInt());
            position += Integer.BYTES;
            return value;
        }

        private long int64() throws IOException {
            long value = Long.reverseBytes(in.readLong());
            position += Long.BYTES;
            return value;
        }

        private String string() throws IOException {
            int length = int32();
            if (length < 0 || length > MAX_STRING) {
                throw error(
                        "found a string of " + length + " bytes, expected at most " + MAX_STRING + "; it is damaged");
            }
            byte[] bytes = in.readNBytes(length);
            if (bytes.length < length) {
                throw new EOFException();
            }
            position += length;
            try {
                return StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(bytes))
                        .toString();
            } catch (CharacterCodingException e) {
                throw error("found a string that is not UTF-8; convert the symbol tables to UTF-8", e);
            }
        }

        private boolean atEnd() throws IOException {
            in.mark(1);
            boolean end = in.read() < 0;
            in.reset();
            return end;
        }

        private EspalierException error(String message) {
            return new EspalierException(source + ": byte " + position + ": " + message);
        }

        private EspalierException error(String message, IOException cause) {
            return new EspalierException(source + ": byte " + position + ": " + message, cause);
        }
    }

    private record Printer(DataOutputStream out) {
        void print(VectorFst fst) throws IOException {
            SymbolTable input = fst.inputSymbols().orElse(null);
            SymbolTable output = fst.outputSymbols().orElse(null);
            int32(FST_MAGIC);
            string(FST_TYPE);
            string(ARC_TYPE);
            int32(VERSION);
            int32((input == null ? 0 : HAS_INPUT_SYMBOLS) | (output == null ? 0 : HAS_OUTPUT_SYMBOLS));
            int64(PROPERTIES);
            int64(fst.start());
            int64(fst.states());
            int64(0);
            table(input);
            table(output);
            for (int s = 0; s < fst.states(); s++) {
                float32(fst.finalWeight(s));
                int64(fst.endArc(s) - fst.firstArc(s));
                for (int a = fst.firstArc(s); a < fst.endArc(s); a++) {
                    int32(fst.inputLabel(a));
                    int32(fst.outputLabel(a));
                    float32(fst.weight(a));
                    int32(fst.target(a));
                }
            }
        }

        private void table(@Nullable SymbolTable table) throws IOException {
            if (table == null) {
                return;
            }
            int32(TABLE_MAGIC);
            string(table.name());
            int64(table.size() == 0 ? 0 : table.symbols().lastKey() + 1);
            int64(table.size());
            for (var symbol : table.symbols().entrySet()) {
                string(symbol.getValue());
                int64(symbol.getKey());
            }
        }

        private void int32(int value) throws IOException {
            out.writeInt(Integer.reverseBytes(value));
        }

        private void int64(long value) throws IOException {
            out.writeLong(Long.reverseBytes(value));
        }

        private void float32(float value) throws IOException {
            int32(Float.floatToIntBits(value));
        }

        private void string(String text) throws IOException {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            int32(bytes.length);
            out.write(bytes);
        }
    }
}

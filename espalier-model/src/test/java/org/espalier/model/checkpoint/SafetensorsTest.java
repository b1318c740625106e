package org.espalier.model.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.Torch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SafetensorsTest {
    @TempDir
    private Path folder;

    private PointerScope scope;

    @BeforeEach
    void open() {
        Torch.load();
        scope = new PointerScope();
    }

    @AfterEach
    void close() {
        scope.close();
    }

    @Test
    void tensorsOfBothPrecisionsAreReadBackBitForBit() throws IOException {
        Map<String, Tensor> saved = new LinkedHashMap<>();
        saved.put("single", torch.randn(new long[] {3, 5}, new TensorOptions(torch.ScalarType.Float)));
        saved.put("double", torch.randn(new long[] {7}, new TensorOptions(torch.ScalarType.Double)));
        saved.put("scalar", torch.randn(new long[] {}, new TensorOptions(torch.ScalarType.Double)));
        saved.put("empty", torch.randn(new long[] {0, 4}, new TensorOptions(torch.ScalarType.Float)));
        saved.put("transposed", torch.randn(4, 6).t());
        Path file = write(saved, Map.of("λ", "ω\n\"1\""));

        Map<String, Tensor> read = new LinkedHashMap<>();
        saved.forEach((name, tensor) -> read.put(name, torch.zeros_like(tensor)));
        Safetensors.readInto(file, read);

        saved.forEach((name, tensor) ->
                assertThat(torch.equal(read.get(name), tensor)).as(name).isTrue());
        assertThat(Safetensors.header(file).metadata()).isEqualTo(Map.of("λ", "ω\n\"1\""));
        assertThat(Safetensors.header(file).entries())
                .containsEntry("double", new SafetensorsHeader.Entry(SafetensorsHeader.Dtype.F64, List.of(7L), 0, 56))
                .containsEntry("scalar", new SafetensorsHeader.Entry(SafetensorsHeader.Dtype.F64, List.of(), 56, 64))
                .containsEntry(
                        "single", new SafetensorsHeader.Entry(SafetensorsHeader.Dtype.F32, List.of(3L, 5L), 64, 124));
    }

    @Test
    void parametersAndStridedTensorsAreReadInPlace() throws IOException {
        Tensor ones = torch.ones(4, 2);
        Path file = write(Map.of("a", ones), Map.of());
        Tensor parameter = torch.zeros(4, 2).requires_grad_(true);
        Safetensors.readInto(file, Map.of("a", parameter));
        assertThat(torch.equal(parameter, ones)).isTrue();
        assertThat(parameter.requires_grad()).isTrue();

        Tensor strided = torch.zeros(2, 4).t();
        Safetensors.readInto(file, Map.of("a", strided));
        assertThat(torch.equal(strided, ones)).isTrue();
    }

    @Test
    void bytesFollowTheFormat() throws IOException {
        Tensor tensor = torch.zeros(2);
        try (NoGradGuard guard = new NoGradGuard()) {
            tensor.add_(new org.bytedeco.pytorch.Scalar(1.5));
        }
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(write(Map.of("w", tensor), Map.of("k", "v"))))
                .order(ByteOrder.LITTLE_ENDIAN);
        String header =
                "{\"__metadata__\":{\"k\":\"v\"},\"w\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}";
        int length = (header.length() + 7) / 8 * 8;
        assertThat(bytes.getLong(0)).isEqualTo(length);
        assertThat(new String(bytes.array(), 8, length, StandardCharsets.UTF_8).stripTrailing())
                .isEqualTo(header);
        assertThat(bytes.getFloat(8 + length)).isEqualTo(1.5f);
        assertThat(bytes.capacity()).isEqualTo(8 + length + 8);
    }

    @Test
    void differentTensorIsNamed() throws IOException {
        Path file = write(Map.of("a", torch.ones(2, 3)), Map.of());
        String remedy = ": it was written by another model; use the settings it was trained with";
        assertThatThrownBy(() -> Safetensors.readInto(file, Map.of("a", torch.ones(2, 3), "b", torch.ones(1))))
                .isInstanceOf(EspalierException.class)
                .hasMessage(file + " has no tensor b" + remedy);
        assertThatThrownBy(() -> Safetensors.readInto(file, Map.of()))
                .hasMessage(file + " has a tensor a that the model has not" + remedy);
        assertThatThrownBy(() -> Safetensors.readInto(file, Map.of("a", torch.ones(3, 2))))
                .hasMessage(file + " has a as F32 [2, 3], the model as F32 [3, 2]" + remedy);
        Tensor twice = torch.ones(new long[] {2, 3}, new TensorOptions(torch.ScalarType.Double));
        assertThatThrownBy(() -> Safetensors.readInto(file, Map.of("a", twice)))
                .hasMessage(file + " has a as F32 [2, 3], the model as F64 [2, 3]" + remedy);
    }

    @Test
    void tensorsOutsideThePartAreIgnored() throws IOException {
        Path file = write(Map.of("net.a", torch.ones(2), "other.b", torch.ones(3)), Map.of());
        Tensor a = torch.zeros(2);
        Safetensors.readInto(file, Map.of("net.a", a), name -> name.startsWith("net."));
        assertThat(torch.equal(a, torch.ones(2))).isTrue();
        assertThatThrownBy(() -> Safetensors.readInto(file, Map.of(), name -> name.startsWith("net.")))
                .hasMessageContaining(" has a tensor net.a that the model has not");
        assertThatThrownBy(() -> Safetensors.readInto(file, Map.of("net.c", a), name -> name.startsWith("net.")))
                .hasMessageContaining(" has no tensor net.c");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[] | its header is not a JSON object",
                "{\"a\":1} | tensor a has a dtype other than F32, F64 and I32",
                "{\"a\":{\"dtype\":\"F16\",\"shape\":[4],\"data_offsets\":[0,8]}}"
                        + " | tensor a has a dtype other than F32, F64 and I32",
                "{\"a\":{\"dtype\":\"F32\",\"data_offsets\":[0,8]}} | tensor a has no shape or no data_offsets",
                "{\"a\":{\"dtype\":\"F32\",\"shape\":[-2],\"data_offsets\":[0,8]}}"
                        + " | tensor a has a shape or data_offsets that are not natural numbers",
                "{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8.0]}}"
                        + " | tensor a has a shape or data_offsets that are not natural numbers",
                "{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[8]}} | tensor a has no pair of data_offsets",
                "{\"a\":{\"dtype\":\"F32\",\"shape\":[3],\"data_offsets\":[0,8]}}"
                        + " | tensor a has data_offsets that do not fit its shape",
                "{\"a\":{\"dtype\":\"F32\",\"shape\":[4611686018427387904,4],\"data_offsets\":[0,0]}}"
                        + " | tensor a is larger than any file",
                "{\"a\":{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[0,16]}}"
                        + " | its tensors take 16 bytes, but it has 8",
                "{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[4,8]}}"
                        + " | tensor a does not begin where the tensor before it ends",
                "{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]},"
                        + "\"b\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[4,8]}}"
                        + " | tensor b does not begin where the tensor before it ends",
            })
    void malformedHeaderIsRefused(String header, String why) throws IOException {
        Path file = file(header.length(), header, 8);
        assertThatThrownBy(() -> Safetensors.header(file))
                .isInstanceOf(EspalierException.class)
                .hasMessage(file + " is not a whole safetensors file: " + why);
    }

    @Test
    void wrongHeaderLengthIsRefused() throws IOException {
        String twice = "{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]},"
                + "\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}";
        assertThatThrownBy(() -> Safetensors.header(file(twice.length(), twice, 8)))
                .hasMessageContaining("its header is not JSON: Duplicate");
        assertThatThrownBy(() -> Safetensors.header(file(2, "{x", 8))).hasMessageContaining("its header is not JSON: ");
        String deep = "[".repeat(100_000);
        assertThatThrownBy(() -> Safetensors.header(file(deep.length(), deep, 8)))
                .hasMessageContaining("its header is not JSON: ");
        for (long length : new long[] {11, -1, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 40}) {
            Path file = file(length, "{}", 8);
            assertThatThrownBy(() -> Safetensors.header(file))
                    .hasMessage(file + " is not a whole safetensors file: of its 18 bytes the header would take "
                            + Long.toUnsignedString(length));
        }
        Path tiny = Files.write(folder.resolve("tiny"), new byte[7]);
        assertThatThrownBy(() -> Safetensors.header(tiny))
                .hasMessage(tiny + " is not a safetensors file: it has only 7 bytes");
        assertThatThrownBy(() -> Safetensors.header(folder.resolve("none")))
                .hasMessageContaining("no such file; check the path");
    }

    private Path file(long length, String header, int data) throws IOException {
        byte[] json = header.getBytes(StandardCharsets.UTF_8);
        ByteBuffer bytes = ByteBuffer.allocate(8 + json.length + data).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(length).put(json);
        return Files.write(folder.resolve("hostile"), bytes.array());
    }

    private Path write(Map<String, Tensor> tensors, Map<String, String> metadata) throws IOException {
        Path file = folder.resolve("x.safetensors");
        try (FileChannel out = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            Safetensors.write(out, tensors, metadata);
        }
        return file;
    }
}

package org.espalier.run.settings;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.FileErrors;
import org.espalier.fst.base.SourceException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLParser;

/** Reads a YAML file of settings: keys with values, and sections of keys with values. */
final class Yaml implements AutoCloseable {
    private static final Pattern PLAIN = Pattern.compile("[\\p{Alnum}_./][\\p{Alnum}_./+-]*(:[\\p{Alnum}_.-]+)?");

    private static final Pattern PLACE = Pattern.compile("line (\\d{1,9}), column (\\d{1,9})");

    private final String name;
    private final Path folder;
    private final YAMLParser parser;
    private final SettingValues.Builder values = new SettingValues.Builder();

    private Yaml(String name, Path folder, String text) {
        this.name = name;
        this.folder = folder;
        this.parser = (YAMLParser) new YAMLFactory().createParser(ObjectReadContext.empty(), text);
    }

    static SettingValues read(Path file) {
        Path folder = Objects.requireNonNullElse(file.getParent(), Path.of(""));
        try (Yaml yaml = new Yaml(file.toString(), folder, text(file))) {
            yaml.readAll();
            return yaml.values.build();
        } catch (JacksonException e) {
            throw syntax(file.toString(), e);
        }
    }

    private static String text(Path file) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(Files.readAllBytes(file)))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new EspalierException(file + " is not UTF-8 text; save it as UTF-8", e);
        } catch (IOException e) {
            throw FileErrors.reading(file.toString(), e);
        }
    }

    /** Makes one line of the parser's message, whose indented lines give the place and quote the file. */
    private static SourceException syntax(String name, JacksonException e) {
        String message = String.valueOf(e.getOriginalMessage());
        // The location of the exception is that of the previous token; the message has the right one.
        Matcher place = PLACE.matcher(message);
        boolean isPlaced = place.find();
        return new SourceException(
                name,
                isPlaced
                        ? Integer.parseInt(place.group(1))
                        : Math.max(1, e.getLocation().getLineNr()),
                isPlaced ? Integer.parseInt(place.group(2)) : 0,
                "this is not YAML: "
                        + message.lines()
                                .filter(line -> !line.isBlank() && !line.startsWith(" "))
                                .collect(Collectors.joining("; "))
                        + "; write key: value, and indent the settings of a section by spaces");
    }

    private void readAll() {
        JsonToken first = parser.nextToken();
        if (first == null) {
            return;
        }
        if (first != JsonToken.START_OBJECT) {
            throw here().error("found " + described(first) + ", expected settings, each a line key: value");
        }
        readSection("");
        if (parser.nextToken() != null) {
            throw here().error("found a second document, expected one; leave out the line ---");
        }
    }

    private void readSection(String section) {
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            SettingOrigin ofKey = here();
            String key = (section.isEmpty() ? "" : section + ".") + parser.getString();
            readValue(key, ofKey, parser.nextToken());
        }
    }

    private void readValue(String key, SettingOrigin ofKey, JsonToken token) {
        if (token == JsonToken.START_OBJECT && Settings.isSection(key)) {
            readSection(key);
            return;
        }
        Setting<?> setting = Settings.named(key, ofKey).get(0);
        if (token == JsonToken.VALUE_NULL && setting.defaultText() == null) {
            return;
        }
        if (token == JsonToken.VALUE_NULL || !token.isScalarValue() || parser.isCurrentAlias()) {
            throw here().error(key + " is " + described(token) + ", expected "
                    + setting.type().expected());
        }
        values.add(key, ofKey, parser.getString(), here());
    }

    private String described(JsonToken token) {
        return switch (token) {
            case START_OBJECT -> "a section";
            case START_ARRAY -> "a list";
            case VALUE_NULL -> "empty";
            default -> parser.isCurrentAlias() ? "an alias" : EspalierException.quote(parser.getString());
        };
    }

    private SettingOrigin here() {
        TokenStreamLocation at = parser.currentTokenLocation();
        return new SettingOrigin(name, at.getLineNr(), at.getColumnNr(), folder);
    }

    @Override
    public void close() {
        parser.close();
    }

    /** Returns a text as a YAML scalar, quoted where YAML would not read it back as the same text. */
    static String scalar(String text) {
        boolean isPlain = PLAIN.matcher(text).matches() && !text.equalsIgnoreCase("null");
        return isPlain ? text : JsonMapper.shared().writeValueAsString(text);
    }
}

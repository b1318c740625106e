package org.espalier.cli.service;

import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Checks JSON against a schema of an OpenAPI description, with the keywords that ours uses.
 *
 * @param description the description, in which references are looked up
 */
record SchemaCheck(JsonNode description) {
    /** Returns what a value has against a schema, each with its place. */
    List<String> problems(String place, JsonNode value, JsonNode given) {
        JsonNode schema = resolved(given);
        if (schema.has("oneOf")) {
            List<List<String>> ways = schema.get("oneOf")
                    .valueStream()
                    .map(way -> problems(place, value, way))
                    .toList();
            return ways.stream().filter(List::isEmpty).count() == 1
                    ? List.of()
                    : List.of(place + " is not exactly one of: " + ways);
        }
        if (!hasType(value, schema.path("type").asString())) {
            return List.of(place + " is no " + schema.path("type") + ": " + value);
        }
        if (schema.has("enum") && schema.get("enum").valueStream().noneMatch(value::equals)) {
            return List.of(place + " is none of " + schema.get("enum") + ": " + value);
        }
        return switch (schema.path("type").asString()) {
            case "object" -> object(place, value, schema);
            case "array" -> array(place, value, schema);
            default -> List.of();
        };
    }

    JsonNode resolved(JsonNode schema) {
        return schema.has("$ref") ? description.at(schema.get("$ref").asString().substring(1)) : schema;
    }

    private static boolean hasType(JsonNode value, String type) {
        return switch (type) {
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "string" -> value.isString();
            case "number" -> value.isNumber();
            case "integer" -> value.isIntegralNumber();
            case "boolean" -> value.isBoolean();
            default -> throw new AssertionError("the description has the type " + type);
        };
    }

    private List<String> object(String place, JsonNode value, JsonNode schema) {
        JsonNode properties = schema.path("properties");
        Stream<String> missing = schema.path("required")
                .valueStream()
                .map(JsonNode::asString)
                .filter(key -> !value.has(key))
                .map(key -> place + " has no " + key);
        Stream<String> wrong = value.propertyStream().flatMap(property -> {
            String key = property.getKey();
            return properties.has(key)
                    ? problems(place + "." + key, property.getValue(), properties.get(key)).stream()
                    : Stream.of(place + " has " + key + ", which is not described");
        });
        return schema.has("properties") ? Stream.concat(missing, wrong).toList() : List.of();
    }

    private List<String> array(String place, JsonNode value, JsonNode schema) {
        return value.valueStream()
                .flatMap(element -> problems(place + "[]", element, schema.get("items")).stream())
                .toList();
    }
}

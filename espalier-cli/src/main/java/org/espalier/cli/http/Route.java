package org.espalier.cli.http;

import java.util.Map;
import java.util.function.Function;

/** The handler of a path. Each path has one HTTP method. */
public sealed interface Route {
    String method();

    /** Reads; receives the parameters of the query. */
    record Get(Function<Map<String, String>, HttpReply> answer) implements Route {
        @Override
        public String method() {
            return "GET";
        }
    }

    /** Computes; receives the body, which is JSON by its type. */
    record Post(Function<byte[], HttpReply> answer) implements Route {
        @Override
        public String method() {
            return "POST";
        }
    }
}

package org.espalier.cli.explore;

import java.util.Map;
import java.util.function.Function;

/** The handler of a path. Each path has one HTTP method. */
sealed interface Route {
    String method();

    /** Reads; receives the parameters of the query. */
    record Get(Function<Map<String, String>, HttpReply> answer) implements Route {
        @Override
        public String method() {
            return "GET";
        }
    }

    /** Computes; receives the JSON of the body. */
    record Post(Function<JsonRequest, HttpReply> answer) implements Route {
        @Override
        public String method() {
            return "POST";
        }
    }
}

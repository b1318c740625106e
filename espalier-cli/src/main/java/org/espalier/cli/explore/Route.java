package org.espalier.cli.explore;

import java.util.Map;
import java.util.function.Function;

/** What is done for a path: by one method of HTTP only. */
sealed interface Route {
    String method();

    /** Only looks; takes the parameters of the query. */
    record Get(Function<Map<String, String>, HttpReply> answer) implements Route {
        @Override
        public String method() {
            return "GET";
        }
    }

    /** Works; takes the JSON of the body. */
    record Post(Function<JsonRequest, HttpReply> answer) implements Route {
        @Override
        public String method() {
            return "POST";
        }
    }
}

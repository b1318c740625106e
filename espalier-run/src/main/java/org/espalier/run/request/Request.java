package org.espalier.run.request;

/** A question about a text or a pair of texts, whose fields have been checked. {@link Requests} reads and answers it. */
public final class Request {
    private final Question question;
    private final String x;
    private final String y;

    Request(Question question, String x, String y) {
        this.question = question;
        this.x = x;
        this.y = y;
    }

    Question question() {
        return question;
    }

    String x() {
        return x;
    }

    /** Returns the output; empty if the question is about an input alone. */
    String y() {
        return y;
    }
}

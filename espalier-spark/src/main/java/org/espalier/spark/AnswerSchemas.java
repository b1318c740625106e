package org.espalier.spark;

import static org.apache.spark.sql.types.DataTypes.createArrayType;

import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** The columns of the answers of each task. */
final class AnswerSchemas {
    private static final DataType NUMBER = DataTypes.DoubleType;
    private static final DataType INTEGER = DataTypes.IntegerType;
    private static final DataType TEXT = DataTypes.StringType;
    private static final DataType SYMBOLS = createArrayType(TEXT);

    private static final StructType PAIR = new StructType().add("x", TEXT).add("y", TEXT);

    private static final StructType OPERATION = new StructType()
            .add("x", SYMBOLS)
            .add("y", SYMBOLS)
            .add("marks", SYMBOLS)
            .add("probability", NUMBER);

    private static final StructType PATH = new StructType()
            .add("weight", NUMBER)
            .add("logQ", NUMBER)
            .add("logP", NUMBER)
            .add("marks", TEXT)
            .add("operations", createArrayType(OPERATION));

    private static final StructType LINK =
            new StructType().add("x", INTEGER).add("y", INTEGER).add("probability", NUMBER);

    private static final StructType OUTPUT = new StructType()
            .add("y", TEXT)
            .add("probability", NUMBER)
            .add("probabilityError", NUMBER)
            .add("logP", NUMBER)
            .add("standardError", NUMBER)
            .add("exact", DataTypes.BooleanType)
            .add("marks", TEXT);

    static final StructType ALIGNMENTS =
            PAIR.add("paths", createArrayType(PATH)).add("links", createArrayType(LINK));

    static final StructType SCORE = PAIR.add("logP", NUMBER).add("standardError", NUMBER);

    static final StructType RANKING = new StructType().add("x", TEXT).add("outputs", createArrayType(OUTPUT));

    static final StructType VOTED_RANKING =
            new StructType().add("x", TEXT).add("outputs", createArrayType(OUTPUT.add("votes", INTEGER)));

    static final StructType EVALUATION = new StructType()
            .add("partialKl", NUMBER)
            .add("iwae", NUMBER)
            .add("logLikelihood", NUMBER)
            .add("ess", NUMBER)
            .add("deduplicatedEss", NUMBER)
            .add("markLength", NUMBER)
            .add("smcLogLikelihood", NUMBER)
            .add("exactKl", NUMBER)
            .add("exactInclusiveKl", NUMBER)
            .add("exactLogLikelihood", NUMBER);

    /** The number of paths is text, because it may be infinite or too large for a column of numbers. */
    static final StructType LATTICE = new StructType()
            .add("states", INTEGER)
            .add("arcs", INTEGER)
            .add("paths", TEXT)
            .add("acyclic", DataTypes.BooleanType)
            .add("canonical", DataTypes.BooleanType)
            .add("before", new StructType().add("states", INTEGER).add("arcs", INTEGER))
            .add("x", INTEGER)
            .add("y", INTEGER);

    static final StructType REJECT = PAIR.add("text", TEXT).add("reason", TEXT);

    private AnswerSchemas() {}
}

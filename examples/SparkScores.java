import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.espalier.spark.CorpusJob;
import org.espalier.spark.CorpusResults;
import org.espalier.spark.ScoreTask;

/**
 * Scores the rows of a Spark table with a trained run, and prints scores and rejected rows.
 *
 * <p>Needs espalier-spark and Spark. Argument: the folder of a run, such as the one of TrainAndTransduce. README.md says how
 * to run it.
 */
public final class SparkScores {
    public static void main(String[] args) {
        SparkSession spark = SparkSession.builder().master("local[1]").appName("scores").getOrCreate();
        StructType columns = new StructType()
                .add("id", DataTypes.StringType)
                .add("x", DataTypes.StringType)
                .add("y", DataTypes.StringType);
        Dataset<Row> words = spark.createDataFrame(
                List.of(RowFactory.create("1", "calle", "k a ʝ e"), RowFactory.create("2", "cielo", "s j e l o")), columns);
        CorpusJob job = new CorpusJob(spark, Path.of(args[0]));
        try (CorpusResults results = job.ask(ScoreTask.DEFAULT, words)) {
            results.answers().show(false);
            results.rejects().show(false);
        }
        spark.stop();
    }
}

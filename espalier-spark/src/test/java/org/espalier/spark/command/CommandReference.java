package org.espalier.spark.command;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ScopeType;

/** Generates {@code docs/reference/commands.md} from the command line's own help. */
final class CommandReference {
    /** The commands below {@code espalier}, by what a reader wants to do. Subcommands follow their parent. */
    private static final Map<String, List<String>> GROUPS = groups();

    /** Options in a sentence, with their value if it is a setting. */
    private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--?[a-z][a-z-]*(?: [\\w.]+=\\w+)?");

    private static final Pattern SPECIAL = Pattern.compile("[\\\\`*_\\[\\]<>|~]");

    private static final String EXAMPLE_INDENT = "  ";

    private static final String HEADER = """
            # Commands

            <!-- Generated from the help of the commands by CommandReferenceTest; CONTRIBUTING.md says how to update it. -->

            `./espalier COMMAND --help` prints what is on this page. On Windows, call `espalier.cmd`.

            Results go to standard output. Everything else, such as progress, warnings and errors, goes to standard error. An error is
            one line that starts with `espalier:`.

            | exit code | meaning |
            |---|---|
            | 0 | success; also when the reader of the results closes the pipe |
            | 1 | failure, or some lines of a file failed |
            | 2 | wrong usage: an unknown option, a missing or a wrong value |
            | 130 | stopped by Ctrl-C |

            `./espalier --version` prints the version. All commands have these options:

            | option | meaning |
            |---|---|
            """;

    private static final String ENVIRONMENT = """

            The environment variable `ESPALIER_JAVA_OPTS` sets options of the JVM, for example `-Xmx8g`.
            """;

    private final StringBuilder page = new StringBuilder();
    private final CommandSpec root;

    private CommandReference(CommandSpec root) {
        this.root = root;
    }

    /**
     * Returns the page for a command line.
     *
     * @throws IllegalStateException if a command is in no group
     */
    static String page(CommandLine line) {
        CommandReference reference = new CommandReference(line.getCommandSpec());
        reference.write();
        return reference.page.toString();
    }

    private static Map<String, List<String>> groups() {
        Map<String, List<String>> groups = new LinkedHashMap<>();
        groups.put("First steps", List.of("quickstart", "init"));
        groups.put("Machines and lattices", List.of("machine", "lattice"));
        groups.put("Training", List.of("train"));
        groups.put(
                "Using a trained model", List.of("evaluate", "align", "score", "transduce", "rerank", "ask", "serve"));
        groups.put("Experiments and their data", List.of("reproduce", "report", "data", "baseline"));
        groups.put("Large corpora", List.of("spark"));
        return groups;
    }

    private void write() {
        List<String> grouped = GROUPS.values().stream().flatMap(List::stream).toList();
        List<String> missing = visible(root).stream()
                .map(CommandSpec::name)
                .filter(name -> !grouped.contains(name))
                .toList();
        if (!missing.isEmpty()) {
            throw new IllegalStateException("in no group of the page: " + missing);
        }
        page.append(HEADER);
        root.options().stream()
                .filter(option -> option.scopeType() == ScopeType.INHERIT)
                .forEach(this::appendRow);
        page.append(ENVIRONMENT);
        page.append("\n## Contents\n\n| | commands |\n|---|---|\n");
        GROUPS.forEach((group, names) -> page.append("| ")
                .append(group)
                .append(" | ")
                .append(commands(names).map(CommandReference::link).collect(joining(", ")))
                .append(" |\n"));
        GROUPS.forEach((group, names) -> {
            page.append("\n## ").append(group).append('\n');
            commands(names).forEach(this::appendCommand);
        });
    }

    private Stream<CommandSpec> commands(List<String> names) {
        return names.stream()
                .map(name -> Objects.requireNonNull(root.subcommands().get(name), name)
                        .getCommandSpec())
                .flatMap(command -> Stream.concat(Stream.of(command), visible(command).stream()));
    }

    private static List<CommandSpec> visible(CommandSpec command) {
        return command.subcommands().values().stream()
                .map(CommandLine::getCommandSpec)
                .filter(sub -> !sub.usageMessage().hidden())
                .toList();
    }

    private static String title(CommandSpec command) {
        return command.qualifiedName().substring("espalier ".length());
    }

    private static String link(CommandSpec command) {
        return "[" + title(command) + "](#" + title(command).replace(' ', '-') + ")";
    }

    private void appendCommand(CommandSpec command) {
        page.append("\n### ").append(title(command)).append("\n\n");
        page.append(Arrays.stream(command.usageMessage().description())
                        .map(CommandReference::sentence)
                        .collect(joining(" ")))
                .append("\n\n");
        page.append("```sh\n").append(synopsis(command)).append("\n```\n");
        appendArguments(command);
        for (ArgGroupSpec group : command.argGroups()) {
            page.append("\n").append(sentence(String.valueOf(group.heading()))).append("\n");
            appendTable(group.allOptionsNested());
        }
        appendFooter(command.usageMessage().footer());
    }

    private static String synopsis(CommandSpec command) {
        List<String> words = new ArrayList<>(List.of(command.qualifiedName()));
        options(command).stream()
                .filter(OptionSpec::required)
                .map(CommandReference::usage)
                .forEach(words::add);
        if (options(command).stream().anyMatch(option -> !option.required())) {
            words.add("[OPTIONS]");
        }
        command.positionalParameters().stream()
                .map(parameter -> parameter.paramLabel() + (parameter.arity().max() > 1 ? "…" : ""))
                .forEach(words::add);
        if (!visible(command).isEmpty()) {
            words.add("COMMAND");
        }
        return String.join(" ", words);
    }

    /** Returns the options of a command without those that all commands have, the required ones first. */
    private static List<OptionSpec> options(CommandSpec command) {
        return command.options().stream()
                .filter(option -> !option.inherited() && !option.hidden())
                .sorted(Comparator.comparing(OptionSpec::required)
                        .reversed()
                        .thenComparing(option -> option.longestName().toLowerCase(Locale.ROOT)))
                .toList();
    }

    private void appendArguments(CommandSpec command) {
        List<PositionalParamSpec> parameters = command.positionalParameters();
        List<OptionSpec> options = options(command).stream()
                .filter(option -> option.group() == null)
                .toList();
        if (parameters.isEmpty() && options.isEmpty()) {
            return;
        }
        page.append("\n| option | meaning |\n|---|---|\n");
        parameters.forEach(parameter ->
                appendRow("`" + parameter.paramLabel() + "`", parameter.description(), parameter.required()));
        options.forEach(this::appendRow);
    }

    private void appendTable(List<OptionSpec> options) {
        page.append("\n| option | meaning |\n|---|---|\n");
        options.forEach(this::appendRow);
    }

    private void appendRow(OptionSpec option) {
        String names = Arrays.stream(option.names())
                .map(name -> "`" + name + (name.equals(option.longestName()) ? label(option) : "") + "`")
                .collect(joining(", "));
        appendRow(names, option.description(), option.required());
    }

    private void appendRow(String names, String[] description, boolean required) {
        page.append("| ")
                .append(names)
                .append(" | ")
                .append(Arrays.stream(description)
                        .map(CommandReference::sentence)
                        .collect(joining(" ")))
                .append(required ? " **Required.**" : "")
                .append(" |\n");
    }

    private static String usage(OptionSpec option) {
        return option.longestName() + label(option);
    }

    private static String label(OptionSpec option) {
        if (option.arity().max() == 0) {
            return "";
        }
        return option.arity().min() == 0 ? " [" + option.paramLabel() + "]" : " " + option.paramLabel();
    }

    /** A footer has sentences, and examples that are indented below a line "Examples:". */
    private void appendFooter(String[] footer) {
        List<String> sentences = Arrays.stream(footer)
                .filter(line -> !line.isBlank() && !line.startsWith(EXAMPLE_INDENT) && !line.matches("Examples?:"))
                .map(CommandReference::sentence)
                .toList();
        if (!sentences.isEmpty()) {
            page.append('\n').append(String.join("\n", sentences)).append('\n');
        }
        List<String> examples = examples(footer);
        if (!examples.isEmpty()) {
            page.append("\n```sh\n").append(String.join("\n", examples)).append("\n```\n");
        }
    }

    /** Returns the calls that the footer of a help text shows. */
    static List<String> examples(String[] footer) {
        return Arrays.stream(footer)
                .filter(line -> line.startsWith(EXAMPLE_INDENT))
                .map(line -> plain(line).strip())
                .toList();
    }

    /** Resolves the format characters of picocli. Defaults that are paths have slashes on every system. */
    private static String plain(String text) {
        return String.format(Locale.ROOT, text).replace('\\', '/').strip();
    }

    /** Returns Markdown that shows the text literally, with options as code. */
    static String sentence(String text) {
        StringBuilder markdown = new StringBuilder();
        String plain = plain(text);
        Matcher option = OPTION.matcher(plain);
        int from = 0;
        while (option.find()) {
            markdown.append(escaped(plain.substring(from, option.start())));
            markdown.append('`').append(option.group()).append('`');
            from = option.end();
        }
        return markdown.append(escaped(plain.substring(from))).toString();
    }

    private static String escaped(String text) {
        return SPECIAL.matcher(text).replaceAll(found -> Matcher.quoteReplacement("\\" + found.group()));
    }
}

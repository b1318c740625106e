package org.espalier.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The files and commands of a page of the documentation, in order.
 *
 * <ul>
 *   <li>A fenced block is a <em>file</em> if its first line is a comment that begins with the file's name
 *       ({@code # align.mfst: …}), or, for formats without comments, if the name follows the language
 *       ({@code ```tsv words.tsv}).
 *   <li>A <em>command</em> begins with {@code ./espalier} or {@code cp}: a line of an indented block, a line after {@code
 *       $} in a block of {@code console}, or inline code.
 *   <li>In a block of {@code console}, the lines after a command are its standard output; {@code …} matches any text in
 *       a line and, alone on a line, any lines.
 * </ul>
 *
 * Other blocks and commands of other programs are ignored.
 */
record DocumentPage(List<Step> steps) {
    private static final Pattern FENCE = Pattern.compile("```(\\S*)(?: +(\\S+))?");
    private static final Pattern NAMED = Pattern.compile("# ([\\w./-]+\\.\\w+)(?::.*)?");
    private static final Pattern INLINE = Pattern.compile("`(\\./espalier [^`]+)`");
    private static final String INDENT = "    ";

    sealed interface Step {}

    /** A file that the page shows. */
    record ShownFile(String name, String content) implements Step {}

    /**
     * A command of the page.
     *
     * @param line the line of the page
     * @param words the words as a shell splits them, the program first
     * @param target the file that standard output goes to
     * @param output the lines of output that the page shows
     */
    record Call(int line, List<String> words, Optional<String> target, Optional<List<String>> output) implements Step {
        static Call of(int line, String text, Optional<List<String>> output) {
            List<String> words = split(text);
            int arrow = words.indexOf(">");
            return arrow < 0
                    ? new Call(line, words, Optional.empty(), output)
                    : new Call(line, words.subList(0, arrow), Optional.of(words.get(arrow + 1)), output);
        }
    }

    static DocumentPage of(String markdown) {
        Reader reader = new Reader(markdown.lines().toList());
        reader.read();
        return new DocumentPage(List.copyOf(reader.steps));
    }

    /** Splits a command into words, up to a comment or a pipe. */
    static List<String> split(String command) {
        List<String> words = new ArrayList<>();
        Matcher word = Pattern.compile("\\s*(?:([|#])|((?:\"[^\"]*\"|'[^']*'|[^\\s\"'])+))")
                .matcher(command);
        while (word.lookingAt() && word.group(1) == null) {
            words.add(word.group(2).replaceAll("[\"']", ""));
            word.region(word.end(), command.length());
        }
        return words;
    }

    private static boolean isCommand(String text) {
        return text.startsWith("./espalier ") || text.startsWith("cp ");
    }

    private static final class Reader {
        private final List<String> lines;
        private final List<Step> steps = new ArrayList<>();
        private int next;

        Reader(List<String> lines) {
            this.lines = lines;
        }

        void read() {
            while (next < lines.size()) {
                String line = lines.get(next++);
                Matcher fence = FENCE.matcher(line);
                if (fence.matches()) {
                    block(fence.group(1), Optional.ofNullable(fence.group(2)));
                } else if (line.startsWith(INDENT) && isCommand(line.strip())) {
                    steps.add(Call.of(next, continued(line.strip()), Optional.empty()));
                } else {
                    for (Matcher inline = INLINE.matcher(line); inline.find(); ) {
                        steps.add(Call.of(next, inline.group(1), Optional.empty()));
                    }
                }
            }
        }

        /** Reads a command with its continuation lines. */
        private String continued(String first) {
            StringBuilder text = new StringBuilder(first);
            while (text.charAt(text.length() - 1) == '\\') {
                text.setLength(text.length() - 1);
                text.append(lines.get(next++).strip());
            }
            return text.toString();
        }

        private void block(String language, Optional<String> name) {
            int start = next;
            while (!lines.get(next).equals("```")) {
                next++;
            }
            List<String> block = lines.subList(start, next++);
            Matcher named = NAMED.matcher(block.isEmpty() ? "" : block.get(0));
            if (language.equals("console")) {
                session(start, block);
            } else if (name.isPresent() || named.matches()) {
                steps.add(new ShownFile(name.orElseGet(() -> named.group(1)), String.join("\n", block) + "\n"));
            }
        }

        private void session(int start, List<String> block) {
            int at = 0;
            while (at < block.size()) {
                int command = at++;
                while (at < block.size() && !block.get(at).startsWith("$ ")) {
                    at++;
                }
                String text = block.get(command).substring(2);
                if (isCommand(text)) {
                    steps.add(Call.of(start + command + 1, text, Optional.of(block.subList(command + 1, at))));
                }
            }
        }
    }
}

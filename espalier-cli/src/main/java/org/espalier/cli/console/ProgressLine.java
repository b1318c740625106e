package org.espalier.cli.console;

/** The progress of long work: on a terminal one line that is overwritten, elsewhere lines. Any thread may call it. */
public final class ProgressLine {
    private static final String LINE_START = "\r";
    private static final String ERASE_TO_END = "\033[K";

    private final Console console;
    private boolean isOpen;

    public ProgressLine(Console console) {
        this.console = console;
    }

    /** Shows how far the work is. */
    public synchronized void show(String line) {
        if (console.isTerminal()) {
            console.err().print(LINE_START + line + ERASE_TO_END);
            console.err().flush();
            isOpen = true;
        } else {
            console.info(line);
        }
    }

    /** Prints a message on its own line. */
    public synchronized void info(String line) {
        if (isOpen) {
            console.err().print(LINE_START + ERASE_TO_END);
            isOpen = false;
        }
        console.info(line);
    }
}

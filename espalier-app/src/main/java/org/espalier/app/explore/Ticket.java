package org.espalier.app.explore;

/**
 * Whose work something is.
 *
 * @param client the page that asks
 * @param job the name by which the page can cancel it
 * @param subject what it is about: a pair
 * @param part which of the things that can be asked of a subject at the same time
 */
record Ticket(String client, String job, String subject, String part) {
    /** Work that no page calls its own: it is neither cancelled nor replaced. */
    static final Ticket NOBODYS = new Ticket("", "", "", "");

    /** Whether a page that asks this no longer waits for another: it has moved on, or asks the same again. */
    boolean replaces(Ticket other) {
        return !client.isEmpty()
                && client.equals(other.client)
                && (!subject.equals(other.subject) || part.equals(other.part));
    }
}

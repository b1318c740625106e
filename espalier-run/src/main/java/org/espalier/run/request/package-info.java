/**
 * Questions to a trained run as JSON: one object asks, one object answers. Programs in other languages hold a process open and
 * send lines, or send HTTP requests; {@link org.espalier.run.request.Requests} checks and answers both. Nothing here reads
 * streams or prints.
 */
@NullMarked
package org.espalier.run.request;

import org.jspecify.annotations.NullMarked;

/**
 * The service: answers requests of programs about a trained run as JSON over HTTP. Questions that wait together are answered
 * in one batch ({@code BatchQueue}), within limits ({@code ServiceLimits}); what the answers say is decided in {@code
 * org.espalier.run.request}. Nothing here depends on the console.
 */
@NullMarked
package org.espalier.cli.service;

import org.jspecify.annotations.NullMarked;

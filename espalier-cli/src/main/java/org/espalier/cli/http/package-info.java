/**
 * What the explorer and the service share: a server that stops without losing a request under way ({@code WebServer}), the
 * checks of requests in one place ({@code RequestGuard}), and replies. Nothing here knows a path, a model or the console.
 */
@NullMarked
package org.espalier.cli.http;

import org.jspecify.annotations.NullMarked;

package org.espalier.cli.run;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.espalier.cli.console.PositiveNumber;
import org.espalier.cli.console.UsageException;
import org.espalier.cli.http.WebServer;
import org.espalier.cli.service.AccessToken;
import org.espalier.cli.service.Service;
import org.espalier.cli.service.ServiceLimits;
import org.espalier.fst.base.EspalierException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of the service: to whom it listens, and its limits. */
final class ServiceOptions {
    @Option(
            names = "--api",
            description = "Serve the JSON API for programs instead of the explorer. See docs/guides/service.md.")
    private boolean api;

    @Option(
            names = "--address",
            paramLabel = "ADDRESS",
            description = "With --api: address to listen on. One that other computers can reach requires --token-file. "
                    + "Default: 127.0.0.1, for this computer only.")
    private @Nullable String address;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description =
                    "With --api: file with the token that requests must carry, in the header Authorization: Bearer TOKEN.")
    private @Nullable Path tokenFile;

    @Option(
            names = "--max-bytes",
            paramLabel = "N",
            converter = PositiveNumber.OfInt.class,
            description = "With --api: largest number of bytes of a request. Default: " + ServiceLimits.BYTES + ".")
    private @Nullable Integer maxBytes;

    @Option(
            names = "--max-inputs",
            paramLabel = "N",
            converter = PositiveNumber.OfInt.class,
            description = "With --api: largest number of inputs or pairs of a request. Default: " + ServiceLimits.INPUTS
                    + ".")
    private @Nullable Integer maxInputs;

    @Option(
            names = "--max-characters",
            paramLabel = "N",
            converter = PositiveNumber.OfInt.class,
            description = "With --api: largest number of characters of an input or output. Default: "
                    + ServiceLimits.CHARACTERS + ".")
    private @Nullable Integer maxCharacters;

    @Option(
            names = "--max-waiting",
            paramLabel = "N",
            converter = PositiveNumber.OfInt.class,
            description =
                    "With --api: largest number of requests that wait; further ones are refused with 429. Default: "
                            + ServiceLimits.WAITING + ".")
    private @Nullable Integer maxWaiting;

    @Option(
            names = "--timeout-seconds",
            paramLabel = "N",
            converter = PositiveNumber.OfInt.class,
            description = "With --api: longest time from a request to its answer. Default: "
                    + ServiceLimits.TIMEOUT_SECONDS + ".")
    private @Nullable Integer timeoutSeconds;

    /** Returns whether the service is wanted, and not the explorer. */
    boolean areGiven() {
        return api;
    }

    /** Refuses options of the service without the service, and an open address without a token. */
    void requireConsistent() {
        if (!api) {
            refuse("--address", address);
            refuse("--token-file", tokenFile);
            refuse("--max-bytes", maxBytes);
            refuse("--max-inputs", maxInputs);
            refuse("--max-characters", maxCharacters);
            refuse("--max-waiting", maxWaiting);
            refuse("--timeout-seconds", timeoutSeconds);
        } else if (tokenFile == null && !inetAddress().isLoopbackAddress()) {
            throw new UsageException("--address " + address
                    + " can be reached from other computers and requires a token; give --token-file FILE");
        }
    }

    private static void refuse(String option, @Nullable Object value) {
        if (value != null) {
            throw new UsageException(option + " is an option of the service; add --api");
        }
    }

    private InetAddress inetAddress() {
        if (address == null) {
            return WebServer.loopback();
        }
        try {
            return InetAddress.getByName(address);
        } catch (UnknownHostException e) {
            throw new UsageException("--address " + EspalierException.quote(address)
                    + " is not an address; give one of this computer, such as 0.0.0.0 for all of them");
        }
    }

    Service.Access access(int port) {
        return new Service.Access(
                inetAddress(), port, Optional.ofNullable(tokenFile).map(AccessToken::read));
    }

    ServiceLimits limits() {
        return new ServiceLimits(
                value(maxBytes, ServiceLimits.BYTES),
                value(maxInputs, ServiceLimits.INPUTS),
                value(maxCharacters, ServiceLimits.CHARACTERS),
                value(maxWaiting, ServiceLimits.WAITING),
                Duration.ofSeconds(value(timeoutSeconds, ServiceLimits.TIMEOUT_SECONDS)));
    }

    private static int value(@Nullable Integer given, int otherwise) {
        return given == null ? otherwise : given;
    }
}

# Espalier's command line on a Java runtime, for Linux on x86-64. From the top of the tree, with Docker's BuildKit:
#
#   mvn -B -Pdist -DskipTests package
#   docker build --build-arg VERSION=0.1.0 --tag espalier .
#   docker run --rm --volume "$PWD:/work" --user "$(id -u):$(id -g)" espalier init --pairs words.tsv
FROM eclipse-temurin:21-jre-noble

ARG VERSION

LABEL org.opencontainers.image.title="Espalier" \
    org.opencontainers.image.description="Neuralized finite-state transducers with structure-aware path samplers" \
    org.opencontainers.image.url="https://github.com/espalier-fst/espalier" \
    org.opencontainers.image.source="https://github.com/espalier-fst/espalier" \
    org.opencontainers.image.licenses="Apache-2.0" \
    org.opencontainers.image.version="${VERSION}"

# Unpacks the archive into /opt/espalier-VERSION.
ADD espalier-dist/target/releases/espalier-${VERSION}-linux-x86_64.tar.gz /opt/

# A home and a working folder into which any user may write, since the one that --user names is not known here.
RUN ln -s "/opt/espalier-${VERSION}/bin/espalier" /usr/local/bin/espalier \
    && mkdir -m 1777 /home/espalier /work

ENV HOME=/home/espalier
WORKDIR /work
USER 10001:10001
ENTRYPOINT ["espalier"]
CMD ["--help"]

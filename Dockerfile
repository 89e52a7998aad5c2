# syntax=docker/dockerfile:1

FROM node:24-bookworm-slim AS web
WORKDIR /src/web
COPY web/package.json web/package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY contracts /src/contracts
COPY web ./
RUN npm run build

FROM golang:1.26-bookworm AS source
WORKDIR /src
COPY go.mod go.sum ./
COPY bff/internal/nobson bff/internal/nobson
RUN go mod download && mkdir -p /data /keys
COPY . .
COPY --from=web /src/web/dist ./bff/site/dist
ARG VERSION=unknown
ENV CGO_ENABLED=0

FROM source AS build-demo
RUN go build -tags nomsgpack,grpcnotrace -trimpath -ldflags "-s -w -X main.build=${VERSION}" -o /croupier ./bff/cmd/croupier

FROM source AS build-production
RUN go build -tags nomock,nomsgpack,grpcnotrace -trimpath -ldflags "-s -w -X main.build=${VERSION}" -o /croupier ./bff/cmd/croupier

# The images contain the binary and CA certificates only: no shell, no packages, no root.
FROM scratch AS runtime
COPY --from=source /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=source --chown=65532:65532 /data /data
# For a key ring that instances share; a volume mounted here belongs to the server's user.
COPY --from=source --chown=65532:65532 /keys /keys
VOLUME /data
ENV CROUPIER_DATA_DIR=/data CROUPIER_LISTEN=0.0.0.0:8080
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 CMD ["/croupier", "health"]
USER 65532:65532
ENTRYPOINT ["/croupier"]
CMD ["serve"]

# docker build --target demo: with the casino and the demo's configuration.
FROM runtime AS demo
COPY --from=build-demo /croupier /croupier

# The default target. It has no configuration: mount one and run `serve --config FILE`.
FROM runtime AS production
COPY --from=build-production /croupier /croupier

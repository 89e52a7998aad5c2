# syntax=docker/dockerfile:1

FROM node:24-bookworm-slim AS web
WORKDIR /src/web
COPY web/package.json web/package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY contracts /src/contracts
COPY web ./
RUN npm run build

FROM golang:1.26-bookworm AS bff
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
COPY --from=web /src/web/dist ./bff/site/dist
ARG VERSION=unknown
RUN CGO_ENABLED=0 go build -trimpath -ldflags "-s -w -X main.version=${VERSION}" -o /croupier ./bff/cmd/croupier \
 && mkdir -p /data

# Nothing but the binary and the certificates it trusts: no shell, no packages, no root.
FROM scratch
COPY --from=bff /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=bff /croupier /croupier
COPY --from=bff --chown=65532:65532 /data /data
VOLUME /data
ENV CROUPIER_DATA_DIR=/data CROUPIER_LISTEN=0.0.0.0:8080
EXPOSE 8080
USER 65532:65532
ENTRYPOINT ["/croupier"]
CMD ["serve"]

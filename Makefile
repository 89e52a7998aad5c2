# Croupier's commands. On a Debian machine with Go and Node, `make run` and `make test` install everything
# else.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

BIN        := bin/croupier
PRODUCTION := bin/croupier-production
# Built without the site, which Vite serves.
DEVELOPMENT := bin/croupier-development
SITE       := bff/site/dist
WEB_SOURCE := $(shell find web/src web/scripts web/index.html web/public web/vite.config.ts web/package.json -type f 2>/dev/null)
GO_SOURCE  := $(shell find bff contracts configs -type f -not -path '$(SITE)/*' 2>/dev/null) go.mod
VERSION    := $(shell git describe --tags --always --dirty 2>/dev/null || echo unknown)
RELEASE    := $(shell sed -n 's/^const release = "\(.*\)"/\1/p' bff/cmd/croupier/main.go)
TOOLS      := bin/tools

# The binary, the tests, the generators and the linters use the same flags, so Go compiles each dependency
# once. The tags leave out MessagePack of gin and request traces of grpc, which no binary uses. Both would
# keep the linker from dropping unused methods.
TAGS := nomsgpack,grpcnotrace
export CGO_ENABLED := 0
export GOFLAGS += -trimpath -tags=$(TAGS)
GO_BUILD = go build -ldflags '-s -w -X main.build=$(VERSION)'

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / {printf "  %-16s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

## -- running

.PHONY: run
run: build ## build everything and serve the demo on 127.0.0.1:8080
	$(BIN) serve

.PHONY: dev
dev: web/node_modules/.stamp ## serve the demo with hot reload of the player site
	@mkdir -p bin
	$(GO_BUILD) -o $(DEVELOPMENT) ./bff/cmd/croupier
	./web/scripts/dev.sh $(DEVELOPMENT)

.PHONY: mock
mock: $(BIN) ## serve the mock platform alone on 127.0.0.1:8090
	$(BIN) mock --listen 127.0.0.1:8090

## -- building

.PHONY: build
build: ## build one binary that contains the player site
	@$(MAKE) --no-print-directory --jobs=2 $(BIN)

$(BIN): $(GO_SOURCE) $(SITE)/index.html bin/.compiled
	$(GO_BUILD) -o $@ ./bff/cmd/croupier

# The packages that do not contain the site. `make build` compiles them while npm and Vite run.
bin/.compiled: $(GO_SOURCE)
	@mkdir -p bin
	go build $$(go list -deps ./bff/cmd/croupier | grep -vE '^croupier/bff/(site|cmd/croupier)$$')
	@touch $@

.PHONY: build-production
build-production: $(PRODUCTION) ## build bin/croupier-production, without the mock platform and the demo

$(PRODUCTION): $(GO_SOURCE) $(SITE)/index.html bin/.compiled
	$(GO_BUILD) -tags nomock,$(TAGS) -o $@ ./bff/cmd/croupier

$(SITE)/index.html: $(WEB_SOURCE) web/node_modules/.stamp
	cd web && npm run --silent build
	find $(SITE) -mindepth 1 -not -name .keep -delete
	cp -R web/dist/. $(SITE)/
	touch $@

web/node_modules/.stamp: web/package-lock.json web/package.json
	@echo "installing the site's npm packages"
	cd web && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

.PHONY: image
image: ## build the production container image (docker build --target demo contains the mock platform)
	docker build --build-arg VERSION=$(VERSION) -t croupier:$(RELEASE) -t croupier:$(VERSION) .

## -- generating

# The tests that write generated files with -update.
GOLDEN = TestCallTableMatchesGoldenFile|TestCallsOfRestrictedPlayers|ReferenceIsUpToDate

.PHONY: generate
generate: web/node_modules/.stamp ## write every generated file
	go run ./bff/cmd/generate
	go test -vet=off -run '$(GOLDEN)' ./bff/contract ./bff/gateway ./bff/cmd/croupier ./bff/ops/telemetry -update
	cd web && npm run --silent generate

.PHONY: verify-generate
verify-generate: ## fail if a generated file is out of date
	go test -count=1 -vet=off -run 'TestGeneratedFilesAreUpToDate|ReferenceIsUpToDate' \
		./bff/cmd/generate ./bff/cmd/croupier ./bff/ops/telemetry

.PHONY: support-images
support-images: $(BIN) web/node_modules/.stamp headless-shell ## take the pictures of the support guide in the demo
	CROUPIER_BINARY=$(abspath $(BIN)) node web/scripts/support-images.mjs

## -- checking

.PHONY: test
test: test-go test-web test-e2e ## run the Go tests, the unit tests of the site, the wire tests and the browser tests

.PHONY: test-all
test-all test-e2e-all: export CROUPIER_TESTS := all
test-all: test-race test-web test-e2e-all test-deploy ## also run the race detector, phones, faults, guides, a soak and the deployment files

# Without debug data, which takes long to link. `make lint` runs go vet.
GO_TEST  = go test -shuffle=on -vet=off -ldflags=-w -timeout 20m
PACKAGES = go list ./bff/... ./configs/... ./contracts/... | grep -v /test/e2e | sort

.PHONY: test-go
test-go: redis promtool ## run the Go tests of all packages
	$(GO_TEST) $$($(PACKAGES))

# The packages with goroutines, locks or atomics. Production binaries do not contain the mock platform, so only its
# tests of concurrency run with the race detector.
CONCURRENT = grep -rlE --include='*.go' '^\s+go |"sync(/atomic)?"' bff | xargs -n1 dirname | \
	grep -vE '^bff/(mock|test)' | sed 's,^,croupier/,' | sort -u
MOCK_CONCURRENT = Concurrent|WorldIsCreatedOnce|ForwardsOnce|NotRetried

.PHONY: test-race
test-race: redis promtool compiler ## run the Go tests, with the race detector if goroutines share data
	CGO_ENABLED=1 $(GO_TEST) -race $$($(CONCURRENT))
	CGO_ENABLED=1 $(GO_TEST) -race -run '$(MOCK_CONCURRENT)' ./bff/mock ./bff/mock/games ./bff/mock/recording
	$(GO_TEST) $$(comm -23 <($(PACKAGES)) <($(CONCURRENT)))

.PHONY: test-web
test-web: web/node_modules/.stamp ## run the unit tests of the player site
	cd web && npm test --silent

.PHONY: test-e2e
test-e2e: build web/node_modules/.stamp headless-shell redis ## test the real binary: wire tests, then browser flows on a desktop
	CROUPIER_BINARY=$(abspath $(BIN)) $(GO_TEST) -count=1 ./bff/test/e2e ./bff/test/e2e/repository
	cd web && CROUPIER_BINARY=$(abspath $(BIN)) npm run --silent e2e

.PHONY: test-e2e-all
test-e2e-all: build web/node_modules/.stamp headless-shell redis guide-programs ## also run the table of faults, the guides, a short soak, and phones
	CROUPIER_BINARY=$(abspath $(BIN)) $(GO_TEST) -count=1 ./bff/test/e2e/...
	cd web && CROUPIER_BINARY=$(abspath $(BIN)) npm run --silent e2e

.PHONY: test-deploy
test-deploy: ## test the Dockerfile, the compose file and the Kubernetes manifests
	cd bff/test/deploy && go test ./...

.PHONY: guide
guide: build redis guide-programs ## run the commands of a guide and print the transcript (GUIDE=configs/mappings/README.md)
	CROUPIER_BINARY=$(abspath $(BIN)) go test -count=1 -v -run 'TestCommandsOfGuides/$(or $(GUIDE),configs/mappings/README.md)' ./bff/test/e2e/guides

.PHONY: test-limits
test-limits: ## test 10,000 random sequences of players' limits instead of 200 (SEQUENCES=N)
	CROUPIER_SEQUENCES=$(or $(SEQUENCES),10000) go test -count=1 -v -run Accepted ./bff/player/protection

.PHONY: soak
soak: build redis ## test money operations under faults for ten minutes (SOAKTIME=1h, SOAKSEED=N)
	CROUPIER_BINARY=$(abspath $(BIN)) go test -count=1 -v -timeout 0 -run TestSoak ./bff/test/e2e/soak \
		-duration $(or $(SOAKTIME),10m) -seed $(or $(SOAKSEED),0)

.PHONY: chromium headless-shell redis guide-programs promtool compiler
# The race detector needs a C compiler.
compiler:
	@./.ci/need cc build-essential
# Phones have a font with the widths of Arial. Without it, the fallback font of pages differs.
chromium:
	@./.ci/need chromium chromium
	@[ -n "$$(fc-list 'Liberation Sans')" ] || ./.ci/need liberation-sans fonts-liberation
# Chromium without its window, or Chromium if the distribution lacks it.
headless-shell:
	@./.ci/need chromium-headless-shell chromium-headless-shell || ./.ci/need chromium chromium
redis:
	@./.ci/need redis-server redis-server
# The proxies, the check of the systemd unit and the authenticator of the guides.
guide-programs:
	@./.ci/need nginx nginx-light
	@./.ci/need caddy caddy
	@./.ci/need oathtool oathtool
	@./.ci/need systemd-analyze systemd
promtool:
	@./.ci/promtool $(TOOLS)/promtool

.PHONY: lint-secrets
lint-secrets: ## fail if key material or a database is tracked
	./.ci/check-secrets

.PHONY: lint-prose
lint-prose: ## fail if a text breaks the rules of prose (FILES='README.md bff/player' limits the files)
	go run ./bff/test/prose $(FILES)

.PHONY: lint
lint: lint-secrets lint-prose verify-generate lint-go lint-web ## run every linter, and build the site, which has budgets

STATICCHECKS := all,-ST1000,-ST1003,-QF1008

.PHONY: lint-go
lint-go: $(TOOLS)/gofumpt $(TOOLS)/staticcheck $(SITE)/index.html ## check formatting, go vet, staticcheck, line lengths and the import rules
	@unformatted=$$($(TOOLS)/gofumpt -l bff configs contracts); \
	if [ -n "$$unformatted" ]; then echo "run $(TOOLS)/gofumpt -w on:"; echo "$$unformatted"; exit 1; fi
	go vet ./...
	go vet -tags nomock,$(TAGS) ./bff/cmd/...
	$(TOOLS)/staticcheck -checks '$(STATICCHECKS)' ./...
	go test -count=1 -vet=off -run 'TestImportsFollowTheLayers|TestLinesHaveAtMost120Columns' ./bff

.PHONY: lint-web
lint-web: web/node_modules/.stamp ## check API descriptions, types, ESLint and Prettier
	cd web && npm run --silent lint

.PHONY: lint-all
lint-all: lint ## also run golangci-lint, which you install, and the rules of the React compiler
	golangci-lint run ./...
	cd bff/test/deploy && golangci-lint run ./...
	cd web && npm run --silent lint:compiler

# Tools are built from a separate module, which pins them in its go.sum.
TOOL_staticcheck := honnef.co/go/tools/cmd/staticcheck
TOOL_gofumpt     := mvdan.cc/gofumpt
TOOL_govulncheck := golang.org/x/vuln/cmd/govulncheck

$(TOOLS)/%: bff/test/tools/go.mod bff/test/tools/go.sum
	@echo "building $*"
	@mkdir -p $(TOOLS)
	cd bff/test/tools && go build -o ../../../$@ $(TOOL_$*)

.PHONY: check
check: $(BIN) ## validate the demo's configuration
	$(BIN) check

.PHONY: vulnerabilities
vulnerabilities: $(TOOLS)/govulncheck web/node_modules/.stamp ## report known vulnerabilities of both sides (needs the network)
	./.ci/vulnerabilities $(abspath $(TOOLS)/govulncheck)

.PHONY: fuzz
fuzz: ## run every fuzz target for an equal share of FUZZTIME (10m)
	./.ci/fuzz $(or $(FUZZTIME),10m)

.PHONY: bench
bench: $(BIN) ## measure the binary next to a bare server and proxy (ROWS, ROUNDS), see bff/BENCHMARKS.md
	@./.ci/need wrk wrk
	go run ./bff/test/bench --binary $(abspath $(BIN)) $(if $(ROWS),--rows '$(ROWS)') $(if $(ROUNDS),--rounds $(ROUNDS))

.PHONY: bench-web
bench-web: $(BIN) web/bench/node_modules/.stamp chromium ## measure pages with Lighthouse (RUNS, PAGES, MODES, BESIDE, TASKS), see web/PERFORMANCE.md
	node web/bench/main.mjs --binary $(abspath $(BIN)) --runs $(or $(RUNS),5) $(if $(PAGES),--pages '$(PAGES)') $(if $(MODES),--modes '$(MODES)') $(if $(BESIDE),--beside '$(abspath $(BESIDE))') $(if $(TASKS),--tasks) $(if $(OUT),--out '$(OUT)')

web/bench/node_modules/.stamp: web/bench/package-lock.json web/bench/package.json
	@echo "installing Lighthouse"
	cd web/bench && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

.PHONY: bench-go
bench-go: ## run the Go benchmarks of single parts
	go test -run '^$$' -bench . -benchmem ./bff/...

.PHONY: clean
clean: ## remove all build results
	rm -rf bin web/dist web/.fonts web/node_modules
	find $(SITE) -mindepth 1 -not -name .keep -delete

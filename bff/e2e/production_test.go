package e2e_test

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/e2e"
)

// productionTags are the build tags of the production binary. The Makefile and the
// Dockerfile name them too.
const productionTags = "nomock,nomsgpack,grpcnotrace"

// maxProductionSize bounds the production binary in bytes, with the player site if it is built.
const maxProductionSize = 30_700_000

// productionBinary returns the binary that the container image contains: $CROUPIER_PRODUCTION_BINARY, or
// one that it builds.
var productionBinary = sync.OnceValues(func() (string, error) {
	if file := os.Getenv("CROUPIER_PRODUCTION_BINARY"); file != "" {
		return file, nil
	}
	file := filepath.Join(shared.suite.Dir, "croupier-production")
	build := exec.Command("go", "build", "-tags", productionTags, "-trimpath", "-ldflags", "-s -w", "-o", file,
		"croupier/bff/cmd/croupier")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build: %w\n%s", err, out)
	}
	return file, nil
})

func TestProductionBinary(t *testing.T) {
	parallel(t)
	production, err := productionBinary()
	require.NoError(t, err)

	if info, err := os.Stat(production); err != nil || info.Size() > maxProductionSize {
		t.Errorf("%v: %d bytes, want at most %d", err, info.Size(), maxProductionSize)
	}
	deps, err := exec.Command("go", "list", "-deps", "-tags", productionTags, "croupier/bff/cmd/croupier").Output()
	assert.True(t, err == nil && !strings.Contains(string(deps), "/mock") && !strings.Contains(string(deps), "croupier/configs"),
		"the binary links the mock or the demo: %v\n%s", err, deps)

	mock := writeConfig(t, "", nil)
	const noMock = "built with the tag nomock"
	for args, want := range map[string][]string{
		"serve":                  {"exit status 2", "croupier: serve: --config is required: this binary has no built-in demo"},
		"check":                  {"exit status 2", "--config is required"},
		"mock":                   {"exit status 2", `unknown command "mock"`},
		"check --config " + mock: {"exit status 1", mock + ":", "upstreams.mock.adapter", noMock},
		"serve --listen 127.0.0.1:0 --admin-listen 127.0.0.1:0 --config " + mock: {"exit status 1", "upstreams.mock.adapter", noMock},
	} {
		cmd := exec.Command(production, strings.Fields(args)...)
		cmd.Dir = t.TempDir()
		out, err := cmd.CombinedOutput()
		for _, text := range want {
			assert.Contains(t, fmt.Sprintf("%s%v", out, err), text, "%s: want %q in: %v\n%s", args, text, err, out)
		}
	}

	p, err := e2e.Start(production, inFrontOf(startMock(t).Address), serveArgs(t.TempDir(), "--config", mock)...)
	require.NoError(t, err)
	t.Cleanup(func() { _ = p.Stop() })
	v := visitor{p.Address, "localhost", ""}
	v.ok(t, "", "casino/category_list", nil)
	for _, path := range []string{"/__mock/", "/__mock/state", "/mock/art/cover/1.svg", "/mock/play/"} {
		status, _, _, err := v.client().Do(http.MethodGet, path, nil, nil)
		assert.True(t, err == nil && status == http.StatusNotFound, "%s: %d %v, want 404", path, status, err)
	}
}

func TestProductionTagsMatchBuildFiles(t *testing.T) {
	t.Parallel()
	makefile, err := os.ReadFile("../../Makefile")
	require.NoError(t, err)
	raw, err := os.ReadFile("../../Dockerfile")
	require.NoError(t, err)
	dockerfile := string(raw)
	assert.True(t, strings.Contains(string(makefile), ":= "+strings.TrimPrefix(productionTags, "nomock,")+"\n") && strings.Contains(string(makefile), "-tags nomock,$(TAGS)") && strings.Contains(dockerfile, "-tags "+productionTags+" ") && strings.Contains(dockerfile[strings.LastIndex(dockerfile, "\nFROM "):], "--from=build-production"),
		"the Makefile or the Dockerfile does not build with %s, or the default image is another binary", productionTags)
}

package e2e_test

import (
	"bytes"
	"context"
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

	"croupier/bff/test/e2e"
	"croupier/bff/test/storetest/realredis"
)

// productionTags are the build tags of the production binary. The Makefile and the
// Dockerfile name them too.
const productionTags = "nomock,nomsgpack,grpcnotrace"

// maxProductionSize bounds the production binary in bytes, with the player site if it is built.
const maxProductionSize = 30_900_000

// productionBinary returns the binary of the container image, which is $CROUPIER_PRODUCTION_BINARY
// or a new build.
var productionBinary = sync.OnceValues(func() (string, error) {
	if file := os.Getenv("CROUPIER_PRODUCTION_BINARY"); file != "" {
		return file, nil
	}
	file := filepath.Join(shared.suite.Dir, "croupier-production")
	build := exec.Command("go", "build", "-tags", productionTags, "-trimpath", "-ldflags", "-s -w", "-o", file,
		"croupier/bff/cmd/croupier")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("could not build croupier: %w\n%s", err, out)
	}
	return file, nil
})

func TestProductionBinary(t *testing.T) {
	parallel(t)
	production, err := productionBinary()
	require.NoError(t, err)

	info, err := os.Stat(production)
	require.NoError(t, err)
	assert.LessOrEqual(t, info.Size(), int64(maxProductionSize))
	content, err := os.ReadFile(production)
	require.NoError(t, err)
	for _, ofMock := range []string{"X-Mock-World", "mock_world"} {
		assert.False(t, bytes.Contains(content, []byte(ofMock)), "the binary mentions %s", ofMock)
	}
	deps, err := exec.Command("go", "list", "-deps", "-tags", productionTags, "croupier/bff/cmd/croupier").Output()
	assert.True(t, err == nil && !strings.Contains(string(deps), "/mock") &&
		!strings.Contains(string(deps), "croupier/configs"),
		"the binary links the mock or the demo: %v\n%s", err, deps)

	mock := writeConfig(t, "", nil)
	const noMock = "does not contain the mock platform"
	for args, want := range map[string][]string{
		"serve": {
			"exit status 2",
			"croupier: serve: --config is required, because this binary has no built-in demo",
		},
		"check":                  {"exit status 2", "--config is required"},
		"mock":                   {"exit status 2", `unknown command "mock"`},
		"check --config " + mock: {"exit status 1", mock + ":", "upstreams.mock.adapter", noMock},
		"serve --listen 127.0.0.1:0 --admin-listen 127.0.0.1:0 --config " +
			mock: {"exit status 1", "upstreams.mock.adapter", noMock},
	} {
		cmd := exec.Command(production, strings.Fields(args)...)
		cmd.Dir = t.TempDir()
		out, err := cmd.CombinedOutput()
		for _, text := range want {
			assert.Contains(t, fmt.Sprintf("%s%v", out, err), text, args)
		}
	}

	p, err := e2e.Start(production, inFrontOf(startMock(t).Address), e2e.ServeArgs(t.TempDir(), "--config", mock)...)
	require.NoError(t, err)
	t.Cleanup(func() { _ = p.Stop() })
	v := visitor{p.Address, "localhost", ""}
	v.ok(t, "", "casino/category_list", nil)
	for _, path := range []string{"/__mock/", "/__mock/state", "/mock/art/cover/1.svg", "/mock/play/"} {
		status, _, _ := v.get(t, path, nil)
		assert.Equal(t, http.StatusNotFound, status, path)
	}
}

func TestProductionTagsMatchBuildFiles(t *testing.T) {
	t.Parallel()
	makefile, err := os.ReadFile("../../../Makefile")
	require.NoError(t, err)
	raw, err := os.ReadFile("../../../Dockerfile")
	require.NoError(t, err)
	dockerfile := string(raw)
	assert.Contains(t, string(makefile), ":= "+strings.TrimPrefix(productionTags, "nomock,")+"\n")
	assert.Contains(t, string(makefile), "-tags nomock,$(TAGS)")
	assert.Contains(t, dockerfile, "-tags "+productionTags+" ")
	assert.Contains(t, dockerfile[strings.LastIndex(dockerfile, "\nFROM "):], "--from=build-production",
		"the default image")
}

// runFailing runs the binary, which must exit with status 1, and returns the output.
func runFailing(t *testing.T, env []string, args ...string) string {
	ctx, cancel := context.WithTimeout(t.Context(), waitTimeout) // a started server would not exit
	defer cancel()
	cmd := exec.CommandContext(ctx, binary, args...)
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	assert.True(t, err != nil && cmd.ProcessState.ExitCode() == 1, "croupier %v: %v\n%s", args, err, out)
	return string(out)
}

// A store of a former demo has an administrator with a public password.
func TestDemoAccountsAreRefusedInFrontOfAPlatform(t *testing.T) {
	parallel(t)
	platform := startMock(t)
	real := inFrontOf(platform.Address)
	for name, store := range map[string][]string{
		"embedded": nil,
		"redis":    {"CROUPIER_REDIS_URL=" + realredis.Start(t).URL()},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			serve := e2e.ServeArgs(dir)
			demo := start(t, store, serve...)
			staffLogin(t, visitor{demo.Address, "localhost", ""}, "yonetici")
			env := append(append([]string{"CROUPIER_DATA_DIR=" + dir}, real...), store...)
			assert.Contains(t, runFailing(t, env, "check"), "yonetici", "check beside the running demo")
			require.NoError(t, demo.Stop())

			for _, args := range [][]string{{"check"}, serve} {
				out := runFailing(t, env, args...)
				assert.Contains(t, out, "croupier staff remove-demo", args)
				assert.Contains(t, out, "yonetici", args)
			}
			assert.Equal(t, "removed destek\nremoved izleyici\nremoved yonetici\n",
				runStaff(t, dir, env, "", "remove-demo"))
			assert.NotContains(t, runStaff(t, dir, env, "", "list"), "yonetici", "list")
			p := start(t, env, serve...)
			assert.NotContains(t, runStaff(t, dir, env, "", "list"), "yonetici", "the demo's accounts are back")
			addAccount(t, dir, env, "ayse", "viewer", longPassword)
			staffLogin(t, visitor{p.Address, "localhost", ""}, "ayse")
		})
	}
}

// A reload must not enable the demo's accounts with a real platform.
func TestReloadInFrontOfAPlatformIsRefusedWithDemoAccounts(t *testing.T) {
	parallel(t)
	platform := startMock(t)
	file, dir := writeConfig(t, "", nil), t.TempDir()
	p := startServer(t, nil, dir, "--config", file)
	editFile(t, file, "upstreams:\n",
		"upstreams:\n  real:\n    adapter: envelope\n    url: http://"+platform.Address+"/endpoint/v1\n")
	logged(t, p, "configuration applied")
	brand := brandFile(file, "pera")
	editFile(t, brand, "", "routing:\n  casino: real\n")
	logged(t, p, "croupier staff remove-demo")
	applied := strings.Count(p.Log(), "configuration applied")
	runStaff(t, dir, nil, "", "remove-demo")
	editFile(t, brand, "", "# changed\n")
	eventually(t, "the reload without demo accounts", func() bool {
		return strings.Count(p.Log(), "configuration applied") > applied
	})
}

// The production binary contains neither demo accounts and passwords nor the panel of the mock.
// Every binary contains the examples of the contract, which name a player of the mock.
func TestProductionBinaryHasNoDemoAccounts(t *testing.T) {
	parallel(t)
	production, err := productionBinary()
	require.NoError(t, err)
	content, err := os.ReadFile(production)
	require.NoError(t, err)
	own, err := os.ReadFile(binary)
	require.NoError(t, err)
	for _, text := range []string{
		"Destek123!", "Izleyici123!", "Yonetici123!", "izleyici", "yonetici",
		"dist/dev/devpanel",
	} {
		assert.Contains(t, string(own), text, "the demo's binary lacks %q: the search finds nothing", text)
		assert.NotContains(t, string(content), text, "the production binary contains %q", text)
	}
}

package e2e_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/store/storetest/realredis"
)

// runFailing runs the binary, which has to exit with status 1, and returns its output.
func runFailing(t *testing.T, env []string, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), waitTimeout) // a server that starts would not exit
	defer cancel()
	cmd := exec.CommandContext(ctx, binary, args...)
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	assert.True(t, err != nil && cmd.ProcessState.ExitCode() == 1, "croupier %v: %v\n%s", args, err, out)
	return string(out)
}

// A store that once ran the demo has an administrator with a public password.
func TestDemoAccountsAreRefusedInFrontOfAPlatform(t *testing.T) {
	parallel(t)
	platform := startMock(t)
	real := inFrontOf(platform.Address)
	for name, store := range map[string][]string{"embedded": nil, "redis": {"CROUPIER_REDIS_URL=" + realredis.Start(t).URL()}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			serve := serveArgs(dir)
			demo := start(t, store, serve...)
			staffLogin(t, visitor{demo.Address, "localhost", ""}, "yonetici", "Yonetici123!")
			env := append(append([]string{"CROUPIER_DATA_DIR=" + dir}, real...), store...)
			if out := runFailing(t, env, "check"); !strings.Contains(out, "yonetici") {
				t.Errorf("check beside the running demo does not say it:\n%s", out)
			}
			require.NoError(t, demo.Stop())

			for _, args := range [][]string{{"check"}, serve} {
				out := runFailing(t, env, args...)
				assert.True(t, strings.Contains(out, "croupier staff remove-demo") && strings.Contains(out, "yonetici"),
					"%v does not say how to remove them:\n%s", args, out)
			}
			assert.Equal(t, "removed destek\nremoved izleyici\nremoved yonetici\n", runStaff(t, dir, env, "", "remove-demo"),
				"remove-demo")
			assert.NotContains(t, runStaff(t, dir, env, "", "list"), "yonetici", "list")
			p := start(t, env, serve...)
			got := runStaff(t, dir, env, "", "list")
			assert.NotContains(t, got, "yonetici", "the demo's accounts are back:\n%s", got)
			runStaff(t, dir, env, "Uzun bir parola\n", "add", "ayse", "--role", "viewer", "--password-file", "-")
			staffLogin(t, visitor{p.Address, "localhost", ""}, "ayse", "Uzun bir parola")
		})
	}
}

// A reload must not put the demo's accounts in front of a platform.
func TestReloadInFrontOfAPlatformIsRefusedWithDemoAccounts(t *testing.T) {
	parallel(t)
	platform := startMock(t)
	file, dir := writeConfig(t, "", nil), t.TempDir()
	p := startServer(t, nil, dir, "--config", file)
	editFile(t, file, "upstreams:\n", "upstreams:\n  real:\n    adapter: envelope\n    url: http://"+platform.Address+"/endpoint/v1\n")
	eventually(t, "the reload", func() bool { return strings.Contains(p.Log(), "configuration applied") })
	brand := filepath.Join(filepath.Dir(file), "brands", "pera", "brand.yaml")
	editFile(t, brand, "", "routing:\n  casino: real\n")
	eventually(t, "a refused reload", func() bool { return strings.Contains(p.Log(), "croupier staff remove-demo") })
	applied := strings.Count(p.Log(), "configuration applied")
	runStaff(t, dir, nil, "", "remove-demo")
	editFile(t, brand, "", "# changed\n")
	eventually(t, "the reload without demo accounts", func() bool {
		return strings.Count(p.Log(),
			"configuration applied") > applied
	})
}

// The production binary has neither the console's demo accounts nor their passwords. The examples of
// the contract, which name a player of the mock, are in every binary.
func TestProductionBinaryHasNoDemoAccounts(t *testing.T) {
	parallel(t)
	production, err := productionBinary()
	require.NoError(t, err)
	content, err := os.ReadFile(production)
	require.NoError(t, err)
	own, err := os.ReadFile(binary)
	require.NoError(t, err)
	for _, text := range []string{"Destek123!", "Izleyici123!", "Yonetici123!", "izleyici", "yonetici"} {
		assert.Contains(t, string(own), text, "the demo's binary lacks %q: the search finds nothing", text)
		assert.NotContains(t, string(content), text, "the production binary contains %q", text)
	}
}

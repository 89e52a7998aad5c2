package config_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/configs"
)

func TestEnvironmentOverridesTheFile(t *testing.T) {
	c, err := loadDemoWith(map[string]string{
		"CROUPIER_LISTEN": "127.0.0.1:0", "CROUPIER_LOG_LEVEL": "debug", "CROUPIER_DRAIN_NOTICE": "3s",
		"CROUPIER_TRUSTED_PROXIES": "10.0.0.0/8, 192.168.0.0/16", "CROUPIER_UPSTREAMS_MOCK_SEED": "7",
		"CROUPIER_UPSTREAMS_MOCK_CONCURRENCY": "9", "CROUPIER_UPSTREAMS_MOCK_BREAKER_RATIO": "0.5",
		"CROUPIER_UPSTREAMS_MOCK_TIMEOUTS_MONEY": "25s",
		"CROUPIER_UPSTREAMS_MOCK_PROPAGATE_500":  "false",
		"CROUPIER_UPSTREAMS_MOCK_UNSUPPORTED":    "habanero, user/forgot",
	})
	require.NoError(t, err)
	s, up := c.Server, c.Server.Upstreams["mock"]
	assert.Equal(
		t, "127.0.0.1:0 debug 3s [10.0.0.0/8 192.168.0.0/16]",
		fmt.Sprint(s.Listen, " ", s.Log.Level, " ", s.Drain.Notice, " ", s.TrustedProxies),
	)
	got := fmt.Sprint(
		up.Seed, up.Concurrency, up.Breaker.Ratio, " ", up.Timeouts["money"], up.Propagates500(), up.Unsupported,
	)
	assert.Equal(t, "7 9 0.5 25s false [habanero user/forgot]", got)
}

func TestUnknownVariablesAreFaults(t *testing.T) {
	for variable, want := range map[string]string{
		"CROUPIER_LOGLEVEL=debug": `CROUPIER_LOGLEVEL: unknown variable; did you mean ` +
			`"CROUPIER_LOG_LEVEL"?`,
		"CROUPIER_UPSTREAMS_MOK_SEED=2":          `did you mean "CROUPIER_UPSTREAMS_MOCK_SEED"?`,
		"CROUPIER_UPSTREAMS_MOK_URL=x":           `did you mean "CROUPIER_UPSTREAMS_MOCK_URL"?`,
		"CROUPIER_REDIS=x":                       `did you mean "CROUPIER_REDIS_URL"?`,
		"CROUPIER_PORT=8080":                     "CROUPIER_PORT: unknown variable",
		"CROUPIER_PORT=tcp://10.0.0.1:80":        "", // Kubernetes sets these for a service
		"CROUPIER_PORT_80_TCP_ADDR=10.0.0.1":     "",
		"CROUPIER_ADMIN_SERVICE_PORT_HTTP=9090":  "",
		"CROUPIER_REDIS_URL_FILE=x":              "",
		"CROUPIER_WEBHOOKS_CIRCUIT_OPEN_AFTER=x": "",
		"LOGLEVEL=debug":                         "",
	} {
		_, err := config.Source{
			Files: configs.FS, Name: "croupier.yaml", Env: noEnv, Variables: []string{variable},
		}.Load()
		if want == "" {
			assert.NoError(t, err, variable)
			continue
		}
		assert.ErrorContains(t, err, want, variable)
	}
}

// Tests and tools start the program with their own variables.
func TestVariablesOfToolsAreKnown(t *testing.T) {
	variable, found := regexp.MustCompile(
		`(?:ariable += "|Getenv\("|process\.env\.|export |\n\t)(CROUPIER_[A-Z_]+)`,
	), []string{}
	for _, file := range []string{
		"../../Makefile", "../../bff", "../../web/e2e", "../../web/playwright.config.ts", "../../web/vite.config.ts",
	} {
		require.NoError(t, filepath.WalkDir(file, func(p string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			raw, err := os.ReadFile(p)
			for _, m := range variable.FindAllSubmatch(raw, -1) {
				found = append(found, string(m[1])+"=x")
			}
			return err
		}))
	}
	require.Greater(t, len(found), 10)
	_, err := config.Source{Files: configs.FS, Name: "croupier.yaml", Env: noEnv, Variables: found}.Load()
	assert.NoError(t, err)
}

func TestEnvironmentRedirectsTheDemoUpstream(t *testing.T) {
	const url = "http://127.0.0.1:9/endpoint/v1"
	c, err := loadDemoWith(map[string]string{"CROUPIER_UPSTREAM": "envelope", "CROUPIER_UPSTREAM_URL": url})
	require.NoError(t, err)
	b, _ := c.Brand("localhost")
	assert.Equal(
		t, bff.UpstreamRules{Name: "mock", Adapter: "envelope", URL: url, Settings: b.Upstream.Settings}, b.Upstream,
	)
	// Pages may use only addresses that the brand names.
	assert.NotContains(t, append(slices.Clone(b.Origins.Images), b.Origins.Frames...), "http://127.0.0.1:9")
}

func TestEnvironmentFaultsNameTheVariable(t *testing.T) {
	for name, value := range map[string]string{
		"CROUPIER_LOG_LEVEL": "loud", "CROUPIER_UPSTREAMS_MOCK_SEED": "x", "CROUPIER_LISTEN_FILE": "/does/not/exist",
		"CROUPIER_UPSTREAM": "soap", "CROUPIER_UPSTREAM_URL": "http://127.0.0.1:1/endpoint/v1",
		"CROUPIER_UPSTREAMS_MOCK_CONCURRENCY": "abc", "CROUPIER_TRUSTED_PROXIES": "10.0.0.0/8,x",
	} {
		_, err := loadDemoWith(map[string]string{name: value})
		fault := faultsIn(t, err)[0]
		assert.Equal(t, "environment "+name, fault.File+" "+fault.Field)
	}
}

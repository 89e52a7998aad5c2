package e2e_test

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/e2e"
	"croupier/bff/internal/indexkey"
)

func TestAdminPathsAreServedOnAdminListenerOnly(t *testing.T) {
	parallel(t)
	for _, path := range []string{"/metrics", "/debug/pprof/", "/debug/pprof/cmdline"} {
		status, _, raw, err := e2e.NewClient(server.Admin, "127.0.0.1", "").Do(http.MethodGet, path, nil, nil)
		assert.True(t, err == nil && status == 200 && len(raw) != 0, "%s on the admin listener: %d %v", path, status, err)
		for _, host := range []string{"localhost", "127.0.0.1", server.Admin} {
			status, _, raw, err := e2e.NewClient(server.Address, host, "").Do(http.MethodGet, path, nil, nil)
			text := string(raw)
			assert.True(t, err == nil && status != 200 && !strings.Contains(text, "# HELP") && !strings.Contains(text, "goroutine"),
				"%s on the site listener with host %s: %d %v %.200s", path, host, status, err, raw)
		}
	}
}

// writeConfig writes the demo configuration to a temporary directory and returns its server
// file. server is appended to that file; change maps old to new text in the file of marmara.
func writeConfig(t testing.TB, server string, change map[string]string) (file string) {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS("../../configs")))
	file = filepath.Join(dir, "croupier.yaml")
	editFile(t, file, "", server)
	for old, text := range change {
		editFile(t, filepath.Join(dir, "brands", "marmara", "brand.yaml"), old, text)
	}
	return file
}

// writeFile writes a file into a new folder and returns its path.
func writeFile(t *testing.T, name, text string) (file string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	return file
}

// editFile replaces the first occurrence of old with text. It appends text if old is empty.
func editFile(t testing.TB, file, old, text string) {
	t.Helper()
	raw, err := os.ReadFile(file)
	require.NoError(t, err)
	s := string(raw) + "\n" + text
	if old != "" {
		require.Contains(t, string(raw), old, "edit %s: %q not found", file, old)
		s = strings.Replace(string(raw), old, text, 1)
	}
	require.NoError(t, os.WriteFile(file, []byte(s), 0o600))
}

func TestTrustedProxyHeaders(t *testing.T) {
	parallel(t)
	file := writeConfig(t, "trusted_proxies: [127.0.0.0/8]\n", map[string]string{
		"sessions: { idle: 1h, absolute: 24h }": "sessions: { idle: 1h, absolute: 24h, secure: true }",
	})
	p := startServer(t, nil, t.TempDir(), "--config", file)
	c := e2e.NewClient(p.Address, "localhost", "")
	for hops, want := range map[string]string{
		"198.51.100.1, 203.0.113.9":        "203.0.113.9", // the first one is untrusted
		"203.0.113.9, 127.0.0.2":           "203.0.113.9",
		"203.0.113.9, invalid":             "127.0.0.1",
		"":                                 "127.0.0.1",
		"198.51.100.1,,203.0.113.9":        "203.0.113.9",
		strings.Repeat("127.0.0.1,", 1000): "127.0.0.1",
	} {
		_, h, raw, err := c.Do(http.MethodGet, "/v1/ip-info", nil, map[string]string{
			"X-Forwarded-For": hops,
			"X-Request-Id":    "proxy-4711",
		})
		assert.True(t, err == nil && strings.Contains(string(raw), `"ip":"`+want+`"`) && h.Get("X-Request-Id") == "proxy-4711",
			"X-Forwarded-For %.60q: %s, want %s, request %s", hops, raw, want, h.Get("X-Request-Id"))
	}
	status, h, raw, err := c.Call("user/login", map[string]any{"username": "demo", "password": "Demo123"},
		map[string]string{"Origin": "https://localhost", "X-Forwarded-Proto": "https"})
	cookie := h.Get("Set-Cookie")
	for _, part := range []string{"__Host-croupier=", "; Path=/", "; HttpOnly", "; Secure", "; SameSite=Lax"} {
		assert.True(t, strings.Contains(cookie, part) && !strings.Contains(cookie, "Domain"),
			"%q is missing in the cookie, or it has a domain: %s, %d %v %s", part, cookie, status, err, raw)
	}
	if status, _ := mustCall(t, c, "casino/provider_list", nil, map[string]string{"Origin": "http://localhost"}); status != 403 {
		t.Errorf("origin without TLS: %d", status)
	}
}

func TestControlAPIIsDisabledByConfiguration(t *testing.T) {
	parallel(t)
	file := writeConfig(t, "", nil)
	editFile(t, file, "control: true", "control: false")
	p := startServer(t, nil, t.TempDir(), "--config", file)
	c := e2e.NewClient(p.Address, "localhost", "world-a")
	for path, method := range map[string]string{
		"state": "GET", "calls": "GET", "totp?username=ikili": "GET", "mail": "GET", "scenarios": "GET",
		"scenario": "POST", "fault": "POST", "clock": "POST", "reset": "POST",
	} {
		status, _, raw, err := c.Do(method, "/__mock/"+path, []byte(`{}`), nil)
		assert.True(t, err == nil && status == 404, "%s: %d %v %.200s", path, status, err, raw)
	}
	assert.NotContains(t, get(t, p.Address, "/v1/bootstrap"), `"control":true`, "bootstrap")
	// Without the control API the world header is not part of the cache key.
	for i, want := range []string{"MISS", "HIT"} {
		_, h, _, err := e2e.NewClient(p.Address, "localhost", fmt.Sprint("world-", i)).Call("casino/provider_list", nil, nil)
		assert.True(t, err == nil && h.Get("Croupier-Cache") == want, "in world %d: %v %s", i, err, h.Get("Croupier-Cache"))
	}
}

func TestExitStatuses(t *testing.T) {
	parallel(t)
	broken := writeConfig(t, "colour: blue\n", nil)
	production := writeConfig(t, "", nil)
	editFile(t, production, "profile: demo", "profile: production")
	weakKeys := writeFile(t, "keys.json", `{"index_key":"`+indexkey.New().Encode()+`","keys":[{"kid":"20260101-ABCDEFGH","created":"2026-01-01T00:00:00Z","secret":"c2hvcnQ="}]}`)
	for _, row := range []struct {
		name   string
		args   []string
		status int
		want   string
	}{
		{"a version", []string{"version"}, 0, ""},
		{"the demo is valid", []string{"check"}, 0, ""},
		{"an unknown field", []string{"check", "--config", broken}, 1, "colour"},
		{"the control API in production", []string{"check", "--config", production}, 1, "control"},
		{"serve with the control API in production", []string{"serve", "--config", production, "--data-dir", t.TempDir()}, 1, "control"},
		{"ticket sessions without Redis", serveArgs(t.TempDir(), "--config", writeConfig(t, "session: { store: redis }\n", nil)), 1, "redis"},
		{"weak keys", serveArgs(filepath.Dir(weakKeys)), 1, "20260101-ABCDEFGH"},
		{"a missing file", []string{"check", "--config", "nowhere.yaml"}, 1, "nowhere.yaml"},
		{"an unknown command", []string{"deal"}, 2, "deal"},
		{"an unknown flag", []string{"serve", "--deal"}, 2, "--deal"},
	} {
		c := exec.Command(binary, row.args...)
		out, _ := c.CombinedOutput()
		assert.True(t, c.ProcessState != nil && c.ProcessState.ExitCode() == row.status && strings.Contains(string(out), row.want),
			"%s: %v: %s", row.name, c.ProcessState, out)
	}
}

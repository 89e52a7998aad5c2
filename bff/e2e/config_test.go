package e2e_test

import (
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"croupier/bff/e2e"
)

func TestAdminPathsAreServedOnAdminListenerOnly(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"/metrics", "/debug/pprof/", "/debug/pprof/cmdline"} {
		status, _, raw, err := e2e.NewClient(server.Admin, "127.0.0.1", "").Do(http.MethodGet, path, nil, nil)
		if err != nil || status != 200 || len(raw) == 0 {
			t.Errorf("%s on the admin listener: %d %v", path, status, err)
		}
		for _, host := range []string{"localhost", "127.0.0.1", server.Admin} {
			status, _, raw, err := e2e.NewClient(server.Address, host, "").Do(http.MethodGet, path, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			if status == 200 || strings.Contains(string(raw), "# HELP") || strings.Contains(string(raw), "goroutine") {
				t.Errorf("%s on the site listener with host %s: %d %.200s", path, host, status, raw)
			}
		}
	}
}

// writeConfig writes the demo configuration to a temporary directory and returns its server
// file. server is appended to that file; change maps old to new text in the file of marmara.
func writeConfig(t *testing.T, server string, change map[string]string) (file string) {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../configs")); err != nil {
		t.Fatal(err)
	}
	file = filepath.Join(dir, "croupier.yaml")
	editFile(t, file, "", server)
	for old, text := range change {
		editFile(t, filepath.Join(dir, "brands", "marmara", "brand.yaml"), old, text)
	}
	return file
}

// editFile replaces the first occurrence of old with text. It appends text if old is empty.
func editFile(t *testing.T, file, old, text string) {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s := string(raw) + "\n" + text
	if old != "" {
		if !strings.Contains(string(raw), old) {
			t.Fatalf("edit %s: %q not found", file, old)
		}
		s = strings.Replace(string(raw), old, text, 1)
	}
	if err := os.WriteFile(file, []byte(s), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestTrustedProxyHeaders(t *testing.T) {
	t.Parallel()
	file := writeConfig(t, "trusted_proxies: [127.0.0.0/8]\n", map[string]string{
		"sessions: { idle: 1h, absolute: 24h }": "sessions: { idle: 1h, absolute: 24h, secure: true }",
	})
	p := startServer(t, nil, t.TempDir(), "--config", file)
	c := e2e.NewClient(p.Address, "localhost", "")
	for hops, want := range map[string]string{
		"203.0.113.9":                      "203.0.113.9",
		"198.51.100.1, 203.0.113.9":        "203.0.113.9", // the first one is untrusted
		"203.0.113.9, 127.0.0.2":           "203.0.113.9",
		"2001:db8::1":                      "2001:db8::1",
		"invalid":                          "127.0.0.1",
		"203.0.113.9, invalid":             "127.0.0.1",
		"":                                 "127.0.0.1",
		"203.0.113.9:4711":                 "203.0.113.9",
		"[2001:db8::1]:4711":               "2001:db8::1",
		"::ffff:203.0.113.9":               "203.0.113.9",
		"198.51.100.1,,203.0.113.9":        "203.0.113.9",
		"127.0.0.1, 127.0.0.1":             "127.0.0.1",
		strings.Repeat("127.0.0.1,", 1000): "127.0.0.1",
	} {
		_, _, raw, err := c.Do(http.MethodGet, "/v1/ip-info", nil, map[string]string{"X-Forwarded-For": hops})
		var info struct{ IP string }
		if err != nil || json.Unmarshal(raw, &info) != nil || info.IP != want {
			t.Errorf("X-Forwarded-For %.60q: %s, want %s", hops, raw, want)
		}
	}
	_, h, _, err := c.Do(http.MethodGet, "/v1/ip-info", nil, map[string]string{"X-Request-Id": "proxy-4711"})
	if err != nil || h.Get("X-Request-Id") != "proxy-4711" {
		t.Errorf("request ID of the proxy became %q", h.Get("X-Request-Id"))
	}
	_, h, _, err = c.Do(http.MethodGet, "/v1/ip-info", nil, map[string]string{"X-Request-Id": "no id <script>"})
	if err != nil || len(h.Get("X-Request-Id")) != 26 {
		t.Errorf("invalid request ID became %q", h.Get("X-Request-Id"))
	}
	_, h, raw, err := c.Call("user/login", map[string]any{"username": "demo", "password": "Demo123"}, map[string]string{"Origin": "https://localhost", "X-Forwarded-Proto": "https"})
	if err != nil {
		t.Fatal(err)
	}
	cookie := h.Get("Set-Cookie")
	for _, part := range []string{"__Host-croupier=", "; Path=/", "; HttpOnly", "; Secure", "; SameSite=Lax"} {
		if !strings.Contains(cookie, part) {
			t.Errorf("%q is missing in the cookie: %s %s", part, cookie, raw)
		}
	}
	if strings.Contains(cookie, "Domain") {
		t.Errorf("the cookie has a domain: %s", cookie)
	}
	if status, _ := mustCall(t, c, "casino/provider_list", nil, map[string]string{"Origin": "http://localhost"}); status != 403 {
		t.Errorf("origin without TLS: %d", status)
	}
}

func TestControlAPIIsDisabledByConfiguration(t *testing.T) {
	t.Parallel()
	file := writeConfig(t, "", nil)
	editFile(t, file, "control: true", "control: false")
	p := startServer(t, nil, t.TempDir(), "--config", file)
	c := e2e.NewClient(p.Address, "localhost", "world-a")
	for _, path := range []string{"state", "calls", "totp?username=ikili", "mail", "scenarios"} {
		if status, _, raw, err := c.Do(http.MethodGet, "/__mock/"+path, nil, nil); err != nil || status != 404 {
			t.Errorf("%s: %d %v %.200s", path, status, err, raw)
		}
	}
	for _, path := range []string{"scenario", "fault", "clock", "reset"} {
		if status, _, raw, err := c.Do(http.MethodPost, "/__mock/"+path, []byte(`{}`), nil); err != nil || status != 404 {
			t.Errorf("%s: %d %v %.200s", path, status, err, raw)
		}
	}
	if _, _, raw, err := c.Do(http.MethodGet, "/v1/bootstrap", nil, nil); err != nil || strings.Contains(string(raw), `"control":true`) {
		t.Errorf("bootstrap: %v %s", err, raw)
	}
	// Without the control API the world header is not part of the cache key.
	if _, h, _, err := c.Call("casino/provider_list", nil, nil); err != nil || h.Get("Croupier-Cache") != "MISS" {
		t.Errorf("%v %s", err, h.Get("Croupier-Cache"))
	}
	other := e2e.NewClient(p.Address, "localhost", "world-b")
	if _, h, _, err := other.Call("casino/provider_list", nil, nil); err != nil || h.Get("Croupier-Cache") != "HIT" {
		t.Errorf("the world header changes the cache key: %v %s", err, h.Get("Croupier-Cache"))
	}
}

func TestExitStatuses(t *testing.T) {
	t.Parallel()
	broken := writeConfig(t, "colour: blue\n", nil)
	production := writeConfig(t, "", nil)
	editFile(t, production, "profile: demo", "profile: production")
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
		{"a missing file", []string{"check", "--config", "nowhere.yaml"}, 1, "nowhere.yaml"},
		{"an unknown command", []string{"deal"}, 2, "deal"},
		{"an unknown flag", []string{"serve", "--deal"}, 2, "--deal"},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			c := exec.Command(binary, row.args...)
			out, err := c.CombinedOutput()
			if c.ProcessState == nil {
				t.Fatal(err)
			}
			if got := c.ProcessState.ExitCode(); got != row.status || !strings.Contains(string(out), row.want) {
				t.Errorf("exit status %d: %s", got, out)
			}
		})
	}
}

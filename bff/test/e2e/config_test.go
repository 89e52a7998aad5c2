package e2e_test

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.etcd.io/bbolt"

	"croupier/bff/internal/indexkey"
	"croupier/bff/store/embedded"
	"croupier/bff/test/e2e"
)

func TestAdminPathsAreServedOnAdminListenerOnly(t *testing.T) {
	parallel(t)
	for host, want := range map[string]int{
		"localhost:9090": 200, "[::1]": 200,
		"rebound.example": http.StatusMisdirectedRequest,
	} {
		status, _, text := visitor{server.Admin, host, ""}.get(t, "/metrics", nil)
		assert.Equal(t, want, status, "host %s: %.200s", host, text)
	}
	for _, path := range []string{"/metrics", "/debug/pprof/", "/debug/pprof/cmdline"} {
		status, _, text := visitor{server.Admin, "127.0.0.1", ""}.get(t, path, nil)
		assert.True(t, status == 200 && text != "", "%s on the admin listener: %d", path, status)
		for _, host := range []string{"localhost", "127.0.0.1", server.Admin} {
			status, _, text := visitor{server.Address, host, ""}.get(t, path, nil)
			assert.True(t, status != 200 && !strings.Contains(text, "# HELP") && !strings.Contains(text, "goroutine"),
				"%s on the site listener with host %s: %d %.200s", path, host, status, text)
		}
	}
}

// brandFile returns the file of a brand in the configuration that writeConfig wrote.
func brandFile(file, brand string) string {
	return filepath.Join(filepath.Dir(file), "brands", brand, "brand.yaml")
}

// writeConfig writes the demo configuration to a temporary directory and returns its server file.
// It appends server to that file and replaces old with new text of change in the file of marmara.
func writeConfig(t testing.TB, server string, change map[string]string) (file string) {
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS("../../../configs")))
	file = filepath.Join(dir, "croupier.yaml")
	for _, brand := range []string{"marmara", "pera", "zephyr"} { // production rejects the demo's invented licences
		raw, err := os.ReadFile(brandFile(file, brand))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(brandFile(file, brand), bytes.ReplaceAll(raw, []byte("/JAZ"), []byte("/2026")),
			0o600))
	}
	editFile(t, file, "", server)
	for old, text := range change {
		editFile(t, brandFile(file, "marmara"), old, text)
	}
	return file
}

// writeFile writes a file into a new folder and returns its path.
func writeFile(t *testing.T, name, text string) (file string) {
	file = filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	return file
}

// editFile replaces the first occurrence of old with text. It appends text if old is empty.
func editFile(t testing.TB, file, old, text string) {
	raw, err := os.ReadFile(file)
	require.NoError(t, err)
	s := string(raw) + "\n" + text
	if old != "" {
		require.Contains(t, string(raw), old, file)
		s = strings.Replace(string(raw), old, text, 1)
	}
	require.NoError(t, os.WriteFile(file, []byte(s), 0o600))
}

func TestTrustedProxyHeaders(t *testing.T) {
	parallel(t)
	file := writeConfig(t, "trusted_proxies: [127.0.0.0/8]\n", map[string]string{
		"sessions: { idle: 1h, absolute: 24h }": "sessions: { idle: 1h, absolute: 24h, secure: true }",
	})
	v := startAlone(t, nil, "--config", file).visitor
	for hops, want := range map[string]string{
		"198.51.100.1, 203.0.113.9":        "203.0.113.9", // the first one is untrusted
		"203.0.113.9, 127.0.0.2":           "203.0.113.9",
		"203.0.113.9, invalid":             "127.0.0.1",
		"":                                 "127.0.0.1",
		"198.51.100.1,,203.0.113.9":        "203.0.113.9",
		strings.Repeat("127.0.0.1,", 1000): "127.0.0.1",
	} {
		_, h, body := v.get(t, "/v1/ip-info", map[string]string{"X-Forwarded-For": hops, "X-Request-Id": "proxy-4711"})
		assert.Contains(t, body, `"ip":"`+want+`"`, "X-Forwarded-For %.60q", hops)
		assert.Equal(t, "proxy-4711", h.Get("X-Request-Id"))
	}
	_, h, _, err := v.client().Call("user/login", credentials("demo"),
		map[string]string{"Origin": "https://localhost", "X-Forwarded-Proto": "https"})
	require.NoError(t, err)
	for _, part := range []string{"__Host-croupier=", "; Path=/", "; HttpOnly", "; Secure", "; SameSite=Lax"} {
		assert.Contains(t, h.Get("Set-Cookie"), part)
	}
	assert.NotContains(t, h.Get("Set-Cookie"), "Domain")
	value, _, _ := strings.Cut(strings.TrimPrefix(h.Get("Set-Cookie"), "__Host-croupier="), ";")
	status, _, _, err := v.client().Call("system/ping", nil, map[string]string{"Cookie": "croupier=" + value})
	assert.True(t, err == nil && status == http.StatusForbidden, "the cookie without its prefix: %d %v", status, err)
	insecure := v.callWith(t, "casino/provider_list", nil, map[string]string{"Origin": "http://localhost"})
	assert.Equal(t, http.StatusForbidden, insecure.status, "origin without TLS")
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
	assert.Contains(t, get(t, p.Address, "/mock/art/cover/1001.svg"), "<svg", "the games and pictures remain")
	assert.NotContains(t, get(t, p.Address, "/v1/bootstrap"), `"control":true`, "bootstrap")
	// Without the control API, the cache key does not contain the world header.
	for world, want := range []string{"MISS", "HIT"} {
		a := visitor{p.Address, "localhost", fmt.Sprint("world-", world)}.call(t, "", "casino/provider_list", nil)
		assert.Equal(t, want, a.header.Get("Croupier-Cache"), "in world %d", world)
	}
}

// Records of another version stop a production server. A demo renames its records.
func TestDemoStartsBesideRecordsOfAnotherVersion(t *testing.T) {
	parallel(t)
	dir := t.TempDir()
	db, err := bbolt.Open(filepath.Join(dir, embedded.FileName), 0o600, nil)
	require.NoError(t, err)
	require.NoError(t, db.Update(func(tx *bbolt.Tx) error { _, err := tx.CreateBucket([]byte("records")); return err }))
	require.NoError(t, db.Close())
	p := startServer(t, nil, dir)
	status, _, _ := visitor{p.Address, "localhost", ""}.get(t, "/readyz", nil)
	assert.Equal(t, http.StatusOK, status)
	kept, err := filepath.Glob(filepath.Join(dir, embedded.FileName+".before-*"))
	require.NoError(t, err)
	assert.Len(t, kept, 1)
}

func TestExitStatuses(t *testing.T) {
	parallel(t)
	broken := writeConfig(t, "colour: blue\n", nil)
	production := writeConfig(t, "", nil)
	editFile(t, production, "profile: demo", "profile: production")
	weakKeys := writeFile(t, "keys.json",
		`{"index_key":"`+indexkey.New().Encode()+`","keys":[{"kid":"20260101-ABCDEFGH","created":"2026-01-01T00:00:00Z","secret":"c2hvcnQ="}]}`)
	state := t.TempDir() // not the demo of the tester
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
		{
			"serve with the control API in production",
			[]string{"serve", "--config", production, "--data-dir", t.TempDir()},
			1, "control",
		},
		{
			"ticket sessions without Redis",
			e2e.ServeArgs(t.TempDir(), "--config", writeConfig(t, "session: { store: redis }\n", nil)), 1, "redis",
		},
		{"weak keys", e2e.ServeArgs(filepath.Dir(weakKeys)), 1, "20260101-ABCDEFGH"},
		{"a missing file", []string{"check", "--config", "nowhere.yaml"}, 1, "nowhere.yaml"},
		{"an unknown command", []string{"deal"}, 2, "deal"},
		{"an unknown flag", []string{"serve", "--deal"}, 2, "--deal"},
	} {
		c := exec.Command(binary, row.args...)
		c.Env = append(os.Environ(), "XDG_STATE_HOME="+state)
		out, _ := c.CombinedOutput()
		assert.True(t, c.ProcessState != nil && c.ProcessState.ExitCode() == row.status &&
			strings.Contains(string(out), row.want),
			"%s: %v: %s", row.name, c.ProcessState, out)
	}
	for _, args := range [][]string{{"check"}, e2e.ServeArgs(t.TempDir())} {
		assert.Contains(t, runFailing(t, []string{"CROUPIER_LOGLEVEL=debug"}, args...), "CROUPIER_LOG_LEVEL", args)
	}
}

// replaceFile changes a file and replaces it by rename, as editors do.
func replaceFile(t *testing.T, file, old, text string) {
	raw, err := os.ReadFile(file)
	require.NoError(t, err)
	next := writeFile(t, "next", string(raw))
	editFile(t, next, old, text)
	require.NoError(t, os.Rename(next, file))
}

// A new brand and a saved brand file apply to running servers, but an invalid file does not. The
// commands of the studio import a changed folder, show it to one browser, publish it and undo it.
func TestBrandFileIsReloadedOnAllInstances(t *testing.T) {
	parallel(t)
	file, keys, data := writeConfig(t, "", nil), filepath.Join(t.TempDir(), "keys.json"), t.TempDir()
	run(t, nil, "keys", "new", "--keys-file", keys)
	instances := []*e2e.Process{}
	for _, folder := range []string{data, t.TempDir()} {
		instances = append(instances, startServer(t, []string{"CROUPIER_KEYS_FILE=" + keys}, folder, "--config", file))
	}
	shows := func(p *e2e.Process, host, cookie, text string) func() bool {
		return func() bool {
			_, header, body := visitor{p.Address, host, ""}.get(t, "/v1/bootstrap", map[string]string{"Cookie": cookie})
			isShown := strings.Contains(body, text)
			assert.True(t, cookie == "" || !isShown || header.Get("Cache-Control") == "private, no-store",
				"a preview may be cached: %v", header)
			return isShown
		}
	}
	everywhere := func(what, host, cookie, name string) {
		for _, p := range instances {
			eventually(t, what, shows(p, host, cookie, `"name":"`+name+`"`))
		}
	}
	const bogaz = "bogaz.localhost"
	run(t, nil, "brand", "new", "bogaz", "--config", file, "--from", "pera", "--host", bogaz, "--site-id", "113")
	everywhere("the new brand", bogaz, "", "Bogaz")

	studio := func(args ...string) string {
		return run(t, nil, append(append([]string{"brand"}, args...), "--config", file, "--data-dir", data)...)
	}
	folder := filepath.Join(t.TempDir(), "bogaz")
	studio("export", "bogaz", "--to", folder)
	replaceFile(t, filepath.Join(folder, "brand.yaml"), "radius: 4\n", "radius: 20\n")
	assert.Contains(t, studio("import", "bogaz", folder), "~ theme.radius: 4 → 20   (command line")
	assert.Contains(t, studio("diff", "bogaz"), "bogaz: 1 change")
	link, _, _ := strings.Cut(studio("preview", "bogaz"), "\n")
	at, err := url.Parse(link)
	require.True(t, err == nil && at.Hostname() == bogaz && strings.HasSuffix(instances[0].Address, ":"+at.Port()),
		"link %s, %v", link, err)
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+instances[0].Address+at.RequestURI(),
		nil)
	require.NoError(t, err)
	r.Host = at.Host
	answer, err := http.DefaultTransport.RoundTrip(r) // follows no redirect
	require.NoError(t, err)
	_ = answer.Body.Close()
	cookies := answer.Header.Values("Set-Cookie") // the deletion of a frame's cookie comes first
	require.True(t, answer.StatusCode == http.StatusSeeOther && len(cookies) == 2, "the link: %v", answer)
	cookie, attributes, _ := strings.Cut(cookies[1], ";")
	assert.Contains(t, attributes, "HttpOnly")
	const draft = `"radius":20`
	eventually(t, "the draft", shows(instances[0], bogaz, cookie, draft))
	assert.False(t, shows(instances[0], bogaz, "", draft)(), "others see the draft")
	assert.Contains(t, studio("publish", "bogaz"), "bogaz: published 1 change as version 1")
	eventually(t, "the published draft", shows(instances[0], bogaz, "", draft))
	assert.Contains(t, studio("revert", "bogaz", "0"), "as version 2")
	assert.False(t, shows(instances[0], bogaz, "", draft)(), "reverted")

	brand := brandFile(file, "marmara")
	replaceFile(t, brand, "name: Marmara\n", "name: Ege\n")
	everywhere("the saved name", "localhost", "", "Ege")
	// An invalid file changes nothing, and the log names the field.
	replaceFile(t, brand, "name: Ege\n", "name: Ege\nblocked_countries: [Utopia]\n")
	for _, p := range instances {
		logged(t, p, "configuration rejected", "blocked_countries.0", "brand.yaml")
		assert.Contains(t, get(t, p.Admin, "/metrics"), "croupier_config_broken 1")
	}
	everywhere("the name before the invalid file", "localhost", "", "Ege")
	// The corrected file takes effect: hosts and limits.
	replaceFile(t, brand, "blocked_countries: [Utopia]\n", "limits: { address: { count: 1, window: 1h, burst: 2 } }\n")
	replaceFile(t, brand, "hosts: [localhost,", "hosts: [localhost, ege.localhost,")
	everywhere("the new host", "ege.localhost", "", "Ege") // takes one call of the limit
	for _, p := range instances {
		v := visitor{p.Address, "ege.localhost", ""}
		v.want(t, "", "casino/provider_list", nil, "200")
		v.want(t, "", "casino/provider_list", nil, "429 rate limited")
	}
}

func TestBlockedCountries(t *testing.T) {
	parallel(t)
	file := writeConfig(t, "trusted_proxies: [127.0.0.0/8]\ncountry_header: X-Country\n",
		map[string]string{"currency: TRY": "currency: TRY\nblocked_countries: [US]"})
	v := startAlone(t, nil, "--config", file).visitor
	const blocked = "403 region blocked"
	for country, want := range map[string]string{"us": blocked, "TR": "200", "TR, TR": blocked, "": blocked} {
		a := v.callWith(t, "casino/provider_list", nil, map[string]string{"X-Country": country})
		assert.Equal(t, want, a.String(), "from %q", country)
	}
	// Blocked visitors see a notice without a script. The staff console is not blocked.
	for _, row := range []struct {
		path, country string
		status        int
		contains, not string
		cache         string
	}{
		{"/", "US", 403, `class="notice"`, "<script", "no-store"},
		{"/slot", "US", 403, `class="notice"`, "<script", "no-store"},
		{"/", "TR", 200, "<script", "\x00", "private, no-cache"},
		{"/maintenance-control", "US", 200, "<script", "\x00", "no-store"},
		{"/v1/ip-info", "US", 200, `"country":"US"`, "<", ""},
	} {
		status, header, body := v.get(t, row.path, map[string]string{"X-Country": row.country})
		assert.True(t, status == row.status && strings.Contains(body, row.contains) && !strings.Contains(body, row.not),
			"%s from %s: %d, %d bytes", row.path, row.country, status, len(body))
		if row.cache != "" {
			assert.Equal(t, row.cache, header.Get("Cache-Control"), "%s from %s", row.path, row.country)
		}
	}
}

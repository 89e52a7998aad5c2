package e2e_test

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/e2e"
)

// replaceFile changes a file and replaces it by rename, as editors do.
func replaceFile(t *testing.T, file, old, text string) {
	t.Helper()
	raw, err := os.ReadFile(file)
	require.NoError(t, err)
	next := writeFile(t, "next", string(raw))
	editFile(t, next, old, text)
	require.NoError(t, os.Rename(next, file))
}

// A fourth brand goes live in running servers; a draft of it is seen by one browser, on every instance,
// until it is published. The saved file of a brand is applied by both, and an invalid one is refused.
func TestBrandFileIsReloadedOnAllInstances(t *testing.T) {
	parallel(t)
	file, keys, data := writeConfig(t, "", nil), filepath.Join(t.TempDir(), "keys.json"), t.TempDir()
	dir := filepath.Dir(file)
	run(t, nil, "keys", "new", "--keys-file", keys)
	instances := []*e2e.Process{}
	for _, folder := range []string{data, t.TempDir()} {
		instances = append(instances, startServer(t, []string{"CROUPIER_KEYS_FILE=" + keys}, folder, "--config", file))
	}
	shows := func(p *e2e.Process, host, cookie, name string) func() bool {
		return func() bool {
			_, header, raw, err := e2e.NewClient(p.Address, host, "").Do(http.MethodGet, "/v1/bootstrap", nil,
				map[string]string{"Cookie": cookie})
			if err == nil && cookie != "" && header.Get("Cache-Control") != "private, no-store" {
				t.Errorf("a preview may be cached: %v", header)
			}
			return err == nil && strings.Contains(string(raw), `"name":"`+name+`"`)
		}
	}
	everywhere := func(what, host, cookie, name string) {
		t.Helper()
		for _, p := range instances {
			eventually(t, what, shows(p, host, cookie, name))
		}
	}
	const bogaz = "bogaz.localhost"
	run(t, nil, "brand", "new", "bogaz", "--config", file, "--from", "pera", "--host", bogaz, "--site-id", "113")
	everywhere("the new brand", bogaz, "", "Bogaz")

	run(t, nil, "brand", "draft", "bogaz", "--config", file)
	replaceFile(t, filepath.Join(dir, "drafts", "bogaz", "brand.yaml"), "name: Bogaz\n", "name: Boğaz Yeni\n")
	var link string
	eventually(t, "the link", func() bool {
		out, ok := runProgram(nil, "", "brand", "preview", "bogaz", "--config", file, "--data-dir", data)
		link, _, _ = strings.Cut(out, "\n")
		return ok
	})
	at, err := url.Parse(link)
	require.True(t, err == nil && at.Hostname() == bogaz && strings.HasSuffix(instances[0].Address, ":"+at.Port()),
		"link %s, %v", link, err)
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+instances[0].Address+at.RequestURI(), nil)
	require.NoError(t, err)
	r.Host = at.Host
	answer, err := http.DefaultTransport.RoundTrip(r) // follows no redirect
	require.NoError(t, err)
	_ = answer.Body.Close()
	cookie, attributes, _ := strings.Cut(answer.Header.Get("Set-Cookie"), ";")
	require.True(t, answer.StatusCode == http.StatusSeeOther && strings.Contains(attributes, "HttpOnly"),
		"the link: %d %v", answer.StatusCode, answer.Header)
	everywhere("the draft", bogaz, cookie, "Boğaz Yeni")
	everywhere("the published brand for others", bogaz, "", "Bogaz")
	run(t, nil, "brand", "publish", "bogaz", "--config", file)
	everywhere("the published draft", bogaz, "", "Boğaz Yeni")

	brand := filepath.Join(dir, "brands", "marmara", "brand.yaml")
	replaceFile(t, brand, "name: Marmara\n", "name: Ege\n")
	everywhere("the saved name", "localhost", "", "Ege")
	// An invalid file changes nothing, and the log names the field.
	replaceFile(t, brand, "name: Ege\n", "name: Ege\nblocked_countries: [Utopia]\n")
	for _, p := range instances {
		eventually(t, "the log message", func() bool {
			return strings.Contains(p.Log(), "configuration rejected") && strings.Contains(p.Log(), "blocked_countries.0") &&
				strings.Contains(p.Log(), "brand.yaml")
		})
		assert.Contains(t, get(t, p.Admin, "/metrics"), "croupier_config_broken 1", "croupier_config_broken is not 1")
	}
	everywhere("the name before the invalid file", "localhost", "", "Ege")
	// The corrected file takes effect: hosts and limits.
	replaceFile(t, brand, "blocked_countries: [Utopia]\n", "limits: { address: { count: 1, window: 1h, burst: 1 } }\n")
	replaceFile(t, brand, "hosts: [localhost,", "hosts: [localhost, ege.localhost,")
	everywhere("the new host", "ege.localhost", "", "Ege")
	for _, p := range instances {
		v := visitor{p.Address, "ege.localhost", ""}
		v.want(t, "", "casino/provider_list", nil, http.StatusOK, "")
		v.want(t, "", "casino/provider_list", nil, http.StatusTooManyRequests, "rate limited")
	}
}

func TestBlockedCountries(t *testing.T) {
	parallel(t)
	file := writeConfig(t, "trusted_proxies: [127.0.0.0/8]\ncountry_header: X-Country\n",
		map[string]string{"currency: TRY": "currency: TRY\nblocked_countries: [US]"})
	p := startServer(t, nil, t.TempDir(), "--config", file)
	v := visitor{p.Address, "localhost", ""}
	for country, want := range map[string]int{"us": 403, "TR": 200, "TR, TR": 403, "": 403} {
		status, a, _ := v.callWith(t, "casino/provider_list", nil, map[string]string{"X-Country": country})
		assert.True(t, status == want && (status == 403) == (string(a["debug"]) == `"region blocked"`),
			"from %q: %d %s, want %d", country, status, a["debug"], want)
	}
	// Pages are refused with a notice that needs no script; the console of the staff is not.
	for _, row := range []struct {
		path, country string
		status        int
		contains, not string
	}{
		{"/", "US", 403, `class="notice"`, "<script"},
		{"/slot", "US", 403, `class="notice"`, "<script"},
		{"/", "TR", 200, "<script", "\x00"},
		{"/maintenance-control", "US", 200, "<script", "\x00"},
		{"/v1/ip-info", "US", 200, `"country":"US"`, "<"},
	} {
		status, header, raw, err := v.client().Do(http.MethodGet, row.path, nil, map[string]string{"X-Country": row.country})
		assert.True(t, err == nil && status == row.status && strings.Contains(string(raw), row.contains) && !strings.Contains(string(raw), row.not),
			"%s from %s: %d %v, %d bytes", row.path, row.country, status, err, len(raw))
		if !strings.HasPrefix(row.path, "/v1/") && header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s from %s: Cache-Control %q", row.path, row.country, header.Get("Cache-Control"))
		}
	}
}

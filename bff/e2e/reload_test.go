package e2e_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"croupier/bff/e2e"
)

// replaceFile changes a file and replaces it by rename, as editors do.
func replaceFile(t *testing.T, file, old, text string) {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(raw), old) {
		t.Fatalf("replace in %s: %q not found", file, old)
	}
	next := file + "~"
	if err := os.WriteFile(next, []byte(strings.Replace(string(raw), old, text, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(next, file); err != nil {
		t.Fatal(err)
	}
}

func TestBrandFileIsReloadedOnAllInstances(t *testing.T) {
	t.Parallel()
	file := writeConfig(t, "", nil)
	brand := filepath.Join(filepath.Dir(file), "brands", "marmara", "brand.yaml")
	instances := make([]*e2e.Process, 2)
	for i := range instances {
		instances[i] = startServer(t, nil, t.TempDir(), "--config", file)
	}
	hasName := func(p *e2e.Process, name string) func() bool {
		return func() bool {
			status, _, raw, err := e2e.NewClient(p.Address, "localhost", "").Do(http.MethodGet, "/v1/bootstrap", nil, nil)
			return err == nil && status == http.StatusOK && strings.Contains(string(raw), `"name":"`+name+`"`)
		}
	}
	replaceFile(t, brand, "name: Marmara\n", "name: Ege\n")
	for _, p := range instances {
		eventually(t, "the saved name", hasName(p, "Ege"))
	}

	// An invalid file changes nothing, and the log names the field.
	replaceFile(t, brand, "name: Ege\n", "name: Ege\nblocked_countries: [Utopia]\n")
	for _, p := range instances {
		eventually(t, "the log message", func() bool {
			return strings.Contains(p.Log(), "configuration rejected") && strings.Contains(p.Log(), "blocked_countries.0") && strings.Contains(p.Log(), "brand.yaml")
		})
		if !hasName(p, "Ege")() {
			t.Error("the invalid file changed the brand")
		}
		_, _, metrics, err := e2e.NewClient(p.Admin, "127.0.0.1", "").Do(http.MethodGet, "/metrics", nil, nil)
		if err != nil || !strings.Contains(string(metrics), "croupier_config_broken 1") {
			t.Errorf("croupier_config_broken is not 1: %v", err)
		}
	}

	// The corrected file takes effect: hosts and limits.
	replaceFile(t, brand, "blocked_countries: [Utopia]\n", "limits: { address: { count: 1, window: 1h, burst: 1 } }\n")
	replaceFile(t, brand, "hosts: [localhost,", "hosts: [localhost, ege.localhost,")
	for _, p := range instances {
		eventually(t, "the new host", func() bool {
			status, _, _, err := e2e.NewClient(p.Address, "ege.localhost", "").Do(http.MethodGet, "/v1/bootstrap", nil, nil)
			return err == nil && status == http.StatusOK
		})
		c := e2e.NewClient(p.Address, "ege.localhost", "")
		first, _ := mustCall(t, c, "casino/provider_list", nil, nil)
		second, _ := mustCall(t, c, "casino/provider_list", nil, nil)
		if first != http.StatusOK || second != http.StatusTooManyRequests {
			t.Errorf("the new limit: %d, then %d", first, second)
		}
	}
}

func TestBlockedCountries(t *testing.T) {
	t.Parallel()
	file := writeConfig(t, "trusted_proxies: [127.0.0.0/8]\ncountry_header: X-Country\n", map[string]string{
		"currency: TRY": "currency: TRY\nblocked_countries: [US]",
	})
	p := startServer(t, nil, t.TempDir(), "--config", file)
	c := e2e.NewClient(p.Address, "localhost", "")
	for _, row := range []struct {
		country string
		status  int
	}{{"US", 403}, {"us", 403}, {"TR", 200}, {"", 403}, {"nonsense", 403}, {"TR, TR", 403}, {"XX", 403}} {
		status, answer := mustCall(t, c, "casino/provider_list", nil, map[string]string{"X-Country": row.country})
		if status != row.status || (status == 403) != (string(answer["debug"]) == `"region blocked"`) {
			t.Errorf("from %q: %d %s", row.country, status, answer["debug"])
		}
	}
	if status, _, raw, err := c.Do(http.MethodGet, "/v1/ip-info", nil, map[string]string{"X-Country": "US"}); err != nil || status != 200 || !strings.Contains(string(raw), `"country":"US"`) {
		t.Errorf("ip-info: %d %v %s", status, err, raw)
	}

	// Pages are refused with a notice that needs no script; the console of the staff is not.
	for _, row := range []struct {
		path, country string
		status        int
		scripts       bool
	}{{"/", "US", 403, false}, {"/slot", "US", 403, false}, {"/", "TR", 200, true}, {"/maintenance-control", "US", 200, true}} {
		status, header, raw, err := c.Do(http.MethodGet, row.path, nil, map[string]string{"X-Country": row.country})
		if err != nil || status != row.status || strings.Contains(string(raw), "<script") != row.scripts || !strings.Contains(string(raw), `class="notice"`) {
			t.Errorf("%s from %s: %d %v, %d bytes", row.path, row.country, status, err, len(raw))
		}
		if header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s from %s: Cache-Control %q", row.path, row.country, header.Get("Cache-Control"))
		}
	}

	// The header of an untrusted hop is no country, and an unknown country is refused.
	plain := startServer(t, nil, t.TempDir(), "--config", writeConfig(t, "trusted_proxies: [192.0.2.0/24]\ncountry_header: X-Country\n", map[string]string{"currency: TRY": "currency: TRY\nblocked_countries: [US]"}))
	if status, _ := mustCall(t, e2e.NewClient(plain.Address, "localhost", ""), "casino/provider_list", nil, map[string]string{"X-Country": "TR"}); status != 403 {
		t.Errorf("untrusted header: %d", status)
	}
}

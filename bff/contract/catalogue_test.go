package contract

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"croupier/bff"
	"croupier/contracts"
)

func loadCatalogue(t testing.TB) *Catalogue {
	t.Helper()
	c, err := Load()
	if err != nil {
		t.Fatalf("load contract: %v", err)
	}
	return c
}

// lookup returns a call by "class/method".
func lookup(t testing.TB, c *Catalogue, name string) *bff.Call {
	t.Helper()
	class, method, _ := strings.Cut(name, "/")
	call, ok := c.Lookup(class, method)
	if !ok {
		t.Fatalf("%s is not in the contract", name)
	}
	return call
}

// The golden file is the table of calls.md §2: caller, kind, cache policy, pagination and variants.
// A difference is a change of the contract, which must be intended.
func TestCallTableMatchesGoldenFile(t *testing.T) {
	c := loadCatalogue(t)
	raw, err := os.ReadFile("testdata/calls.golden")
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimSpace(string(raw)), "\n")
	var got []string
	for _, call := range c.Calls() {
		got = append(got, describe(call.Name(), call.Rules, call.Paginated, call.Local))
		for i, v := range c.byCall[call].variants {
			got = append(got, describe(fmt.Sprintf("%s#%d", call.Name(), i+1), v.rules, call.Paginated, call.Local))
		}
	}
	for _, line := range want {
		if !slices.Contains(got, line) {
			t.Errorf("missing in the contract:\n%s", line)
		}
	}
	for _, line := range got {
		if !slices.Contains(want, line) {
			t.Errorf("missing in the golden file:\n%s", line)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d lines, want %d", len(got), len(want))
	}
}

func describe(name string, r bff.Rules, paginated, local bool) string {
	line := fmt.Sprintf("%-42s %-8s %-6s %s/%s/%s", name, r.Who, r.Kind,
		r.Cache.TTL, r.Cache.StaleWhileRevalidate, r.Cache.StaleIfError)
	if r.Protection != "" {
		line += " " + string(r.Protection)
	}
	if paginated {
		line += " paginated"
	}
	if local {
		line += " local"
	}
	return line
}

func TestLookupIsExact(t *testing.T) {
	c := loadCatalogue(t)
	for _, pair := range [][2]string{
		{"Casino", "games_list"},
		{"casino", "Games_list"},
		{"casino", ""},
		{"", ""},
		{"casino/games_list", ""},
		{"", "casino/games_list"},
		{"caſino", "games_list"},
	} {
		if _, ok := c.Lookup(pair[0], pair[1]); ok {
			t.Errorf("class %q, method %q was found", pair[0], pair[1])
		}
	}
	call := lookup(t, c, "casino/games_list")
	if call.Class != "casino" || call.Method != "games_list" {
		t.Errorf("found %s", call.Name())
	}
}

func TestPaths(t *testing.T) {
	var got []string
	for _, p := range loadCatalogue(t).Paths() {
		got = append(got, p.Path)
		if p.Answer == "" || p.Content == "" {
			t.Errorf("%s has no answer or content type", p.Path)
		}
	}
	want := []string{
		"/v1/check-maintenance", "/v1/licenses", "/v1/bootstrap", "/v1/ip-info", "/v1/openapi.yaml", "/v1/events",
		"/datas/header-menu.json", "/datas/footer-menu.json", "/datas/languages.json",
		"/datas/partners.json", "/datas/investment-methods.json", "/healthz", "/readyz",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
}

func TestOpenAPIReturnsEmbeddedFile(t *testing.T) {
	want, err := contracts.Files.ReadFile("openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if got := loadCatalogue(t).OpenAPI(); string(got) != string(want) || len(got) == 0 {
		t.Error("OpenAPI returns another document")
	}
}

package contract

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/contracts"
)

func loadCatalogue(t testing.TB) *Catalogue {
	t.Helper()
	c, err := Load()
	require.NoError(t, err, "load contract")
	return c
}

// lookup returns a call by "class/method".
func lookup(t testing.TB, c *Catalogue, name string) *bff.Call {
	t.Helper()
	class, method, _ := strings.Cut(name, "/")
	call, ok := c.Lookup(class, method)
	require.True(t, ok, "%s is not in the contract", name)
	return call
}

// The golden file is the table of calls.md §2: caller, kind, cache policy, pagination and variants.
// A difference is a change of the contract, which must be intended.
func TestCallTableMatchesGoldenFile(t *testing.T) {
	c := loadCatalogue(t)
	raw, err := os.ReadFile("testdata/calls.golden")
	require.NoError(t, err)
	want := strings.Split(strings.TrimSpace(string(raw)), "\n")
	var got []string
	for _, call := range c.Calls() {
		got = append(got, describe(call.Name(), call.Rules, call.Paginated, call.Local))
		for i, v := range c.byCall[call].variants {
			got = append(got, describe(fmt.Sprintf("%s#%d", call.Name(), i+1), v.rules, call.Paginated, call.Local))
		}
	}
	for _, line := range want {
		assert.Contains(t, got, line, "missing in the contract:\n%s", line)
	}
	for _, line := range got {
		assert.Contains(t, want, line, "missing in the golden file:\n%s", line)
	}
	assert.Len(t, got, len(want), "%d lines, want %d", len(got), len(want))
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
		_, ok := c.Lookup(pair[0], pair[1])
		assert.True(t, !ok, "class %q, method %q was found", pair[0], pair[1])
	}
	call := lookup(t, c, "casino/games_list")
	assert.True(t, call.Class == "casino" && call.Method == "games_list", "found %s", call.Name())
}

func TestPaths(t *testing.T) {
	var got []string
	for _, p := range loadCatalogue(t).Paths() {
		got = append(got, p.Path)
		assert.True(t, p.Answer != "" && p.Content != "", "%s has no answer or content type", p.Path)
	}
	want := []string{
		"/v1/check-maintenance", "/v1/licenses", "/v1/bootstrap", "/v1/ip-info", "/v1/openapi.yaml", "/v1/events",
		"/datas/header-menu.json", "/datas/footer-menu.json", "/datas/languages.json",
		"/datas/partners.json", "/datas/investment-methods.json", "/healthz", "/readyz",
	}
	assert.Equal(t, want, got)
}

func TestOpenAPIReturnsEmbeddedFile(t *testing.T) {
	want, err := contracts.Files.ReadFile("openapi.yaml")
	require.NoError(t, err)
	got := loadCatalogue(t).OpenAPI()
	assert.True(t, string(got) == string(want) && len(got) != 0, "OpenAPI returns another document")
}

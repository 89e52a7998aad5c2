package sanitise_test

import (
	"encoding/json"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/sanitise"
	"croupier/bff/testkit"
)

// linkCases are the cases that the site's rule passes too (web/src/lib/link).
type linkCases struct {
	Origins []string
	Cases   []struct {
		Name, Value, Want string
		Origins           []string
	}
}

func readLinkCases(t testing.TB) linkCases {
	t.Helper()
	raw, err := os.ReadFile("../../contracts/cases/links.json")
	require.NoError(t, err)
	var all linkCases
	if err := json.Unmarshal(raw, &all); err != nil || len(all.Cases) < 100 {
		t.Fatalf("%d cases: %v", len(all.Cases), err)
	}
	for i := range all.Cases {
		if all.Cases[i].Origins == nil {
			all.Cases[i].Origins = all.Origins
		}
	}
	return all
}

func TestLinkCases(t *testing.T) {
	for _, c := range readLinkCases(t).Cases {
		got := sanitise.Link(c.Value, c.Origins)
		assert.Equal(t, c.Want, got, "%s: %q becomes %q, want %q", c.Name, c.Value, got, c.Want)
		again := sanitise.Link(got, c.Origins)
		assert.Equal(t, got, again, "%s: %q becomes %q", c.Name, got, again)
	}
}

func TestHostileLinks(t *testing.T) {
	all := readLinkCases(t)
	for _, address := range testkit.HostileAddresses(t) {
		for _, value := range []string{address, " " + address, address + "\n", strings.ToUpper(address), url.PathEscape(address), "/" + address, "/slot/" + address} {
			got := sanitise.Link(value, all.Origins)
			if got != "" && testkit.LeadsTo("https://casino.test/info/faq", got) != "https://casino.test" {
				t.Errorf("%.60q becomes %.60q", value, got)
			}
		}
	}
}

// FuzzLink checks a link that passes against net/url: it stays on the host of the page, or goes to an
// allowed origin.
func FuzzLink(f *testing.F) {
	testkit.AddCorpus(f)
	all := readLinkCases(f)
	for _, c := range all.Cases {
		f.Add(c.Value)
	}
	page, _ := url.Parse("https://casino.test/info/faq")
	f.Fuzz(func(t *testing.T, value string) {
		got := sanitise.Link(value, all.Origins)
		if got == "" {
			return
		}
		again := sanitise.Link(got, all.Origins)
		require.Equal(t, got, again, "%q becomes %q", got, again)
		at, err := url.Parse(got)
		if err != nil {
			if strings.Contains(err.Error(), "invalid URL escape") { // browsers take a lone % as it is
				return
			}
			t.Fatalf("%q: %v", got, err)
		}
		to := page.ResolveReference(at)
		require.True(t, to.User == nil && to.Opaque == "", "%q leads to %s", got, to)
		origin := to.Scheme + "://" + to.Host
		wild := strings.HasSuffix(to.Host, ".example.com") && to.Scheme == "https"
		if origin != "https://casino.test" && !wild && !slices.Contains(all.Origins, origin) && origin != "https://default.example" {
			t.Fatalf("%q leads to %s", got, to)
		}
		if to.Host == page.Host && strings.HasPrefix(to.Path, "//") {
			t.Fatalf("%q has the path %s", got, to.Path)
		}
	})
}

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

	"croupier/bff/platform/sanitise"
	"croupier/bff/test/testkit"
)

// linkCases are test cases that the player site's rule must pass too (web/src/lib/link).
type linkCases struct {
	Origins []string
	Cases   []struct {
		Name, Value, Want string
		Origins           []string
	}
}

func readLinkCases(t testing.TB) linkCases {
	raw, err := os.ReadFile("../../../contracts/cases/links.json")
	require.NoError(t, err)
	var all linkCases
	require.NoError(t, json.Unmarshal(raw, &all))
	require.GreaterOrEqual(t, len(all.Cases), 100)
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
		assert.Equal(t, c.Want, got, "%s: %q", c.Name, c.Value)
		assert.Equal(t, got, sanitise.Link(got, c.Origins), "%s: again", c.Name)
	}
}

func TestHostileLinks(t *testing.T) {
	all := readLinkCases(t)
	for _, address := range testkit.HostileAddresses(t) {
		for _, value := range []string{
			address, " " + address, address + "\n", strings.ToUpper(address),
			url.PathEscape(address), "/" + address, "/slot/" + address,
		} {
			got := sanitise.Link(value, all.Origins)
			if got != "" {
				assert.Equal(t, "https://casino.test", testkit.LeadsTo("https://casino.test/info/faq", got), "%.60q",
					value)
			}
		}
	}
}

// FuzzLink checks accepted links with net/url. A link must remain on the host of the page or lead
// to an allowed origin.
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
		require.Equal(t, got, sanitise.Link(got, all.Origins))
		at, err := url.Parse(got)
		if err != nil {
			if strings.Contains(err.Error(), "invalid URL escape") { // browsers accept a lone %
				return
			}
			t.Fatalf("%q: %v", got, err)
		}
		to := page.ResolveReference(at)
		require.True(t, to.User == nil && to.Opaque == "", "%q leads to %s", got, to)
		origin := to.Scheme + "://" + to.Host
		wild := strings.HasSuffix(to.Host, ".example.com") && to.Scheme == "https"
		allowed := append([]string{"https://casino.test", "https://default.example"}, all.Origins...)
		require.True(t, wild || slices.Contains(allowed, origin), "%q leads to %s", got, to)
		require.False(t, to.Host == page.Host && strings.HasPrefix(to.Path, "//"), "%q has the path %s", got, to.Path)
	})
}

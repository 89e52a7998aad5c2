package mock

import (
	"io/fs"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/mock/webpage"
	"croupier/bff/mock/world"
	"croupier/bff/test/testkit"
)

func TestEveryLanguageHasTheTextsOfPaymentPages(t *testing.T) {
	source, err := fs.ReadFile(payFiles, "pay/page.html")
	require.NoError(t, err)
	want := map[string]bool{"coins.text": true}
	for _, m := range regexp.MustCompile(`{{text\.([a-z.]+)}}`).FindAllStringSubmatch(string(source), -1) {
		want[m[1]] = true
	}
	for _, state := range []string{"open", "confirmed", "approved", "refused", "unknown"} {
		want[state+".title"], want[state+".text"] = true, true
	}
	for _, lang := range webpage.Languages {
		texts := payTexts()[lang]
		assert.Equal(t, slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(texts)), lang)
		for key, text := range texts {
			assert.True(t, text != "" && !strings.ContainsAny(text, "٠١٢٣٤٥٦٧٨٩"), "%s %s: %q", lang, key, text)
		}
	}
}

// FuzzReturnAddress checks that an accepted site address leads back only to that site. Browsers
// drop tabs and line breaks, and read a backslash as a slash.
func FuzzReturnAddress(f *testing.F) {
	testkit.AddCorpus(f)
	for _, s := range []string{
		"http://site.test", "https://site.test:8443/", "http://[::1]:8080", "http://site.test@evil.test",
		"http://site.test\\@evil.test", "http://site.test\t.evil.test",
		"javascript:alert(1)", "//evil.test", "http:///evil.test", "http:evil.test", "https://site.test?x",
		"https://site.test#x", "https://site.test/%2e%2e", "HTTP://SITE.test",
		"http://site.test:99999", "http://%65vil.test", "http://sıte.test", "http://site.test%00",
		"http://[fe80::1%25eth0]", "http://site.test:",
	} {
		f.Add(s)
	}
	brand := &world.Brands[0]
	f.Fuzz(func(t *testing.T, address string) {
		sites, err := checkSites(map[string]string{"": address})
		if err != nil {
			return
		}
		given, err := url.Parse(address)
		require.NoError(t, err)
		back := (&Options{Sites: sites, BaseURL: "http://mock.test"}).siteAt(brand,
			"/profile/transactions?transaction=1")
		u, err := url.Parse(back)
		require.NoError(t, err, "%q became %q", address, back)
		assert.True(t, (u.Scheme == "http" || u.Scheme == "https") && u.Host == given.Host && u.User == nil &&
			u.Path == "/profile/transactions" && u.RawQuery == "transaction=1",
			"%q became %q", address, back)
		for _, r := range sites[""] {
			assert.True(t, r > ' ' && r != '\\' && r != 0x7f && r <= 0x7e, "%q %q", address, back)
		}
	})
}

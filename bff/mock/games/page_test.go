package games

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/mock/webpage"
)

var bootScript = regexp.MustCompile(`(?s)<script type="application/json" id="boot">(.*?)</script>`)

// slotBoot is the initial data of a page of slots.
type slotBoot struct {
	Name, Base string
	Balance    float64
	Texts      map[string]string
	Game       struct {
		Stakes   []float64
		Stake    int
		RTP      float64
		MaxTimes int64
		Table    map[string][]int64
		Paths    [][]int
	}
}

// bootData loads a page and returns it and its initial data.
func bootData(t *testing.T, wallet *fakeWallet, kind string) (body string, b slotBoot) {
	t.Helper()
	w := get(Handler(wallet), page(kind, ""))
	require.Equal(t, http.StatusOK, w.Code)
	require.Equal(t, "no-store no-referrer", w.Header().Get("Cache-Control")+" "+w.Header().Get("Referrer-Policy"))
	found := bootScript.FindStringSubmatch(w.Body.String())
	require.NotNil(t, found, "no data in the page:\n%s", w.Body)
	require.NoError(t, json.Unmarshal([]byte(found[1]), &b))
	return w.Body.String(), b
}

func TestPageHasInitialData(t *testing.T) {
	wallet := newFakeWallet()
	wallet.session.Name, wallet.session.Lang = `Lale </script><b>"Bahçesi"`, "ar"
	body, b := bootData(t, wallet, "slot")
	assert.Contains(t, body, `lang="ar" dir="rtl" data-theme="anatolia"`)
	assert.True(t, b.Name == wallet.session.Name && b.Balance == 100 && b.Base == page("slot", ""), "the initial data is %+v", b)
	assert.True(t, len(b.Game.Paths) == 20 && len(b.Game.Table) == 9 && b.Game.Stakes[0] == 0.6, "the game is %+v", b.Game)
	assert.Equal(t, textsOf("slot", "ar")["spin"], b.Texts["spin"])
}

func TestPagePolicyAllowsOnlyOwnFiles(t *testing.T) {
	h := Handler(newFakeWallet())
	w := get(h, page("slot", ""))
	policy := w.Header().Get("Content-Security-Policy")
	for _, want := range []string{"default-src 'none'", "script-src 'self'", "frame-ancestors *"} {
		assert.Contains(t, policy, want)
	}
	assert.NotContains(t, policy, "unsafe")
	assert.NotRegexp(t, `<script(?: type="module")?>|\son\w+=|\sstyle=`, w.Body.String())
	for _, m := range regexp.MustCompile(`(?:href|src)="(/[^"]+)"`).FindAllStringSubmatch(w.Body.String(), -1) {
		assert.Equal(t, http.StatusOK, get(h, m[1]).Code, m[1])
	}
	unknown := get(h, Prefix+"slot/unknown", "Accept-Language", "de-DE,de;q=0.9")
	assert.Equal(t, http.StatusNotFound, unknown.Code)
	assert.Contains(t, unknown.Body.String(), textsFor("de")["error.no session"])
	assert.NotContains(t, unknown.Body.String(), "<script")
	assert.Equal(t, http.StatusNotFound, get(h, page("dominoes", "")).Code, "an unknown kind of game")
	preflight := send(h, http.MethodOptions, page("slot", "/spin"), "", "Origin", "null")
	assert.Equal(t, http.StatusNoContent, preflight.Code)
	assert.Equal(t, "Content-Type", preflight.Header().Get("Access-Control-Allow-Headers"))
	for _, path := range []string{page("slot", ""), assetPath("slot/slot.js"), Prefix + "slot/unknown/balance"} {
		assert.Equal(t, "*", get(h, path).Header().Get("Access-Control-Allow-Origin"), path)
	}
}

func TestAssetsAreCachedByVersion(t *testing.T) {
	h := Handler(newFakeWallet())
	path := assetPath("slot/slot.js")
	w := get(h, path)
	assert.Equal(t, http.StatusOK, w.Code)
	assert.Contains(t, w.Header().Get("Cache-Control"), "immutable")
	assert.Contains(t, w.Header().Get("Content-Type"), "text/javascript")
	reader, err := gzip.NewReader(get(h, path, "Accept-Encoding", "gzip, br").Body)
	require.NoError(t, err)
	plain, err := io.ReadAll(reader)
	assert.True(t, err == nil && string(plain) == w.Body.String(), "the compressed file differs: %v", err)
	old := get(h, Prefix+"assets/0000/slot/slot.js")
	assert.True(t, old.Code == 200 && old.Header().Get("Cache-Control") == "no-store", "an older version: %d", old.Code)
	for _, missing := range []string{"slot/none.js", "", "../handler.go"} {
		assert.NotEqual(t, http.StatusOK, get(h, assetPath(missing)).Code, missing)
	}
}

func TestTextsExistInEveryLanguage(t *testing.T) {
	for folder, languages := range library() {
		for _, lang := range []string{"tr", "en", "de", "ru", "ar"} {
			words, ok := languages[lang]
			require.True(t, ok, "no texts of %s in %s", folder, lang)
			for key, text := range languages[webpage.Languages[0]] {
				assert.NotEmpty(t, words[key], "%s of %s: no text for %q", lang, folder, key)
				assert.Equal(t, placeholders(text), placeholders(words[key]), "%s of %s: %q", lang, folder, key)
				for _, other := range []string{sharedTexts, kinds[folder].shares} {
					_, twice := library()[other][lang][key]
					assert.False(t, twice && folder != other, "%s: %s has %q already", folder, other, key)
				}
			}
			assert.Len(t, words, len(languages[webpage.Languages[0]]), "%s of %s", lang, folder)
		}
	}
	for _, f := range failures {
		assert.NotEmpty(t, textsFor(webpage.Languages[0])["error."+f.code], f.code)
	}
}

func placeholders(text string) []string {
	found := regexp.MustCompile(`\{\w+\}`).FindAllString(text, -1)
	slices.Sort(found)
	return found
}

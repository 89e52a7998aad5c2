package games

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/mock/webpage"
)

var bootScript = regexp.MustCompile(`(?s)<script type="application/json" id="boot">(.*?)</script>`)

func TestPageHasInitialData(t *testing.T) {
	wallet := newFakeWallet()
	wallet.session.Name = `Lale </script><b>"Bahçesi"`
	wallet.session.Lang = "ar"
	w := get(Handler(wallet), page("slot", ""))
	require.True(t, w.Code == http.StatusOK && w.Header().Get("Cache-Control") == "no-store" && w.Header().Get("Referrer-Policy") == "no-referrer",
		"answered %d %v", w.Code, w.Header())
	body := w.Body.String()
	assert.Contains(t, body, `lang="ar" dir="rtl" data-theme="anatolia"`,
		"the page does not say its language, direction and theme")
	found := bootScript.FindStringSubmatch(body)
	require.NotNil(t, found, "no data in the page:\n%s", body)
	var b struct {
		Name, Base string
		Balance    float64
		Texts      map[string]string
		Game       struct {
			Stakes []float64
			RTP    float64
			Table  map[string][]int
			Paths  [][]int
		}
	}
	err := json.Unmarshal([]byte(found[1]), &b)
	require.NoError(t, err, "%v: %s", err, found[1])
	assert.True(t, b.Name == wallet.session.Name && b.Balance == 100 && b.Base == page("slot", ""),
		"the initial data is %+v", b)
	assert.True(t, len(b.Game.Paths) == 20 && len(b.Game.Table) == 9 && b.Game.Stakes[0] == 0.6 && !(b.Game.RTP < 96.19) && !(b.Game.RTP > 96.21),
		"the game is %+v", b.Game)
	assert.Equal(t, textsOf("slot", "ar")["spin"], b.Texts["spin"], "the page has no texts of its language")
}

func TestPagePolicyAllowsOnlyOwnFiles(t *testing.T) {
	h := Handler(newFakeWallet())
	w := get(h, page("slot", ""))
	policy := w.Header().Get("Content-Security-Policy")
	for _, want := range []string{"default-src 'none'", "script-src 'self'", "frame-ancestors *"} {
		assert.True(t, strings.Contains(policy, want) && !strings.Contains(policy, "unsafe"),
			"policy %q lacks %q, or allows what is unsafe", policy, want)
	}
	inline := regexp.MustCompile(`<script(?: type="module")?>|\son\w+=|\sstyle=`)
	bad := inline.FindString(w.Body.String())
	assert.Equal(t, "", bad, "the page has %q, which its policy forbids", bad)
	for _, m := range regexp.MustCompile(`(?:href|src)="(/[^"]+)"`).FindAllStringSubmatch(w.Body.String(), -1) {
		got := get(h, m[1])
		assert.Equal(t, http.StatusOK, got.Code, "%s answers %d", m[1], got.Code)
	}
	unknown := get(h, Prefix+"slot/unknown", "Accept-Language", "de-DE,de;q=0.9")
	body := unknown.Body.String()
	assert.True(t, unknown.Code == http.StatusNotFound && strings.Contains(body, textsFor("de")["error.no session"]) && !strings.Contains(body, "<script"),
		"the page of an unknown token answers %d: %s", unknown.Code, body)
	if got := get(h, page("dominoes", "")); got.Code != http.StatusNotFound {
		t.Errorf("an unknown kind of game answers %d", got.Code)
	}
	preflight := send(h, http.MethodOptions, page("slot", "/spin"), "", "Origin", "null")
	assert.True(t, preflight.Code == http.StatusNoContent && preflight.Header().Get("Access-Control-Allow-Headers") == "Content-Type",
		"preflight answered %d %v", preflight.Code, preflight.Header())
	for _, path := range []string{page("slot", ""), assetPath("slot/slot.js"), Prefix + "slot/unknown/balance"} {
		got := get(h, path).Header().Get("Access-Control-Allow-Origin")
		assert.Equal(t, "*", got, "%s: allowed origin %q", path, got)
	}
}

// TestStyleSheetsAreOrdered expects the frame's style sheets first and those of the kind last.
func TestStyleSheetsAreOrdered(t *testing.T) {
	for name, k := range kinds {
		var folders []string
		for _, style := range stylesFor(name) {
			folders = append(folders, filepath.Base(filepath.Dir(style)))
		}
		want := []string{"frame", k.shares, name}
		if k.shares == "" {
			want = slices.Delete(want, 1, 2)
		}
		got := slices.Compact(folders)
		assert.Equal(t, want, got, "%s: style sheets of %v, want %v", name, got, want)
	}
}

func TestAssetsAreCachedByVersion(t *testing.T) {
	h := Handler(newFakeWallet())
	path := assetPath("slot/slot.js")
	w := get(h, path)
	assert.True(t, w.Code == 200 && strings.Contains(w.Header().Get("Cache-Control"), "immutable") && strings.HasPrefix(w.Header().Get("Content-Type"), "text/javascript"),
		"answered %d %v", w.Code, w.Header())
	reader, err := gzip.NewReader(get(h, path, "Accept-Encoding", "gzip, br").Body)
	require.NoError(t, err)
	plain, err := io.ReadAll(reader)
	assert.True(t, err == nil && string(plain) == w.Body.String(), "the compressed file differs: %v", err)
	old := get(h, Prefix+"assets/0000/slot/slot.js")
	assert.True(t, old.Code == 200 && old.Header().Get("Cache-Control") == "no-store",
		"an older version answers %d %v", old.Code, old.Header())
	for _, missing := range []string{"slot/none.js", "", "../handler.go"} {
		got := get(h, assetPath(missing))
		assert.NotEqual(t, http.StatusOK, got.Code, "%q answers %d", missing, got.Code)
	}
}

func TestTextsExistInEveryLanguage(t *testing.T) {
	for folder, languages := range library() {
		for _, lang := range []string{"tr", "en", "de", "ru", "ar"} {
			words, ok := languages[lang]
			require.True(t, ok, "no texts of %s in %s", folder, lang)
			for key, text := range languages[webpage.Languages[0]] {
				assert.NotEqual(t, "", words[key], "%s of %s: no text for %q", lang, folder, key)
				got, want := placeholders(words[key]), placeholders(text)
				assert.Equal(t, want, got, "%s of %s: %q fills in %v, want %v", lang, folder, key, got, want)
				for _, other := range []string{sharedTexts, kinds[folder].shares} {
					if _, twice := library()[other][lang][key]; twice && folder != other {
						t.Errorf("%s: %s has %q already", folder, other, key)
					}
				}
			}
			assert.Len(t, words, len(languages[webpage.Languages[0]]),
				"%s of %s has %d texts, %s %d", lang, folder, len(words), webpage.Languages[0], len(languages[webpage.Languages[0]]))
		}
	}
	for _, f := range failures {
		assert.NotEqual(t, "", textsFor(webpage.Languages[0])["error."+f.code], "no text for failure %q", f.code)
	}
}

func placeholders(text string) []string {
	found := regexp.MustCompile(`\{\w+\}`).FindAllString(text, -1)
	slices.Sort(found)
	return found
}

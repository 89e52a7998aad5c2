package games

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/mock/webpage"
)

func assetPath(file string) string { return Prefix + "assets/" + file }

var bootScript = regexp.MustCompile(`(?s)<script type="application/json" id="boot">(.*?)</script>`)

func TestPageHasInitialData(t *testing.T) {
	wallet := newFakeWallet()
	wallet.session.Name, wallet.session.Lang = `Lale </script><b>"Bahçesi"`, "ar"
	w := get(Handler(wallet.Use), page("slot", ""))
	require.Equal(t, http.StatusOK, w.Code)
	assert.Equal(t, "no-store no-referrer", w.Header().Get("Cache-Control")+" "+w.Header().Get("Referrer-Policy"))
	assert.Contains(t, w.Body.String(), `lang="ar" dir="rtl" data-theme="anatolia"`)
	found := bootScript.FindStringSubmatch(w.Body.String())
	require.NotNil(t, found, w.Body)
	var b struct {
		Name, Base string
		Balance    float64
		Texts      map[string]string
		Game       struct {
			Stakes []float64
			Stake  int
			RTP    float64
			Table  map[string][]int64
			Paths  [][]int
		}
	}
	require.NoError(t, json.Unmarshal([]byte(found[1]), &b))
	assert.True(t, b.Name == wallet.session.Name && b.Balance == 100 && b.Base == page("slot", ""),
		"the initial data is %+v", b)
	assert.True(t, len(b.Game.Paths) == lines && len(b.Game.Table) == len(symbols) && b.Game.Stakes[b.Game.Stake] == 5,
		"%+v", b.Game)
	assert.InDelta(t, 96.2, b.Game.RTP, 1e-6)
	assert.Equal(t, textsOf("ar")["spin"], b.Texts["spin"])
}

func TestPagePolicyAllowsOnlyOwnFiles(t *testing.T) {
	h := Handler(newFakeWallet().Use)
	for kind := range kinds {
		w := get(h, page(kind, ""))
		policy := w.Header().Get("Content-Security-Policy")
		for _, want := range []string{"default-src 'none'", "script-src 'self'", "frame-ancestors *"} {
			assert.Contains(t, policy, want)
		}
		assert.NotContains(t, policy, "unsafe")
		assert.NotRegexp(t, `<script(?: type="module")?>|\son\w+=|\sstyle=`, w.Body.String())
		for _, m := range regexp.MustCompile(`(?:href|src)="(/[^"]+)"`).FindAllStringSubmatch(w.Body.String(), -1) {
			assert.Equal(t, http.StatusOK, get(h, m[1]).Code, m[1])
		}
	}
	unknown := get(h, Prefix+"slot/unknown", "Accept-Language", "de-DE,de;q=0.9")
	assert.Equal(t, http.StatusNotFound, unknown.Code)
	assert.Contains(t, unknown.Body.String(), textsOf("de")["error.no session"])
	assert.NotContains(t, unknown.Body.String(), "<script")
	assert.Equal(t, http.StatusNotFound, get(h, page("dominoes", "")).Code, "an unknown kind of game")
	preflight := send(h, http.MethodOptions, page("slot", "/spin"), "", "Origin", "null")
	assert.Equal(t, http.StatusNoContent, preflight.Code)
	assert.Equal(t, "Content-Type", preflight.Header().Get("Access-Control-Allow-Headers"))
	for _, path := range []string{page("slot", ""), assetPath("slot/slot.js"), Prefix + "slot/unknown/state"} {
		assert.Equal(t, "*", get(h, path).Header().Get("Access-Control-Allow-Origin"), path)
	}
}

func TestAssetsAreRevalidated(t *testing.T) {
	h := Handler(newFakeWallet().Use)
	w := get(h, assetPath("slot/slot.js"))
	assert.True(t, w.Code == http.StatusOK && w.Header().Get("Cache-Control") == "no-cache", "HTTP %d %v", w.Code,
		w.Header())
	assert.Contains(t, w.Header().Get("Content-Type"), "text/javascript")
	assert.Equal(t, http.StatusNotModified,
		get(h, assetPath("slot/slot.js"), "If-None-Match", w.Header().Get("ETag")).Code)
	for _, missing := range []string{"slot/none.js", "slot", "", "../handler.go"} {
		assert.NotEqual(t, http.StatusOK, get(h, assetPath(missing)).Code, missing)
	}
}

// The scripts have no build step, so the test checks their texts and imports.
func TestScriptsFindTheirTextsAndModules(t *testing.T) {
	words := textsOf(webpage.Languages[0])
	requested := regexp.MustCompile(`\bt\(\s*'([^']+)'`)
	statement := regexp.MustCompile(`import \{([^}]*)\} from '([^']+)'`)
	exported := regexp.MustCompile(`(?m)^export (?:async )?(?:function|const|class) (\w+)`)
	groups := func(pattern *regexp.Regexp, text string) (out []string) {
		for _, m := range pattern.FindAllStringSubmatch(text, -1) {
			out = append(out, m[1])
		}
		return out
	}
	names, err := filepath.Glob("assets/*/*.js")
	require.NoError(t, err)
	files := map[string]string{}
	for _, name := range names {
		raw, err := os.ReadFile(name)
		require.NoError(t, err)
		files[name] = string(raw)
	}
	for name, source := range files {
		for _, key := range groups(requested, source) {
			assert.Contains(t, words, key, name)
		}
		for _, m := range statement.FindAllStringSubmatch(source, -1) {
			module := filepath.Join(filepath.Dir(name), m[2])
			for _, imported := range strings.Fields(strings.ReplaceAll(m[1], ",", " ")) {
				assert.Contains(t, groups(exported, files[module]), imported, "%s imports it from %s", name, module)
			}
		}
	}
	for name, kind := range kinds {
		assert.Contains(t, files, filepath.Join("assets", kind.folder, name+".js"))
	}
	for _, f := range failures {
		assert.NotEmpty(t, words["error."+f.code], f.code)
	}
	for gameType, theme := range themes {
		for _, market := range theme.markets {
			assert.Contains(t, words, "market."+market.Name, gameType)
			for _, name := range market.Picks {
				if name[0] >= 'a' && name[0] <= 'z' {
					assert.Contains(t, words, "pick."+name, gameType)
				}
			}
		}
	}
}

func TestTextsExistInEveryLanguage(t *testing.T) {
	placeholders := func(text string) []string {
		found := regexp.MustCompile(`\{\w+\}`).FindAllString(text, -1)
		slices.Sort(found)
		return found
	}
	for lang, words := range allTexts() {
		for key, text := range textsOf(webpage.Languages[0]) {
			assert.NotEmpty(t, words[key], "%s: no text for %q", lang, key)
			assert.Equal(t, placeholders(text), placeholders(words[key]), "%s: %q", lang, key)
		}
		assert.Len(t, words, len(textsOf(webpage.Languages[0])), lang)
	}
}

// Slots have the themes of game covers.
func TestSlotHasSymbolsForEveryTheme(t *testing.T) {
	list, err := assetFiles.ReadFile("assets/slot/symbols.csv")
	require.NoError(t, err)
	motifs, err := assetFiles.ReadFile("assets/slot/motifs.svg")
	require.NoError(t, err)
	rows := strings.Split(strings.TrimSpace(string(list)), "\n")
	assert.Equal(t, "theme,"+strings.Join(symbols[:], ","), rows[0])
	assert.Len(t, rows, 13)
	for _, row := range rows[1:] {
		for cell := range strings.SplitSeq(strings.Join(strings.Split(row, ",")[1:], ","), ",") {
			motif, _, _ := strings.Cut(cell, " ")
			assert.Contains(t, string(motifs), `<symbol id="`+motif+`">`, row)
		}
	}
}

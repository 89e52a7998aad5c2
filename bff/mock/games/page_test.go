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

	"croupier/bff/mock/webpage"
)

var bootScript = regexp.MustCompile(`(?s)<script type="application/json" id="boot">(.*?)</script>`)

func TestPageHasInitialData(t *testing.T) {
	wallet := newFakeWallet()
	wallet.session.Name = `Lale </script><b>"Bahçesi"`
	wallet.session.Lang = "ar"
	w := get(Handler(wallet), page("slot", ""))
	if w.Code != http.StatusOK || w.Header().Get("Cache-Control") != "no-store" || w.Header().Get("Referrer-Policy") != "no-referrer" {
		t.Fatalf("answered %d %v", w.Code, w.Header())
	}
	body := w.Body.String()
	if !strings.Contains(body, `lang="ar" dir="rtl" data-theme="anatolia"`) {
		t.Error("the page does not say its language, direction and theme")
	}
	found := bootScript.FindStringSubmatch(body)
	if found == nil {
		t.Fatalf("no data in the page:\n%s", body)
	}
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
	if err := json.Unmarshal([]byte(found[1]), &b); err != nil {
		t.Fatalf("%v: %s", err, found[1])
	}
	if b.Name != wallet.session.Name || b.Balance != 100 || b.Base != page("slot", "") {
		t.Errorf("the initial data is %+v", b)
	}
	if len(b.Game.Paths) != 20 || len(b.Game.Table) != 9 || b.Game.Stakes[0] != 0.6 || b.Game.RTP < 96.19 || b.Game.RTP > 96.21 {
		t.Errorf("the game is %+v", b.Game)
	}
	if b.Texts["spin"] != textsOf("slot", "ar")["spin"] {
		t.Error("the page has no texts of its language")
	}
}

func TestPagePolicyAllowsOnlyOwnFiles(t *testing.T) {
	h := Handler(newFakeWallet())
	w := get(h, page("slot", ""))
	policy := w.Header().Get("Content-Security-Policy")
	for _, want := range []string{"default-src 'none'", "script-src 'self'", "frame-ancestors *"} {
		if !strings.Contains(policy, want) || strings.Contains(policy, "unsafe") {
			t.Errorf("policy %q lacks %q, or allows what is unsafe", policy, want)
		}
	}
	inline := regexp.MustCompile(`<script(?: type="module")?>|\son\w+=|\sstyle=`)
	if bad := inline.FindString(w.Body.String()); bad != "" {
		t.Errorf("the page has %q, which its policy forbids", bad)
	}
	for _, m := range regexp.MustCompile(`(?:href|src)="(/[^"]+)"`).FindAllStringSubmatch(w.Body.String(), -1) {
		if got := get(h, m[1]); got.Code != http.StatusOK {
			t.Errorf("%s answers %d", m[1], got.Code)
		}
	}
	unknown := get(h, Prefix+"slot/unknown", "Accept-Language", "de-DE,de;q=0.9")
	if body := unknown.Body.String(); unknown.Code != http.StatusNotFound || !strings.Contains(body, textsFor("de")["error.no session"]) ||
		strings.Contains(body, "<script") {
		t.Errorf("the page of an unknown token answers %d: %s", unknown.Code, body)
	}
	if got := get(h, page("dominoes", "")); got.Code != http.StatusNotFound {
		t.Errorf("an unknown kind of game answers %d", got.Code)
	}
	preflight := send(h, http.MethodOptions, page("slot", "/spin"), "", "Origin", "null")
	if preflight.Code != http.StatusNoContent || preflight.Header().Get("Access-Control-Allow-Headers") != "Content-Type" {
		t.Errorf("preflight answered %d %v", preflight.Code, preflight.Header())
	}
	for _, path := range []string{page("slot", ""), assetPath("slot/slot.js"), Prefix + "slot/unknown/balance"} {
		if got := get(h, path).Header().Get("Access-Control-Allow-Origin"); got != "*" {
			t.Errorf("%s: allowed origin %q", path, got)
		}
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
		if got := slices.Compact(folders); !slices.Equal(got, want) {
			t.Errorf("%s: style sheets of %v, want %v", name, got, want)
		}
	}
}

func TestAssetsAreCachedByVersion(t *testing.T) {
	h := Handler(newFakeWallet())
	path := assetPath("slot/slot.js")
	w := get(h, path)
	if w.Code != 200 || !strings.Contains(w.Header().Get("Cache-Control"), "immutable") || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/javascript") {
		t.Errorf("answered %d %v", w.Code, w.Header())
	}
	reader, err := gzip.NewReader(get(h, path, "Accept-Encoding", "gzip, br").Body)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(reader)
	if err != nil || string(plain) != w.Body.String() {
		t.Errorf("the compressed file differs: %v", err)
	}
	old := get(h, Prefix+"assets/0000/slot/slot.js")
	if old.Code != 200 || old.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("an older version answers %d %v", old.Code, old.Header())
	}
	for _, missing := range []string{"slot/none.js", "", "../handler.go"} {
		if got := get(h, assetPath(missing)); got.Code == http.StatusOK {
			t.Errorf("%q answers %d", missing, got.Code)
		}
	}
}

func TestTextsExistInEveryLanguage(t *testing.T) {
	for folder, languages := range library() {
		for _, lang := range []string{"tr", "en", "de", "ru", "ar"} {
			words, ok := languages[lang]
			if !ok {
				t.Fatalf("no texts of %s in %s", folder, lang)
			}
			for key, text := range languages[webpage.Languages[0]] {
				if words[key] == "" {
					t.Errorf("%s of %s: no text for %q", lang, folder, key)
				}
				if got, want := placeholders(words[key]), placeholders(text); !slices.Equal(got, want) {
					t.Errorf("%s of %s: %q fills in %v, want %v", lang, folder, key, got, want)
				}
				for _, other := range []string{sharedTexts, kinds[folder].shares} {
					if _, twice := library()[other][lang][key]; twice && folder != other {
						t.Errorf("%s: %s has %q already", folder, other, key)
					}
				}
			}
			if len(words) != len(languages[webpage.Languages[0]]) {
				t.Errorf("%s of %s has %d texts, %s %d", lang, folder, len(words), webpage.Languages[0], len(languages[webpage.Languages[0]]))
			}
		}
	}
	for _, f := range failures {
		if textsFor(webpage.Languages[0])["error."+f.code] == "" {
			t.Errorf("no text for failure %q", f.code)
		}
	}
}

func placeholders(text string) []string {
	found := regexp.MustCompile(`\{\w+\}`).FindAllString(text, -1)
	slices.Sort(found)
	return found
}

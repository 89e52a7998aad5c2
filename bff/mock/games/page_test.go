package games

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
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
	w := get(Handler(wallet), Prefix+"slot/"+fakeToken)
	if w.Code != http.StatusOK || w.Header().Get("Cache-Control") != "no-store" || w.Header().Get("Referrer-Policy") != "no-referrer" {
		t.Fatalf("answered %d %v", w.Code, w.Header())
	}
	page := w.Body.String()
	if !strings.Contains(page, `lang="ar" dir="rtl" data-theme="anatolia"`) {
		t.Error("the page does not say its language, direction and theme")
	}
	found := bootScript.FindStringSubmatch(page)
	if found == nil {
		t.Fatalf("no data in the page:\n%s", page)
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
	if b.Name != wallet.session.Name || b.Balance != 100 || b.Base != Prefix+"slot/"+fakeToken {
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
	w := get(Handler(newFakeWallet()), Prefix+"slot/"+fakeToken)
	policy := w.Header().Get("Content-Security-Policy")
	for _, want := range []string{"default-src 'none'", "script-src 'self'", "frame-ancestors *"} {
		if !strings.Contains(policy, want) {
			t.Errorf("policy %q lacks %q", policy, want)
		}
	}
	if strings.Contains(policy, "unsafe") {
		t.Errorf("policy %q", policy)
	}
	inline := regexp.MustCompile(`<script(?: type="module")?>|\son\w+=|\sstyle=`)
	if bad := inline.FindString(w.Body.String()); bad != "" {
		t.Errorf("the page holds %q, which its policy forbids", bad)
	}
	// Every linked file exists.
	h := Handler(newFakeWallet())
	for _, m := range regexp.MustCompile(`(?:href|src)="(/[^"]+)"`).FindAllStringSubmatch(w.Body.String(), -1) {
		if got := get(h, m[1]); got.Code != http.StatusOK {
			t.Errorf("%s answers %d", m[1], got.Code)
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

func TestPageOfUnknownTokenShowsError(t *testing.T) {
	r := httptest.NewRequest(http.MethodGet, Prefix+"slot/unknown", nil)
	r.Header.Set("Accept-Language", "de-DE,de;q=0.9")
	w := httptest.NewRecorder()
	Handler(newFakeWallet()).ServeHTTP(w, r)
	if w.Code != http.StatusNotFound || !strings.Contains(w.Body.String(), textsFor("de")["error.no session"]) {
		t.Errorf("answered %d: %s", w.Code, w.Body)
	}
	if strings.Contains(w.Body.String(), "<script") {
		t.Error("an error page has a script")
	}
	if got := get(Handler(newFakeWallet()), Prefix+"dominoes/"+fakeToken); got.Code != http.StatusNotFound {
		t.Errorf("an unknown kind of game answers %d", got.Code)
	}
}

func TestAssetsAreCachedByVersion(t *testing.T) {
	h := Handler(newFakeWallet())
	path := assetPath("slot/slot.js")
	w := get(h, path)
	if w.Code != 200 || !strings.Contains(w.Header().Get("Cache-Control"), "immutable") || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/javascript") {
		t.Errorf("answered %d %v", w.Code, w.Header())
	}
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Header.Set("Accept-Encoding", "gzip, br")
	zipped := httptest.NewRecorder()
	h.ServeHTTP(zipped, r)
	reader, err := gzip.NewReader(zipped.Body)
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

// scripts returns the paths of all scripts.
func scripts() ([]string, error) {
	var names []string
	err := filepath.WalkDir("assets", func(name string, _ fs.DirEntry, err error) error {
		if filepath.Ext(name) == ".js" {
			names = append(names, name)
		}
		return err
	})
	return names, err
}

func placeholders(text string) []string {
	found := regexp.MustCompile(`\{\w+\}`).FindAllString(text, -1)
	slices.Sort(found)
	return found
}

// TestScriptsAndTextsMatch scans the scripts for missing and unused texts. Composed keys
// (`big.${size}`) are matched by their prefix.
func TestScriptsAndTextsMatch(t *testing.T) {
	used := map[string]bool{"noscript": true, "error.title": true, "error.internal": true}
	for _, f := range failures {
		used["error."+f.code] = true
	}
	files, err := scripts()
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	quoted := regexp.MustCompile(`'([a-z][a-z0-9. ]*)'`)
	joined := regexp.MustCompile("`([a-z][a-z0-9. ]*\\.)\\$\\{")
	requested := regexp.MustCompile(`\bt\('([^']+)'`)
	var prefixes []string
	for _, name := range files {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		words := textsOf(filepath.Base(filepath.Dir(name)), webpage.Languages[0])
		for _, m := range requested.FindAllSubmatch(source, -1) {
			if _, ok := words[string(m[1])]; !ok {
				t.Errorf("%s uses the text %q, which is missing", name, m[1])
			}
		}
		for _, m := range quoted.FindAllSubmatch(source, -1) {
			used[string(m[1])] = true
		}
		for _, m := range joined.FindAllSubmatch(source, -1) {
			prefixes = append(prefixes, string(m[1]))
		}
	}
	for folder, languages := range library() {
		for key := range languages[webpage.Languages[0]] {
			put := slices.ContainsFunc(prefixes, func(start string) bool { return strings.HasPrefix(key, start) })
			if !used[key] && !put {
				t.Errorf("the text %q of %s is unused", key, folder)
			}
		}
	}
}

func TestFormatMoney(t *testing.T) {
	for _, c := range []struct {
		lang, currency, want string
	}{
		{"tr", "TRY", "1.234.567,05\u00a0TL"},
		{"en", "TRY", "1,234,567.05\u00a0TL"},
		{"ru", "EUR", "€1\u00a0234\u00a0567,05"},
		{"de", "CHF", "CHF\u00a01.234.567,05"},
	} {
		if got := formatMoney(c.lang, c.currency, 123_456_705); got != c.want {
			t.Errorf("%s: %q, want %q", c.lang, got, c.want)
		}
	}
}

// TestImportsResolve checks the imports of the scripts, which have no build step.
func TestImportsResolve(t *testing.T) {
	files, err := scripts()
	if err != nil {
		t.Fatal(err)
	}
	statement := regexp.MustCompile(`import \{([^}]*)\} from '([^']+)'`)
	count := 0
	for _, name := range files {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		body := statement.ReplaceAllString(string(source), "")
		for _, m := range statement.FindAllStringSubmatch(string(source), -1) {
			target, err := os.ReadFile(filepath.Join(filepath.Dir(name), m[2]))
			if err != nil {
				t.Errorf("%s imports %s: %v", name, m[2], err)
			}
			for imported := range strings.SplitSeq(m[1], ",") {
				imported = strings.TrimSpace(imported)
				if imported == "" {
					continue
				}
				count++
				if !regexp.MustCompile(`export (?:async )?(?:function|const|class) ` + imported + `\b`).Match(target) {
					t.Errorf("%s imports %s, which %s does not export", name, imported, m[2])
				}
				if !regexp.MustCompile(`\b` + imported + `\b`).MatchString(body) {
					t.Errorf("%s imports %s and does not use it", name, imported)
				}
			}
		}
	}
	if count < 40 {
		t.Errorf("only %d imports read", count)
	}
}

// TestThemesAreComplete uses the themes of game covers.
func TestThemesAreComplete(t *testing.T) {
	styles := assets().files["frame/themes.css"].plain
	drawings, err := os.ReadFile("assets/reels/symbols.csv")
	if err != nil {
		t.Fatal(err)
	}
	motifs, err := os.ReadFile("assets/reels/motifs.svg")
	if err != nil {
		t.Fatal(err)
	}
	wanted := map[string]bool{}
	for _, theme := range []string{
		"fruit", "gems", "anatolia", "sea", "space", "desert", "forest", "neon", "sweets", "myth", "cards", "gold",
	} {
		if !strings.Contains(string(styles), `[data-theme='`+theme+`']`) {
			t.Errorf("no colours for %s", theme)
		}
		row := regexp.MustCompile(`(?m)^` + theme + `,(.+)$`).FindSubmatch(drawings)
		if row == nil {
			t.Errorf("no symbols for %s", theme)
			continue
		}
		symbols := strings.Split(string(row[1]), ",")
		if len(symbols) != 9 {
			t.Errorf("%s has %d symbols", theme, len(symbols))
		}
		for _, symbol := range symbols {
			motif, _, _ := strings.Cut(symbol, " ")
			wanted[motif] = true
			if !strings.Contains(string(motifs), `<symbol id="`+motif+`">`) {
				t.Errorf("%s uses the motif %q, which is missing", theme, motif)
			}
		}
	}
	for _, m := range regexp.MustCompile(`<symbol id="(\w+)">`).FindAllSubmatch(motifs, -1) {
		if !wanted[string(m[1])] {
			t.Errorf("the motif %q is unused", m[1])
		}
	}
}

// TestAssetsAreUsed finds modules that no page and no module imports, exports that no module
// imports, and classes of style sheets that no script uses.
func TestAssetsAreUsed(t *testing.T) {
	files, err := scripts()
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("page.html")
	if err != nil {
		t.Fatal(err)
	}
	all := string(page)
	wanted := map[string]bool{} // keys are "module" and "module name"
	for kind := range kinds {
		wanted[filepath.Join("assets", kind, kind+".js")] = true
	}
	statement := regexp.MustCompile(`import \{([^}]*)\} from '([^']+)'`)
	sources := map[string]string{}
	for _, name := range files {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		sources[name] = string(source)
		all += string(source)
		for _, m := range statement.FindAllStringSubmatch(string(source), -1) {
			module := filepath.Join(filepath.Dir(name), m[2])
			wanted[module] = true
			for imported := range strings.SplitSeq(m[1], ",") {
				wanted[module+" "+strings.TrimSpace(imported)] = true
			}
		}
	}
	exported := regexp.MustCompile(`(?m)^export (?:async )?(?:function|const|class) (\w+)`)
	for name, source := range sources {
		if !wanted[name] {
			t.Errorf("no module imports %s", name)
		}
		for _, m := range exported.FindAllStringSubmatch(source, -1) {
			if !wanted[name+" "+m[1]] {
				t.Errorf("no module imports %s of %s", m[1], name)
			}
		}
	}

	words := map[string]bool{}
	for _, word := range regexp.MustCompile(`[\w-]+`).FindAllString(all, -1) {
		words[word] = true
	}
	pictures, err := filepath.Glob("assets/*/*.svg")
	if err != nil || len(pictures) == 0 {
		t.Fatalf("no pictures: %v", err)
	}
	classes := regexp.MustCompile(`\bclass="([^"]+)"`)
	for _, name := range pictures {
		picture, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range classes.FindAllStringSubmatch(string(picture), -1) {
			for word := range strings.FieldsSeq(m[1]) {
				words[word] = true
			}
		}
	}
	// Composed classes (`cloth${number}`) are matched by their prefix.
	for _, m := range regexp.MustCompile(`([a-z][a-z-]*)\$\{`).FindAllStringSubmatch(all, -1) {
		words[m[1]+"${"] = true
	}
	sheets, err := filepath.Glob("assets/*/*.css")
	if err != nil || len(sheets) == 0 {
		t.Fatalf("no style sheets: %v", err)
	}
	comment := regexp.MustCompile(`(?s)/\*.*?\*/`)
	class := regexp.MustCompile(`\.((?:[a-z][a-z]*-)*[a-z]+)(\d*)`)
	for _, name := range sheets {
		sheet, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range class.FindAllStringSubmatch(comment.ReplaceAllString(string(sheet), ""), -1) {
			stem := m[1]
			if m[2] == "" {
				stem = stem[:strings.LastIndex(stem, "-")+1]
			}
			if !words[m[1]+m[2]] && !words[stem+"${"] {
				t.Errorf("%s styles %q, which no script or picture uses", name, m[0])
			}
		}
	}
}

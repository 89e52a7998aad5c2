package games

import (
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

// readAll returns the contents of the files of a pattern.
func readAll(t *testing.T, pattern string) map[string]string {
	t.Helper()
	names, err := filepath.Glob(pattern)
	require.True(t, err == nil && len(names) != 0, "no %s: %v", pattern, err)
	files := map[string]string{}
	for _, name := range names {
		raw, err := os.ReadFile(name)
		require.NoError(t, err)
		files[name] = string(raw)
	}
	return files
}

// groups returns the first group of every match.
func groups(pattern *regexp.Regexp, text string) (out []string) {
	for _, m := range pattern.FindAllStringSubmatch(text, -1) {
		out = append(out, m[1])
	}
	return out
}

// TestScriptsAndTextsMatch finds missing and unused texts. Composed keys (`big.${size}`) are matched by their prefix.
func TestScriptsAndTextsMatch(t *testing.T) {
	used := map[string]bool{"noscript": true, "error.title": true, "error.internal": true}
	for _, f := range failures {
		used["error."+f.code] = true
	}
	quoted := regexp.MustCompile(`'([a-z][a-z0-9. ]*)'`)
	joined := regexp.MustCompile("`([a-z][a-z0-9. ]*\\.)\\$\\{")
	requested := regexp.MustCompile(`\bt\('([^']+)'`)
	var prefixes []string
	for name, source := range readAll(t, "assets/*/*.js") {
		words := textsOf(filepath.Base(filepath.Dir(name)), webpage.Languages[0])
		for _, key := range groups(requested, source) {
			_, ok := words[key]
			assert.True(t, ok, "%s uses the text %q, which is missing", name, key)
		}
		for _, key := range groups(quoted, source) {
			used[key] = true
		}
		prefixes = append(prefixes, groups(joined, source)...)
	}
	for folder, languages := range library() {
		for key := range languages[webpage.Languages[0]] {
			composed := slices.ContainsFunc(prefixes, func(start string) bool { return strings.HasPrefix(key, start) })
			if !used[key] && !composed {
				t.Errorf("the text %q of %s is unused", key, folder)
			}
		}
	}
}

// TestImportsResolve checks the imports of the scripts, which have no build step. It also finds modules that nothing
// imports, and exports and imports that nothing uses.
func TestImportsResolve(t *testing.T) {
	statement := regexp.MustCompile(`import \{([^}]*)\} from '([^']+)'`)
	exported := regexp.MustCompile(`(?m)^export (?:async )?(?:function|const|class) (\w+)`)
	files := readAll(t, "assets/*/*.js")
	wanted := map[string]bool{} // keys are "module" and "module name"
	for kind := range kinds {
		wanted[filepath.Join("assets", kind, kind+".js")] = true
	}
	count := 0
	for name, source := range files {
		body := statement.ReplaceAllString(source, "")
		for _, m := range statement.FindAllStringSubmatch(source, -1) {
			module := filepath.Join(filepath.Dir(name), m[2])
			wanted[module] = true
			for _, imported := range strings.Fields(strings.ReplaceAll(m[1], ",", " ")) {
				count++
				wanted[module+" "+imported] = true
				assert.Contains(t, groups(exported, files[module]), imported,
					"%s imports %s, which %s does not export", name, imported, module)
				assert.True(t, regexp.MustCompile(`\b`+imported+`\b`).MatchString(body),
					"%s imports %s and does not use it", name, imported)
			}
		}
	}
	assert.True(t, count >= 40, "only %d imports read", count)
	for name, source := range files {
		assert.True(t, wanted[name], "no module imports %s", name)
		for _, export := range groups(exported, source) {
			assert.True(t, wanted[name+" "+export], "no module imports %s of %s", export, name)
		}
	}
}

// TestStylesAreUsed finds classes of style sheets that no page, script or picture uses.
func TestStylesAreUsed(t *testing.T) {
	code, words := "", map[string]bool{}
	for _, pattern := range []string{"page.html", "assets/*/*.js"} {
		for _, source := range readAll(t, pattern) {
			code += source
		}
	}
	for _, word := range regexp.MustCompile(`[\w-]+`).FindAllString(code, -1) {
		words[word] = true
	}
	for _, picture := range readAll(t, "assets/*/*.svg") {
		for _, class := range groups(regexp.MustCompile(`\bclass="([^"]+)"`), picture) {
			for word := range strings.FieldsSeq(class) {
				words[word] = true
			}
		}
	}
	// Composed classes (`cloth${number}`) are matched by their prefix.
	for _, prefix := range groups(regexp.MustCompile(`([a-z][a-z-]*)\$\{`), code) {
		words[prefix+"${"] = true
	}
	comment := regexp.MustCompile(`(?s)/\*.*?\*/`)
	class := regexp.MustCompile(`\.((?:[a-z][a-z]*-)*[a-z]+)(\d*)`)
	for name, sheet := range readAll(t, "assets/*/*.css") {
		for _, m := range class.FindAllStringSubmatch(comment.ReplaceAllString(sheet, ""), -1) {
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

// TestThemesAreComplete uses the themes of game covers.
func TestThemesAreComplete(t *testing.T) {
	styles := assets().files["frame/themes.css"].plain
	reels := readAll(t, "assets/reels/*")
	motifs := groups(regexp.MustCompile(`<symbol id="(\w+)">`), reels["assets/reels/motifs.svg"])
	wanted := map[string]bool{}
	for _, theme := range []string{
		"fruit", "gems", "anatolia", "sea", "space", "desert", "forest", "neon", "sweets", "myth", "cards", "gold",
	} {
		assert.Contains(t, string(styles), `[data-theme='`+theme+`']`, "no colours for %s", theme)
		row := regexp.MustCompile(`(?m)^` + theme + `,(.+)$`).FindStringSubmatch(reels["assets/reels/symbols.csv"])
		if row == nil || strings.Count(row[1], ",") != 8 {
			t.Errorf("%s has not nine symbols: %q", theme, row)
			continue
		}
		for symbol := range strings.SplitSeq(row[1], ",") {
			motif, _, _ := strings.Cut(symbol, " ")
			wanted[motif] = true
			assert.Contains(t, motifs, motif, "%s uses the motif %q, which is missing", theme, motif)
		}
	}
	for _, motif := range motifs {
		assert.True(t, wanted[motif], "the motif %q is unused", motif)
	}
}

package games

import (
	"maps"
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

// TestScriptsFindTheirTextsAndModules checks the texts and the imports of the scripts, which have no build step.
func TestScriptsFindTheirTextsAndModules(t *testing.T) {
	requested := regexp.MustCompile(`\bt\('([^']+)'`)
	statement := regexp.MustCompile(`import \{([^}]*)\} from '([^']+)'`)
	exported := regexp.MustCompile(`(?m)^export (?:async )?(?:function|const|class) (\w+)`)
	files := readAll(t, "assets/*/*.js")
	for name, source := range files {
		words := textsOf(filepath.Base(filepath.Dir(name)), webpage.Languages[0])
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
	for kind := range kinds {
		assert.Contains(t, files, filepath.Join("assets", kind, kind+".js"))
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
		require.NotNil(t, row, theme)
		assert.Equal(t, 8, strings.Count(row[1], ","), "nine symbols of %s: %s", theme, row[1])
		for symbol := range strings.SplitSeq(row[1], ",") {
			motif, _, _ := strings.Cut(symbol, " ")
			wanted[motif] = true
		}
	}
	assert.ElementsMatch(t, slices.Collect(maps.Keys(wanted)), motifs)
}

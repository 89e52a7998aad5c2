package site

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"croupier/bff"
)

// preload names the files of a build that a first paint waits for, so that the page can
// announce them before its script has run.
type preload struct {
	Locales map[string]string `json:"locales"` // by language: the chunk with its texts
	Fonts   map[string]string `json:"fonts"`   // by family, subset, weight and style: the file
	Home    []string          `json:"home"`    // what the lobby's page is made of beyond the entry
}

// modules are the scripts that a page in lang would only ask for later.
func (p preload) modules(lang string, home bool) []string {
	var out []string
	if texts := p.Locales[lang]; texts != "" {
		out = append(out, texts)
	}
	if home {
		out = append(out, p.Home...)
	}
	return out
}

func readPreload(dist fs.FS) (preload, error) {
	var p preload
	raw, err := fs.ReadFile(dist, "preload.json")
	if errors.Is(err, fs.ErrNotExist) {
		return p, nil
	}
	if err != nil {
		return p, fmt.Errorf("site: %w", err)
	}
	if err := json.Unmarshal(raw, &p); err != nil {
		return p, fmt.Errorf("site: preload.json: %w", err)
	}
	return p, nil
}

// fonts are the files of the brand's families that a page in lang shows at once.
func (p preload) fonts(b *bff.Brand, lang string) []string {
	families := []string{b.Theme.Fonts.Text, b.Theme.Fonts.Display}
	subsets := []string{"latin"}
	switch lang {
	case "tr":
		subsets = append(subsets, "latin-ext")
	case "ru":
		subsets = append(subsets, "cyrillic")
	case "ar":
		families, subsets = []string{b.Theme.Fonts.Arabic}, []string{"arabic"}
	}
	var out []string
	seen := map[string]bool{}
	for _, family := range families {
		name := strings.ReplaceAll(strings.TrimSuffix(strings.ToLower(family), " variable"), " ", "-")
		for _, subset := range subsets {
			for _, form := range []string{"wght-normal", "400-normal"} {
				if url := p.Fonts[name+"-"+subset+"-"+form]; url != "" && !seen[url] {
					seen[url] = true
					out = append(out, url)
				}
			}
		}
	}
	return out
}

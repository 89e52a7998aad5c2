package site

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"croupier/bff"
)

// preload lists the files of a build that the first paint needs, so that the page can preload
// them before its script runs.
type preload struct {
	Locales map[string]string `json:"locales"` // URL of the chunk with the texts, by language
	Fonts   map[string]string `json:"fonts"`   // URL of the file, by its name in the build
	Home    []string          `json:"home"`    // URLs of the lobby's chunks without the entry
}

// modules returns the URLs of scripts that a page in lang imports dynamically.
func (p preload) modules(lang string, home bool) []string {
	var out []string
	if url := p.Locales[lang]; url != "" {
		out = append(out, url)
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
		return p, fmt.Errorf("site: read preload.json: %w", err)
	}
	if err := json.Unmarshal(raw, &p); err != nil {
		return p, fmt.Errorf("site: decode preload.json: %w", err)
	}
	return p, nil
}

// fonts returns the URLs of the brand's font files that the first paint of a page in lang needs.
func (p preload) fonts(b *bff.Brand, lang string) []string {
	families := []string{b.Theme.Fonts.Text, b.Theme.Fonts.Display}
	files := []string{"latin-core"}
	switch lang {
	case "tr":
		files = append(files, "turkish-core")
	case "ru":
		files = append(files, "cyrillic-wght-normal")
	case "ar":
		families, files = []string{b.Theme.Fonts.Arabic}, []string{"arabic-400-core"}
	}
	var out []string
	for _, family := range families {
		name := strings.ReplaceAll(strings.TrimSuffix(strings.ToLower(family), " variable"), " ", "-")
		for _, file := range files {
			if url := p.Fonts[name+"-"+file]; url != "" && !slices.Contains(out, url) {
				out = append(out, url)
			}
		}
	}
	return out
}

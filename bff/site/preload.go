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

// preload lists the files of a build that pages need, so that they are requested before the scripts ask for them.
type preload struct {
	Locales map[string]string `json:"locales"` // URL of the chunk with the texts of every page, by language
	Fonts   map[string]string `json:"fonts"`   // URL of the file, by its name in the build
	Landing []string          `json:"landing"` // URLs of the styles that every page has inlined
	Pages   []pagePreload     `json:"pages"`
}

// pagePreload lists the files of a page besides those of every page.
type pagePreload struct {
	Pattern string              `json:"pattern"` // such as /slot/category/:categoryID
	Scripts []string            `json:"scripts"`
	Styles  []string            `json:"styles"`
	Texts   map[string][]string `json:"texts"` // by language

	segments []string
}

// page returns the files of the page at path; none for an unknown one.
func (p *preload) page(path string) *pagePreload {
	got := segments(path)
	for i := range p.Pages {
		if matchSegments(p.Pages[i].segments, got) {
			return &p.Pages[i]
		}
	}
	return &pagePreload{}
}

// modules returns the URLs of scripts that a page in lang imports dynamically.
func (p *preload) modules(page *pagePreload, lang string) []string {
	var out []string
	if url := p.Locales[lang]; url != "" {
		out = append(out, url)
	}
	return slices.Concat(out, page.Texts[lang], page.Scripts)
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
	for i := range p.Pages {
		p.Pages[i].segments = segments(p.Pages[i].Pattern)
	}
	return p, nil
}

// fonts returns the URLs of the brand's font files that the first paint of a page in lang needs.
func (p *preload) fonts(b *bff.Brand, lang string) []string {
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

package site

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"croupier/bff"
	"croupier/bff/internal/compression"
)

// build is what the pages need of a build besides index.html.
type build struct {
	preload preload
	shell   shell
	landing []values // the styles that every page has inlined
}

// readBuild reads what pages need. files are the served files.
func readBuild(dist fs.FS, files map[string]*file) (*build, error) {
	b := &build{}
	var err error
	if b.preload, err = readPreload(dist); err != nil {
		return nil, err
	}
	if b.shell, err = readShell(dist); err != nil {
		return nil, err
	}
	for _, url := range b.preload.Landing {
		if f, ok := files[url]; ok && f.variants != nil {
			b.landing = append(b.landing, values{"url": url, "css": markup(f.variants[compression.Identity]())})
		}
	}
	return b, nil
}

// Built returns the player site that is embedded in this binary.
func Built() fs.FS {
	sub, err := fs.Sub(built, "dist")
	if err != nil {
		panic(err) // cannot fail: the name is a constant
	}
	return sub
}

// routes are the page patterns of the player site, split into segments. A pattern is a path such
// as "/slot/category/:categoryID". Pages at other paths have the status 404.
type routes [][]string

// readRoutes reads routes.json, which the build of the site writes.
func readRoutes(dist fs.FS) (routes, error) {
	raw, err := fs.ReadFile(dist, "routes.json")
	if err != nil {
		return nil, fmt.Errorf("site: read routes.json: %w", err)
	}
	var table struct {
		Patterns []string `json:"patterns"`
	}
	if err := json.Unmarshal(raw, &table); err != nil {
		return nil, fmt.Errorf("site: decode routes.json: %w", err)
	}
	out := make(routes, len(table.Patterns))
	for i, p := range table.Patterns {
		out[i] = segments(p)
	}
	return out, nil
}

// match returns the pattern that path matches as a path: pages of one pattern are the same. It ignores
// a trailing slash.
func (r routes) match(path string) (page string, ok bool) {
	got := segments(path)
	for _, pattern := range r {
		if matchSegments(pattern, got) {
			return "/" + strings.Join(pattern, "/"), true
		}
	}
	return "", false
}

func matchSegments(pattern, path []string) bool {
	if len(pattern) != len(path) {
		return false
	}
	for i, p := range pattern {
		if !strings.HasPrefix(p, ":") && p != path[i] {
			return false
		}
	}
	return true
}

func segments(path string) []string {
	path = strings.Trim(path, "/")
	if path == "" {
		return nil
	}
	return strings.Split(path, "/")
}

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
}

// page returns the files of the page at path, which may be a pattern of routes.json; none for an unknown one.
func (p *preload) page(path string) *pagePreload {
	got := segments(path)
	for i := range p.Pages {
		if matchSegments(segments(p.Pages[i].Pattern), got) {
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

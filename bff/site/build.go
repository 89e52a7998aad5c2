package site

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/andybalholm/brotli"

	"croupier/bff"
	"croupier/bff/internal/bounded"
	"croupier/bff/internal/compression"
	"croupier/bff/internal/lists"
)

const shellName = "shell.json" + brotliSuffix

// build contains the data of a build that pages need in addition to index.html.
type build struct {
	preload preload
	shell   shell
	styles  map[string]values // styles that pages inline, by URL
}

func readBuild(dist fs.FS, files map[string]*file) (*build, error) {
	b := &build{}
	if err := errors.Join(readJSON(dist, "preload.json", &b.preload), readJSON(dist, shellName, &b.shell)); err != nil {
		return nil, err
	}
	b.shell.dist, b.shell.texts = dist, NewTexts(dist)
	b.shell.own = bounded.New(bounded.Options[string, map[string]template]{MaxEntries: maxOwnTemplates})
	b.styles = map[string]values{}
	for url, f := range files {
		if strings.HasSuffix(url, ".css") && f.variants != nil {
			b.styles[url] = values{"url": url, "css": markup(f.variants[compression.Identity]())}
		}
	}
	return b, nil
}

// inline returns the styles at URLs.
func (b *build) inline(urls []string) (out []values) {
	for i, url := range urls {
		if style, ok := b.styles[url]; ok && !slices.Contains(urls[:i], url) {
			out = append(out, style)
		}
	}
	return out
}

// readJSON decodes a file of a build. The file may be compressed.
func readJSON(dist fs.FS, name string, into any) error {
	raw, err := fs.ReadFile(dist, name)
	if err == nil && strings.HasSuffix(name, brotliSuffix) {
		raw, err = io.ReadAll(brotli.NewReader(bytes.NewReader(raw)))
	}
	if err == nil {
		err = json.Unmarshal(raw, into)
	}
	if err != nil {
		return fmt.Errorf("site: read %s: %w", name, err)
	}
	return nil
}

// Built returns the player site that is embedded in this binary.
func Built() fs.FS {
	sub, err := fs.Sub(built, "dist")
	if err != nil {
		panic(err) // cannot fail: the name is a constant
	}
	return sub
}

// Patterns returns the patterns of the pages in a build, or nil without a build.
func Patterns(dist fs.FS) (patterns []string) {
	var listed struct {
		Pages []struct {
			Pattern string `json:"pattern"`
		} `json:"pages"`
	}
	_ = readJSON(dist, "preload.json", &listed) // New reports the error
	for _, page := range listed.Pages {
		patterns = append(patterns, page.Pattern)
	}
	return patterns
}

// routes lists the page patterns of the player site (routes.json). Pages at other paths have status
// 404.
type routes struct {
	Patterns []pattern `json:"patterns"`
}

// match returns the pattern that matches a path. It ignores trailing slashes, because the pages are
// the same.
func (r *routes) match(page string) (path string, ok bool) {
	page = "/" + strings.Trim(page, "/")
	found, ok := lists.Find(r.Patterns, func(p pattern) bool { return p.matches(page) })
	return string(found), ok
}

// pattern is a page pattern such as /slot/category/:categoryID, stored in the syntax of package
// path.
type pattern string

var parameter = regexp.MustCompile(`:[^/]+`)

// UnmarshalText reads a pattern in the syntax of the build.
func (p *pattern) UnmarshalText(text []byte) error {
	*p = pattern(parameter.ReplaceAllString(string(text), "*"))
	return nil
}

func (p pattern) matches(page string) bool {
	ok, _ := path.Match(string(p), page) // fails only for an invalid pattern
	return ok
}

// preload lists the files that pages need. Pages preload them before their scripts request them.
type preload struct {
	Locales map[string]string `json:"locales"` // URL of the chunk with the texts for all pages, by language
	Fonts   map[string]string `json:"fonts"`   // URL of the file, by name in the build
	Scripts []string          `json:"scripts"` // URLs of the scripts of every page, the entry last
	Landing []string          `json:"landing"` // URLs of the styles that every page inlines
	Pages   []pagePreload     `json:"pages"`
}

// pagePreload lists the files that only one page needs.
type pagePreload struct {
	Pattern pattern             `json:"pattern"` // page pattern, such as /slot/category/:categoryID
	Scripts []string            `json:"scripts"`
	Styles  []string            `json:"styles"`
	Texts   map[string][]string `json:"texts"` // by language
	// Namespaces lists the namespaces of Texts, and those of all pages.
	Namespaces []string `json:"namespaces"`
}

// page returns the files of a page. page may be a pattern of routes.json. The result is empty for
// unknown pages.
func (p *preload) page(page string) *pagePreload {
	for i := range p.Pages {
		if p.Pages[i].Pattern.matches(page) {
			return &p.Pages[i]
		}
	}
	return &pagePreload{}
}

// scripts returns the URLs of the scripts of a page in lang. The entry of the site is the last one.
func (p *preload) scripts(page *pagePreload, lang string) (out []string) {
	if len(p.Scripts) == 0 {
		return nil // in development
	}
	libraries, entry := p.Scripts[:len(p.Scripts)-1], p.Scripts[len(p.Scripts)-1:]
	for _, url := range slices.Concat(libraries, []string{p.Locales[lang]}, page.Texts[lang], page.Scripts, entry) {
		if url != "" && !slices.Contains(out, url) { // the texts of the lobby are in the chunk of all pages
			out = append(out, url)
		}
	}
	return out
}

// texts returns the URLs of the brand's own texts for a page in lang.
func (p *pagePreload) texts(b *bff.Brand, lang string) (out []string) {
	for _, lang := range slices.Compact([]string{lang, b.BuiltInLanguage(lang)}) {
		for _, namespace := range p.Namespaces {
			if t := b.Texts[lang]; t != nil && t.Namespaces[namespace] != nil {
				out = append(out, "/v1/texts/"+lang+"/"+namespace+".json?v="+t.Version)
			}
		}
	}
	return out
}

// fonts returns the URLs of the font files for the first paint of a page in lang.
func (p *preload) fonts(b *bff.Brand, lang string) []string {
	families := []string{b.Theme.Fonts.Text, b.Theme.Fonts.Display}
	files := []string{"latin-core"}
	switch lang {
	case "tr":
		files = append(files, "turkish-core")
	case "ru", "be", "bg", "kk", "ky", "mk", "mn", "sr", "tg", "uk":
		files = append(files, "cyrillic-wght-normal")
	case "ar", "fa", "ur":
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

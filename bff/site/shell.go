package site

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/andybalholm/brotli"
)

const shellName = "shell.json" + brotliSuffix

// The kinds of shells, of which the build has a template each (web/src/app/shell).
const (
	shellHome   = "home"   // the lobby
	shellSlots  = "slots"  // the list of slots
	shellTables = "tables" // the list of live tables
	shellPage   = "page"   // any other page with header and navigation bar
	shellPlay   = "play"   // the page of a running game
)

// shell is what the pages show before their scripts run.
type shell struct {
	templates map[string]map[string]template // by language and kind
	features  map[string]string              // the call without which a feature has nothing to show
	pages     []pageCalls
}

// pageCalls are the calls of a page and those below it: without all of them it has nothing to show.
type pageCalls struct {
	start string
	calls []string
}

// readShell reads shell.json, which the build compresses. Without it pages show nothing before their scripts run.
func readShell(dist fs.FS) (shell, error) {
	var s shell
	packed, err := fs.ReadFile(dist, shellName)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return s, fmt.Errorf("site: read shell.json: %w", err)
	}
	var file struct {
		Templates map[string]map[string]string `json:"templates"`
		Features  map[string]string            `json:"features"`
		Pages     [][]string                   `json:"pages"` // start and calls
	}
	if err := json.NewDecoder(brotli.NewReader(bytes.NewReader(packed))).Decode(&file); err != nil {
		return s, fmt.Errorf("site: decode shell.json: %w", err)
	}
	s.features = file.Features
	for _, p := range file.Pages {
		s.pages = append(s.pages, pageCalls{start: p[0], calls: p[1:]})
	}
	s.templates = map[string]map[string]template{}
	for lang, kinds := range file.Templates {
		s.templates[lang] = map[string]template{}
		for kind, source := range kinds {
			if s.templates[lang][kind], err = parseTemplate(source); err != nil {
				return s, fmt.Errorf("site: shell.json: %s %s: %w", lang, kind, err)
			}
		}
	}
	return s, nil
}

// render returns the shell of a page; empty where there is none.
func (s *shell) render(d *pageData) string {
	t := s.templates[d.lang][shellKind(d.path)]
	if t == nil || d.page == pageConsole {
		return ""
	}
	v := values{
		"brand":  d.brand.Name,
		"logo":   logoPath(d),
		"player": d.player,
		"menu":   s.menu(d),
	}
	for feature := range s.features {
		v[feature] = s.hasFeature(d, feature)
	}
	v["deposit"] = !d.brand.Unsupported["finance/list_cash_methods_new"]
	return t.fill(v, d.content)
}

// logoPath returns the URL of the logo in the page's colour mode.
func logoPath(d *pageData) string { return assetPath(d.brand, d.mode+".svg") }

// shellKind returns the kind of the shell of a path; empty for the pages that show nothing of the site around
// them.
func shellKind(path string) string {
	switch {
	case path == "/":
		return shellHome
	case path == "/slot":
		return shellSlots
	case path == "/live":
		return shellTables
	case strings.HasPrefix(path, "/play/"):
		return shellPlay
	case strings.HasPrefix(path, "/maintenance"):
		return ""
	}
	return shellPage
}

// hasFeature reports whether the brand has a feature and its platform the feature's call.
func (s *shell) hasFeature(d *pageData, feature string) bool {
	return d.brand.Features[feature] && !d.brand.Unsupported[s.features[feature]]
}

// isOffered reports whether a path leads to a page that the brand's platform can fill.
func (s *shell) isOffered(d *pageData, path string) bool {
	for _, p := range s.pages {
		rest, ok := strings.CutPrefix(path, p.start)
		if !ok || rest != "" && !strings.HasSuffix(p.start, "/") && !strings.ContainsAny(rest[:1], "/?#") {
			continue
		}
		return slices.ContainsFunc(p.calls, func(call string) bool { return !d.brand.Unsupported[call] })
	}
	return true
}

// menuEntry is an entry of header-menu.json.
type menuEntry struct {
	Title    map[string]string `json:"title"`
	Path     string            `json:"path"`
	URL      string            `json:"url"`
	Feature  string            `json:"feature"`
	Children []menuEntry       `json:"children"`
}

// menu returns the entries of the header's menu that the brand can fill.
func (s *shell) menu(d *pageData) (out []values) {
	var entries []menuEntry
	// Checked when the brand was loaded.
	_ = json.Unmarshal(d.brand.Datas["header-menu.json"], &entries)
	for _, e := range entries {
		if e.Feature != "" && !s.hasFeature(d, e.Feature) || e.Path != "" && !s.isOffered(d, e.Path) {
			continue
		}
		to := e.Path
		if to == "" {
			to = e.URL
		}
		out = append(out, values{"title": localText(e.Title, d.lang), "to": to, "parent": len(e.Children) > 0})
	}
	return out
}

// localText returns the text in a language, or else in Turkish.
func localText(text map[string]string, lang string) string {
	if t, ok := text[lang]; ok {
		return t
	}
	return text[fallbackLanguage]
}

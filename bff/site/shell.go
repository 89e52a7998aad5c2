package site

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
)

// The kinds of shells. The build has one template for each (web/src/app/shell).
const (
	shellHome   = "home"   // the lobby
	shellSlots  = "slots"  // the list of slots
	shellTables = "tables" // the list of live tables
	shellPage   = "page"   // any other page with header and navigation bar
	shellPlay   = "play"   // the page of a running game
)

// shell contains the markup that pages show before their scripts run.
type shell struct {
	Templates map[string]map[string]template `json:"templates"` // by language and kind
	Features  map[string]string              `json:"features"`  // call that a feature needs to show anything
	// Pages lists paths. Each is followed by all calls that the page and the pages below it show.
	Pages [][]string `json:"pages"`
}

// render returns the shell of a page, or "" if it has none.
func (s *shell) render(d *pageData) string {
	t := s.Templates[d.lang][shellKind(d.path)]
	if t == nil || d.page == pageConsole {
		return ""
	}
	v := values{
		"brand":  d.brand.Name,
		"logo":   logoPath(d),
		"player": d.player,
		"menu":   s.menu(d),
	}
	for feature := range s.Features {
		v[feature] = s.hasFeature(d, feature)
	}
	v["deposit"] = !d.brand.Unsupported["finance/list_cash_methods_new"]
	return t.fill(v, d.content)
}

func logoPath(d *pageData) string { return assetPath(d.brand, d.mode+".svg") }

// shellKind returns the kind of shell for a path. It returns "" for pages without the site's header
// and navigation.
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

// paintsAll reports whether a guest can read the shell of a kind without scripts.
func paintsAll(kind string) bool {
	return slices.Contains([]string{shellHome, shellSlots, shellTables}, kind)
}

// hasFeature reports whether the brand has a feature and its platform supports the feature's call.
func (s *shell) hasFeature(d *pageData, feature string) bool {
	return d.brand.Features[feature] && !d.brand.Unsupported[s.Features[feature]]
}

// isOffered reports whether the brand's platform can fill the page at path.
func (s *shell) isOffered(d *pageData, path string) bool {
	for _, page := range s.Pages {
		start, calls := page[0], page[1:]
		rest, ok := strings.CutPrefix(path, start)
		if ok && (rest == "" || strings.HasSuffix(start, "/") || strings.ContainsAny(rest[:1], "/?#")) {
			return slices.ContainsFunc(calls, func(call string) bool { return !d.brand.Unsupported[call] })
		}
	}
	return true
}

type menuEntry struct {
	Title    map[string]string `json:"title"`
	Path     string            `json:"path"`
	URL      string            `json:"url"`
	Feature  string            `json:"feature"`
	Children []menuEntry       `json:"children"`
}

// menu returns the entries of the header menu that the brand can fill.
func (s *shell) menu(d *pageData) (out []values) {
	var entries []menuEntry
	// The configuration has validated the file.
	_ = json.Unmarshal(d.brand.Datas["header-menu.json"], &entries)
	for _, e := range entries {
		if e.Feature != "" && !s.hasFeature(d, e.Feature) || e.Path != "" && !s.isOffered(d, e.Path) {
			continue
		}
		title, ok := e.Title[d.lang]
		if !ok {
			title = e.Title[fallbackLanguage]
		}
		out = append(out, values{"title": title, "to": cmp.Or(e.Path, e.URL), "parent": len(e.Children) > 0})
	}
	return out
}

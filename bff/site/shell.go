package site

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
)

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
	Templates map[string]map[string]template `json:"templates"` // by language and kind
	Features  map[string]string              `json:"features"`  // the call without which a feature has nothing to show
	// Pages are the paths, each with all of the calls that it and those below it show.
	Pages [][]string `json:"pages"`
}

// render returns the shell of a page; empty where there is none.
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

// shellKind returns the kind of the shell of a path; empty for pages that show nothing of the site around them.
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
	return d.brand.Features[feature] && !d.brand.Unsupported[s.Features[feature]]
}

// isOffered reports whether a path leads to a page that the brand's platform can fill.
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

// menu returns the entries of the header's menu that the brand can fill.
func (s *shell) menu(d *pageData) (out []values) {
	var entries []menuEntry
	// Checked when the brand was loaded.
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

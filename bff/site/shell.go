package site

import (
	"cmp"
	"encoding/json"
	"io/fs"
	"slices"
	"strings"

	"croupier/bff"
	"croupier/bff/internal/bounded"
)

// The kinds of shells. The build has one template for each (web/src/app/shell).
const (
	shellHome        = "home"      // the lobby
	shellSlots       = "slots"     // lists of slots
	shellTables      = "tables"    // lists of live tables
	shellProviders   = "providers" // all providers
	shellPromotions  = "promotions"
	shellPromotion   = "promotion"
	shellTournaments = "tournaments"
	shellTournament  = "tournament"
	shellInfo        = "info" // an information page
	shellFAQ         = "faq"  // the information page with questions
	shellContact     = "contact"
	shellAccount     = "account" // a page of the player's account
	shellPage        = "page"    // any other page with header and navigation bar
	shellPlay        = "play"    // the page of a running game

	shellFooter = "footer" // the footer of all pages
)

// shell contains the markup that pages show before their scripts run.
type shell struct {
	Templates map[string]map[string]template `json:"templates"` // by language and kind
	Features  map[string]string              `json:"features"`  // call that a feature needs to show anything
	Sizes     map[string]string              `json:"sizes"`     // attribute sizes of the first pictures, by kind
	// Pages lists paths. Each is followed by all calls that the page and the pages below it show.
	Pages   [][]string                 `json:"pages"`
	Icons   map[string]string          `json:"icons"`   // markup by name, for other names ""
	Formats map[string]languageFormats `json:"formats"` // by language

	texts *Texts
	dist  fs.FS
	own   *bounded.Map[string, map[string]template] // templates with texts of brands, by language and versions
}

// packTemplate is the language of the templates for language packs, because it has every plural
// form.
const packTemplate = "ar"

const maxOwnTemplates = 32

// templates returns the templates of a brand in a language, by kind.
func (s *shell) templates(b *bff.Brand, lang string) map[string]template {
	own := b.Texts[lang]
	if own == nil {
		return s.Templates[lang]
	}
	source, key := lang, lang+own.Version
	if own.Fallback != "" {
		source, key = packTemplate, key+own.Fallback+cmp.Or(b.Texts[own.Fallback], &bff.Texts{}).Version
	}
	if known, ok := s.own.Get(key); ok {
		return known
	}
	shown, _ := s.texts.merged(b.Texts, lang)
	text := func(name string) (string, bool) {
		namespace, key, _ := strings.Cut(name, ":")
		text, ok := shown[namespace][key]
		return text, ok
	}
	var file struct{ Templates map[string]map[string]string }
	err := readJSON(s.dist, shellName, &file)
	out := map[string]template{}
	for kind, markup := range file.Templates[source] {
		if out[kind], err = parseTemplate(markup, text); err != nil {
			break
		}
	}
	if err != nil { // impossible: New has read the templates, and the configuration has checked the texts
		return s.Templates[b.BuiltInLanguage(lang)]
	}
	s.own.Put(key, out)
	return out
}

// render returns the shell of a page, or "" if it has none.
func (s *shell) render(d *pageData) string {
	kind := shellKind(d.path)
	if d.player && playerReads(d.path) != nil {
		kind = shellAccount
	}
	templates := s.templates(d.brand, d.lang)
	t := templates[kind]
	if t == nil || d.page == pageConsole {
		return ""
	}
	v := values{
		"brand":   d.brand.Name,
		"logo":    logoPath(d),
		"player":  d.player,
		"menu":    s.menu(d, "header-menu.json"),
		"loading": "lazy", // of images below the first screen
		formatKey: s.formatter(d),
	}
	for feature := range s.Features {
		v[feature] = s.hasFeature(d, feature)
	}
	v["deposit"] = !d.brand.Unsupported["finance/list_cash_methods_new"]
	if d.paintsFully() {
		v["footer"] = markup(templates[shellFooter].fill(v, s.footer(d)))
	}
	return t.fill(v, d.content)
}

// paintsFully reports whether a visitor can read the page and follow its links before its scripts
// run. Without initial data it shows placeholders.
func (d *pageData) paintsFully() bool { return d.content["complete"] == true }

func logoPath(d *pageData) string { return assetPath(d.brand, d.mode+".svg") }

// shellKind returns the kind of shell for a path. It returns "" for pages without the site's header
// and navigation.
func shellKind(path string) string {
	start, rest, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	filter, id, _ := strings.Cut(rest, "/")
	isFiltered := (filter == "category" || filter == "provider") && id != ""
	switch {
	case path == "/":
		return shellHome
	case start == "slot" && (rest == "" || isFiltered):
		return shellSlots
	case start == "live" && (rest == "" || isFiltered):
		return shellTables
	case start == "promotions" && rest != "":
		return shellPromotion
	case start == "tournaments" && rest != "":
		return shellTournament
	case path == "/info/FAQ":
		return shellFAQ
	case start == "info" || path == "/about-us":
		return shellInfo
	case start == "providers", start == "promotions", start == "tournaments", start == "contact":
		return start
	case start == "play":
		return shellPlay
	case strings.HasPrefix(path, "/maintenance"):
		return ""
	}
	return shellPage
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

// menu returns the entries of a menu that the brand can fill.
func (s *shell) menu(d *pageData, file string) []values {
	var entries []menuEntry
	// The configuration has validated the file.
	_ = json.Unmarshal(d.brand.Datas[file], &entries)
	return s.entries(d, entries)
}

func (s *shell) entries(d *pageData, entries []menuEntry) (out []values) {
	for _, e := range entries {
		if e.Feature != "" && !s.hasFeature(d, e.Feature) || e.Path != "" && !s.isOffered(d, e.Path) {
			continue
		}
		title := cmp.Or(e.Title[d.lang], e.Title[d.brand.BuiltInLanguage(d.lang)], e.Title[fallbackLanguage])
		out = append(out, values{
			"title": title, "to": cmp.Or(e.Path, e.URL), "parent": len(e.Children) > 0,
			"links": s.entries(d, e.Children),
		})
	}
	return out
}

func (s *shell) footer(d *pageData) values {
	b := d.brand
	v := values{
		"dark": d.mode == "dark", "footer": s.menu(d, "footer-menu.json"), "chat": b.Contact.Chat,
		"minimumAge": b.Legal.MinimumAge, "notice": b.Legal.Notice[d.lang], "licence": b.Legal.Licence[d.lang],
		"year": d.now.In(b.Zone()).Year(), "information": s.isOffered(d, "/info/ResponsibleGaming"),
	}
	for name, file := range map[string]string{"methods": "investment-methods.json", "partners": "partners.json"} {
		var logos []values
		_ = json.Unmarshal(b.Datas[file], &logos)
		v[name], v["has"+strings.ToUpper(name[:1])+name[1:]] = logos, len(logos) > 0
	}
	var languages, licences []values
	for _, l := range b.Languages {
		languages = append(languages, values{"title": l.Title, "lang": l.Lang, "isCurrent": l.Lang == d.lang})
	}
	for _, l := range b.Licences {
		licences = append(licences, values{"authority": l.Authority, "number": l.Number})
	}
	v["languages"], v["licences"] = languages, licences
	return v
}

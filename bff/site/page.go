package site

import (
	"bytes"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"time"

	"croupier/bff"
	"croupier/bff/internal/lists"
)

// The placeholders in index.html that each request replaces. All are required.
const (
	rootPlaceholder    = `<html lang="tr" dir="ltr" data-brand="" data-mode="dark" data-page="">`
	headPlaceholder    = `<!--croupier:head-->`
	noncePlaceholder   = `<meta name="csp-nonce" content="croupier-nonce">`
	shellPlaceholder   = `<!--croupier:shell-->`   // shell that shows before scripts run (shell.go)
	dataPlaceholder    = `<!--croupier:data-->`    // data of the page, after the parts that are painted first
	noticesPlaceholder = `<!--croupier:notices-->` // for browsers that cannot run the site

	nonceValue = `"croupier-nonce"` // in every nonce attribute of the build, also in noncePlaceholder
)

// The values of data-page, which selects the shell before scripts run.
const (
	pageHome    = "home"    // the lobby
	pageInner   = "inner"   // any other page of the player site
	pageConsole = "console" // the staff console, without a shell of the brand
)

// pageKind returns the value of data-page for a path.
func pageKind(path string) string {
	switch {
	case path == "/":
		return pageHome
	case path == bff.ConsolePath || strings.HasPrefix(path, bff.ConsolePath+"/"):
		return pageConsole
	}
	return pageInner
}

type pageData struct {
	brand     *bff.Brand
	lang      string
	mode      string // dark or light
	page      string // home, inner or console
	path      string
	player    bool // a player is probably signed in
	nonce     string
	bootstrap []byte    // JSON
	images    []picture // that are painted first
	content   values    // initial data for the shell
	now       time.Time
	build     *build
	split     bool // playerMark stands for the player's parts
}

// pageTemplate is index.html with placeholders.
type pageTemplate struct{ raw []byte }

func newPageTemplate(raw []byte) (*pageTemplate, error) {
	for _, placeholder := range []string{
		rootPlaceholder, headPlaceholder, noncePlaceholder, shellPlaceholder, dataPlaceholder, noticesPlaceholder,
	} {
		if bytes.Count(raw, []byte(placeholder)) != 1 {
			return nil, fmt.Errorf("site: parse index.html: want %s exactly once", placeholder)
		}
	}
	return &pageTemplate{raw: raw}, nil
}

func (t *pageTemplate) render(d *pageData) []byte {
	return []byte(strings.NewReplacer(
		rootPlaceholder, d.root(),
		headPlaceholder, headTemplate.fill(d.look(), d.preloads()),
		nonceValue, `"`+d.nonce+`"`,
		shellPlaceholder, d.playerPart(d.build.shell.render),
		dataPlaceholder, d.playerPart((*pageData).data),
		noticesPlaceholder, d.notices(),
	).Replace(string(t.raw)))
}

// root returns the root element. Its attributes define the appearance of the page before scripts
// run.
func (d *pageData) root() string {
	return fmt.Sprintf(`<html lang="%s" dir="%s" data-brand="%s" data-mode="%s" data-hero="%s" data-page="%s">`,
		d.lang, direction(d.lang), d.brand.ID, d.mode, d.brand.Theme.Hero, d.page)
}

//go:embed head.html
var headHTML string

// headTemplate contains the elements of the page head: title, theme and early loads in order of
// importance. The scripts expect the styles of the landing page to be loaded. A disabled link does
// not count as loaded.
var headTemplate = mustParse(strings.TrimSpace(headHTML))

// look returns the title, description, icons and theme of the page.
func (d *pageData) look() values {
	v := values{
		"name": d.brand.Name, "tagline": d.brand.Tagline[d.lang], "nonce": d.nonce, "theme": variables(&d.brand.Theme),
		"colour": palette(&d.brand.Theme, d.mode).BG, "icon": assetPath(d.brand, "mark.svg"),
	}
	if d.page == pageConsole {
		return v
	}
	v["manifest"] = manifestPath + "?lang=" + d.lang
	if icon := "apple-touch-icon.png"; d.brand.Assets[icon] != nil {
		v["touchIcon"] = assetPath(d.brand, icon)
	}
	return v
}

// preloads returns the files to load before the scripts request them, and the inlined styles.
func (d *pageData) preloads() values {
	p := &d.build.preload
	// With the candidates and sizes of the painted images, browsers load each image once.
	images := lists.Map(d.images, func(i picture) values {
		return values{"image": i.Image, "srcset": i.Srcset, "sizes": d.build.shell.Sizes[shellKind(d.path)]}
	})
	v := values{"images": images, "fonts": p.fonts(d.brand, d.lang)}
	if d.page == pageConsole {
		v["scripts"], v["inlined"] = p.Scripts, d.build.inline(p.Landing)
		return v
	}
	page := p.page(d.path)
	if d.paintsFully() || d.split || d.content["poster"] == true { // the first paint needs the styles
		v["inlined"] = d.build.inline(slices.Concat(p.Landing, page.Styles))
	} else {
		v["inlined"], v["styles"] = d.build.inline(p.Landing), page.Styles
	}
	// The scripts of a page can wait for its first use (web/src/app/start.ts), unless it shows more
	// to a player than the server paints.
	scripts := "scripts"
	if !d.player && d.paintsFully() {
		scripts = "later"
	} else {
		v["texts"] = page.texts(d.brand, d.lang)
	}
	v[scripts] = p.scripts(page, d.brand.BuiltInLanguage(d.lang))
	return v
}

// data returns the bootstrap and the scripts of a guest's page. They come after the parts that are
// painted first.
func (d *pageData) data() string {
	// encoding/json escapes <, > and &, so no string can end the element.
	data := `<script type="application/json" id="croupier-bootstrap" nonce="` + d.nonce + `">` +
		string(d.bootstrap) + "</script>"
	if d.player || d.page == pageConsole {
		return data
	}
	return data + guestTemplate.fill(values{"nonce": d.nonce})
}

//go:embed guest.html
var guestHTML string

// guestTemplate contains two scripts. The speculation rules make browsers prefetch the page of a
// link that the pointer rests on or presses, until the site's scripts run. Then links load no page.
// The other script runs when the back/forward cache restores a page. The page loads again if its
// visitor was or is a player, or if the language or mode has changed. It also loads again if it is
// old and none of its scripts renews its data.
var guestTemplate = mustParse(guestHTML)

// variables returns the design tokens of a theme as CSS. The configuration rejects values that need
// escaping.
func variables(t *bff.Theme) markup {
	root := fmt.Sprintf(`:root{--gradient-from:%s;--gradient-to:%s;--radius:%dpx;`+
		`--font-display:"%s";--font-text:"%s";--font-arabic:"%s"}`,
		t.Gradient.From, t.Gradient.To, t.Radius, t.Fonts.Display, t.Fonts.Text, t.Fonts.Arabic)
	return markup(root + colours("dark", t.Modes.Dark) + colours("light", t.Modes.Light))
}

func colours(mode string, p bff.Palette) string {
	return fmt.Sprintf(`:root[data-mode=%s]{color-scheme:%[1]s;`+
		`--c-bg:%s;--c-surface:%s;--c-surface-raised:%s;--c-line:%s;--c-text:%s;--c-text-dim:%s;`+
		`--c-accent:%s;--c-on-accent:%s;--c-positive:%s;--c-negative:%s;--c-warning:%s;--c-focus:%s}`,
		mode, p.BG, p.Surface, p.SurfaceRaised, p.Line, p.Text, p.TextDim,
		p.Accent, p.OnAccent, p.Positive, p.Negative, p.Warning, p.Focus)
}

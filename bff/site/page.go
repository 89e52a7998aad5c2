package site

import (
	"bytes"
	"fmt"
	"html"
	"strings"

	"croupier/bff"
)

// The placeholders in index.html that are replaced for each request. New fails if one is missing,
// because the page would have no brand.
const (
	rootPlaceholder  = `<html lang="tr" dir="ltr" data-brand="" data-mode="dark" data-page="">`
	headPlaceholder  = `<!--croupier:head-->`
	noncePlaceholder = `<meta name="csp-nonce" content="croupier-nonce">`

	// What is shown before scripts run (shell.go).
	shellPlaceholder = `<!--croupier:shell-->`

	// The data of the page, behind what is painted first.
	dataPlaceholder = `<!--croupier:data-->`

	// The notices for browsers that cannot run the site.
	noticesPlaceholder = `<!--croupier:notices-->`

	// nonceValue is the quoted value of every nonce attribute of the build, also in noncePlaceholder.
	nonceValue = `"croupier-nonce"`
)

// The values of data-page, which chooses the shell before scripts run.
const (
	pageHome    = "home"    // the lobby
	pageInner   = "inner"   // any other page of the player site
	pageConsole = "console" // the console of the staff: no shell of the brand
)

// consolePath is the path of the console; its pages are below.
const consolePath = "/maintenance-control"

// pageKind returns the value of data-page for a path.
func pageKind(path string) string {
	switch {
	case path == "/":
		return pageHome
	case path == consolePath || strings.HasPrefix(path, consolePath+"/"):
		return pageConsole
	}
	return pageInner
}

// pageData is the data of one rendered page.
type pageData struct {
	brand     *bff.Brand
	lang      string
	mode      string // dark or light
	page      string // home, inner or console
	path      string
	player    bool // a player is probably signed in
	nonce     string
	bootstrap []byte   // JSON
	images    []string // URLs of those that are painted first
	content   values   // what the shell shows of the initial data
	build     *build
}

// pageTemplate is index.html with its placeholders.
type pageTemplate struct{ raw []byte }

func newPageTemplate(raw []byte) (*pageTemplate, error) {
	for _, placeholder := range []string{rootPlaceholder, headPlaceholder, noncePlaceholder, shellPlaceholder, dataPlaceholder, noticesPlaceholder} {
		if bytes.Count(raw, []byte(placeholder)) != 1 {
			return nil, fmt.Errorf("site: parse index.html: want %s exactly once", placeholder)
		}
	}
	return &pageTemplate{raw: raw}, nil
}

// render returns the page with the data of d.
func (t *pageTemplate) render(d *pageData) []byte {
	return []byte(strings.NewReplacer(
		rootPlaceholder, d.root(),
		headPlaceholder, d.head(),
		nonceValue, `"`+d.nonce+`"`,
		shellPlaceholder, d.build.shell.render(d),
		dataPlaceholder, d.data(),
		noticesPlaceholder, d.notices(),
	).Replace(string(t.raw)))
}

// root returns the root element with the attributes that decide what the page looks like before scripts run.
func (d *pageData) root() string {
	return fmt.Sprintf(`<html lang="%s" dir="%s" data-brand="%s" data-mode="%s" data-hero="%s" data-page="%s">`,
		d.lang, direction(d.lang), d.brand.ID, d.mode, d.brand.Theme.Hero, d.page)
}

// head returns the elements of the page head: title, theme, and in the order of their importance what is loaded
// early: the largest picture, the fonts, and the scripts, styles and texts of the page.
func (d *pageData) head() string {
	var b strings.Builder
	b.WriteString(d.look())
	for _, url := range d.images {
		fmt.Fprintf(&b, `<link rel="preload" as="image" fetchpriority="high" href="%s">`+"\n", html.EscapeString(url))
	}
	for _, font := range d.build.preload.fonts(d.brand, d.lang) {
		fmt.Fprintf(&b, `<link rel="preload" as="font" type="font/woff2" href="%s" crossorigin>`+"\n", font)
	}
	for _, s := range d.build.styles { // of the landing page, which has those of every page and of the console's components
		fmt.Fprintf(&b, `<style nonce="%s">%s</style>`, d.nonce, s.css)
		// The scripts find the styles loaded; a disabled link is not.
		fmt.Fprintf(&b, `<link rel="stylesheet" href="%s" disabled>`+"\n", s.url)
	}
	if d.page != pageConsole {
		d.early(&b)
	}
	return b.String()
}

// early appends the files of this page that are requested before the scripts ask for them.
func (d *pageData) early(b *strings.Builder) {
	page := d.build.preload.page(d.path)
	for _, url := range page.Styles {
		fmt.Fprintf(b, `<link rel="preload" as="style" href="%s">`+"\n", url)
	}
	for _, url := range d.build.preload.modules(page, d.lang) {
		fmt.Fprintf(b, `<link rel="modulepreload" href="%s">`+"\n", url)
	}
}

// data returns the bootstrap. It stands behind what is painted first.
func (d *pageData) data() string {
	// encoding/json escapes <, > and &, so that no string can end the element.
	return `<script type="application/json" id="croupier-bootstrap" nonce="` + d.nonce + `">` + string(d.bootstrap) + "</script>"
}

// look returns title, description, icon and theme of the page.
func (d *pageData) look() string {
	var b strings.Builder
	theme := &d.brand.Theme
	tagline := d.brand.Tagline[d.lang]
	fmt.Fprintf(&b, "<title>%s</title>\n", html.EscapeString(d.brand.Name+" · "+tagline))
	fmt.Fprintf(&b, `<meta name="description" content="%s">`+"\n", html.EscapeString(tagline))
	fmt.Fprintf(&b, `<meta name="theme-color" content="%s">`+"\n", palette(theme, d.mode).BG)
	fmt.Fprintf(&b, `<link rel="icon" type="image/svg+xml" href="%s">`+"\n", html.EscapeString(assetPath(d.brand, "mark.svg")))
	if d.page != pageConsole {
		fmt.Fprintf(&b, `<link rel="manifest" href="%s?lang=%s">`+"\n", manifestPath, d.lang)
		if icon := "apple-touch-icon.png"; d.brand.Assets[icon] != nil {
			fmt.Fprintf(&b, `<link rel="apple-touch-icon" href="%s">`+"\n", html.EscapeString(assetPath(d.brand, icon)))
		}
	}
	fmt.Fprintf(&b, "<style nonce=\"%s\">%s</style>\n", d.nonce, variables(theme))
	return b.String()
}

// variables returns the design tokens of a theme as CSS custom properties. Values need no
// escaping: the configuration accepts only hexadecimal colours and letters in font names.
func variables(t *bff.Theme) string {
	var b strings.Builder
	fmt.Fprintf(&b, `:root{--gradient-from:%s;--gradient-to:%s;--radius:%dpx;--font-display:"%s";--font-text:"%s";--font-arabic:"%s"}`,
		t.Gradient.From, t.Gradient.To, t.Radius, t.Fonts.Display, t.Fonts.Text, t.Fonts.Arabic)
	for _, m := range []struct {
		name    string
		palette bff.Palette
	}{{"dark", t.Modes.Dark}, {"light", t.Modes.Light}} {
		p := m.palette
		fmt.Fprintf(&b, `:root[data-mode=%s]{color-scheme:%s`, m.name, m.name)
		for _, role := range []struct{ name, colour string }{
			{"bg", p.BG},
			{"surface", p.Surface},
			{"surface-raised", p.SurfaceRaised},
			{"line", p.Line},
			{"text", p.Text},
			{"text-dim", p.TextDim},
			{"accent", p.Accent},
			{"on-accent", p.OnAccent},
			{"positive", p.Positive},
			{"negative", p.Negative},
			{"warning", p.Warning},
			{"focus", p.Focus},
		} {
			fmt.Fprintf(&b, ";--c-%s:%s", role.name, role.colour)
		}
		b.WriteString("}")
	}
	return b.String()
}

package site

import (
	"bytes"
	"fmt"
	"html"
	"strings"

	"croupier/bff"
	"croupier/bff/theme"
)

// The places in index.html that are filled for each visit. A build that lacks one would
// serve a page without its brand, so that it is refused at start.
const (
	placeRoot  = `<html lang="tr" dir="ltr" data-brand="" data-mode="dark" data-page="">`
	placeHead  = `<!--croupier:head-->`
	placeNonce = `<meta name="csp-nonce" content="croupier-nonce">`

	// The shell's pictures: what is there before any script has run.
	placeLogo    = `<!--croupier:logo-->`
	placePicture = `<!--croupier:picture-->`

	// anyNonce stands wherever the build has put a nonce, in placeNonce too.
	anyNonce = `"croupier-nonce"`
)

// visit is what a page is filled with.
type visit struct {
	brand     *bff.Brand
	lang      string
	mode      string // dark or light
	home      bool   // the lobby, whose geometry the shell has
	nonce     string
	bootstrap []byte // JSON
	image     string // the picture that is seen first; may be empty
	preload   preload
}

// template is index.html, cut at its places.
type template struct{ raw []byte }

func newTemplate(raw []byte) (*template, error) {
	for _, place := range []string{placeRoot, placeHead, placeNonce, placeLogo, placePicture} {
		if bytes.Count(raw, []byte(place)) != 1 {
			return nil, fmt.Errorf("site: index.html does not hold %s exactly once", place)
		}
	}
	return &template{raw: raw}, nil
}

// fill writes the page of a visit.
func (t *template) fill(v *visit) []byte {
	dir := "ltr"
	if v.lang == "ar" {
		dir = "rtl"
	}
	page := "inner"
	if v.home {
		page = "home"
	}
	root := fmt.Sprintf(`<html lang="%s" dir="%s" data-brand="%s" data-mode="%s" data-hero="%s" data-page="%s">`,
		v.lang, dir, v.brand.ID, v.mode, v.brand.Theme.Hero, page)
	return []byte(strings.NewReplacer(
		placeRoot, root,
		placeHead, v.head(),
		anyNonce, `"`+v.nonce+`"`,
		placeLogo, `<img alt="" src="`+html.EscapeString(assetPath(v.brand, v.mode+".svg"))+`">`,
		placePicture, v.picture(),
	).Replace(string(t.raw)))
}

// picture is the first slide's in the shell, with the veil over it.
func (v *visit) picture() string {
	if v.image == "" {
		return ""
	}
	return `<img alt="" fetchpriority="high" src="` + html.EscapeString(v.image) + `"><i></i>`
}

// head is what the page says of its brand before any script has run.
func (v *visit) head() string {
	var b strings.Builder
	theme := &v.brand.Theme
	palette := theme.Modes.Dark
	if v.mode == "light" {
		palette = theme.Modes.Light
	}
	tagline := v.brand.Tagline[v.lang]
	fmt.Fprintf(&b, "<title>%s</title>\n", html.EscapeString(v.brand.Name+" · "+tagline))
	fmt.Fprintf(&b, `<meta name="description" content="%s">`+"\n", html.EscapeString(tagline))
	fmt.Fprintf(&b, `<meta name="theme-color" content="%s">`+"\n", palette.BG)
	fmt.Fprintf(&b, `<link rel="icon" type="image/svg+xml" href="%s">`+"\n", html.EscapeString(assetPath(v.brand, "mark.svg")))
	for _, font := range v.preload.fonts(v.brand, v.lang) {
		fmt.Fprintf(&b, `<link rel="preload" as="font" type="font/woff2" href="%s" crossorigin>`+"\n", font)
	}
	for _, chunk := range v.preload.modules(v.lang, v.home) {
		fmt.Fprintf(&b, `<link rel="modulepreload" href="%s">`+"\n", chunk)
	}
	fmt.Fprintf(&b, "<style nonce=\"%s\">%s</style>\n", v.nonce, variables(theme))
	b.WriteString(`<script type="application/json" id="croupier-bootstrap" nonce="` + v.nonce + `">`)
	// encoding/json has escaped <, > and &, so that no text can end the element.
	b.Write(v.bootstrap)
	b.WriteString("</script>")
	return b.String()
}

// variables are the brand's tokens as CSS. Values come from a checked brand file: colours
// of six digits and font names of letters, so that nothing needs escaping.
func variables(t *theme.Theme) string {
	var b strings.Builder
	fmt.Fprintf(&b, `:root{--gradient-from:%s;--gradient-to:%s;--radius:%dpx;--font-display:"%s";--font-text:"%s";--font-arabic:"%s"}`,
		t.Gradient.From, t.Gradient.To, t.Radius, t.Fonts.Display, t.Fonts.Text, t.Fonts.Arabic)
	for _, m := range []struct {
		name    string
		palette theme.Palette
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

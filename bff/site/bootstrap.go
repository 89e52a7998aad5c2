package site

import (
	"crypto/hmac"
	"encoding/base64"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
)

// bootstrap returns the data that the site needs before its first paint
// (contracts/schemas/site.json).
func bootstrap(b *bff.Brand, lang string, logo func(b *bff.Brand, name string) string) map[string]any {
	features := map[string]bool{}
	for _, f := range []string{
		"slots", "live", "virtual", "bingo", "sport", "liveSport", "tournaments", "promotions", "tickets", "lottery",
	} {
		features[f] = b.Features[f]
	}
	virtual := map[string]bff.RecordID{}
	maps.Copy(virtual, b.Virtual)
	boot := map[string]any{
		"brand": map[string]any{
			"id": b.ID, "name": b.Name, "siteId": b.SiteID,
			"logo": map[string]string{
				"dark": logo(b, "dark.svg"), "light": logo(b, "light.svg"), "mark": logo(b, "mark.svg"),
			},
		},
		"theme": b.Theme, "language": lang, "languages": b.Languages,
		"currency": b.Currency, "timeZone": b.Zone().String(), "formats": b.Formats,
		"features": features, "lobby": append([]string{}, b.Lobby...), "homeSlider": b.HomeSlider,
		"virtualGames": virtual,
		"unsupported":  append([]string{}, slices.Sorted(maps.Keys(b.Unsupported))...), // not null if empty
		"legal": map[string]any{
			"minimumAge": b.Legal.MinimumAge, "notice": b.Legal.Notice[lang], "licence": b.Legal.Licence[lang],
			"licences": append([]bff.Licence{}, b.Licences...),
		},
		"limits": map[string]any{
			"ticketMinimum":     b.Tickets.Minimum,
			"ticketFrom":        b.Tickets.From.Format(time.DateOnly),
			"ticketTo":          b.Tickets.To.Format(time.DateOnly),
			"inactivitySeconds": int(b.Sessions.Idle / time.Second),
		},
		"contact": b.Contact, "links": append([]string{}, b.Origins.Links...),
		"mock": map[string]bool{"control": b.Upstream.Control}, "vitalsSample": b.Vitals.Share(),
	}
	sections := map[string]bootSection{}
	for _, name := range b.Lobby {
		if settings, ok := b.Sections[name]; ok {
			sections[name] = bootSection{settings.Title, b.HasRow(name), listPath(b, name)}
		}
	}
	if len(sections) > 0 {
		boot["sections"] = sections
	}
	if len(b.Texts) > 0 {
		texts := map[string]values{}
		for lang, t := range b.Texts {
			texts[lang] = values{
				"version": t.Version, "namespaces": append([]string{}, slices.Sorted(maps.Keys(t.Namespaces))...),
			}
			if t.Fallback != "" {
				texts[lang]["fallback"] = t.Fallback
			}
		}
		boot["texts"] = texts
	}
	return boot
}

// bootSection contains the brand's settings of a section of its lobby.
type bootSection struct {
	Title map[string]string `json:"title,omitempty"`
	Row   bool              `json:"row,omitempty"`
	List  string            `json:"list,omitempty"`
}

// Bootstrap returns the bootstrap of a brand in a language as JSON.
func Bootstrap(b *bff.Brand, lang string) ([]byte, error) {
	return json.Marshal(bootstrap(b, lang, assetPath))
}

// PreviewBootstrap returns the bootstrap for a page on another brand's host. Its logos are data
// URLs.
func PreviewBootstrap(b *bff.Brand, lang string) ([]byte, error) {
	return json.Marshal(bootstrap(b, lang, dataURL))
}

func dataURL(b *bff.Brand, name string) string {
	return "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(b.Assets[name])
}

// inlinedFiles lists the static files of a brand that pages inline, by their names in the
// bootstrap.
var inlinedFiles = map[string]string{
	"headerMenu": "header-menu.json", "footerMenu": "footer-menu.json",
	"partners": "partners.json", "investmentMethods": "investment-methods.json",
}

// pageBootstrap returns the bootstrap to inline into a page, with the envelopes of guest calls by
// call name, and with the record of the page's game.
func pageBootstrap(b *bff.Brand, lang string, initial map[string]json.RawMessage, game any) ([]byte, error) {
	boot := bootstrapWithFiles(b, lang)
	if len(initial) > 0 {
		boot["initial"] = initial
	}
	if game != nil {
		boot["game"] = game
	}
	return json.Marshal(boot)
}

// bootstrapWithFiles returns the bootstrap with the static files that pages inline.
func bootstrapWithFiles(b *bff.Brand, lang string) map[string]any {
	boot, files := bootstrap(b, lang, assetPath), map[string]json.RawMessage{}
	for name, file := range inlinedFiles {
		if raw, ok := b.Datas[file]; ok {
			files[name] = raw
		}
	}
	boot["files"] = files
	return boot
}

const previewTTL = time.Hour

// PreviewPasses creates and checks signed passes. A pass shows the draft of a brand in one browser.
type PreviewPasses struct {
	Key   *indexkey.Key
	Clock func() time.Time
}

// New returns a pass for the draft of a brand and its expiry.
func (p PreviewPasses) New(brand string) (pass string, until time.Time) {
	until = p.Clock().Add(previewTTL).UTC().Truncate(time.Second)
	text := strconv.FormatInt(until.Unix(), 10)
	return text + "." + p.signature(brand, text), until
}

// ValidUntil returns the expiry of a pass for a brand. ok is false if the pass is forged, expired
// or for another brand.
func (p PreviewPasses) ValidUntil(brand, pass string) (until time.Time, ok bool) {
	text, signature, ok := strings.Cut(pass, ".")
	if !ok || !hmac.Equal([]byte(signature), []byte(p.signature(brand, text))) {
		return time.Time{}, false
	}
	seconds, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return time.Time{}, false
	}
	until = time.Unix(seconds, 0).UTC()
	return until, p.Clock().Before(until)
}

func (p PreviewPasses) signature(brand, until string) string {
	sum := p.Key.Sum(indexkey.Preview, brand, until)
	return base64.RawURLEncoding.EncodeToString(sum[:])
}
